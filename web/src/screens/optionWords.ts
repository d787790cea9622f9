/** The names of the games' options and variants, and what each of them changes. */

import { catalogue } from "../i18n/index.svelte";

const pt = {
  "rami.limit": "Pontos para vencer",
  "rami.limit.hint": "A partida termina na rodada em que alguém chega a este total.",
  "rami.ace_high": "Ás vale 11",
  "rami.ace_high.hint": "Na contagem da mão; nas sequências ele continua depois do Rei.",
  "rami.discard_to_win": "Sair só descartando",
  "rami.discard_to_win.hint": "A última carta tem de ir para o descarte.",
  "hearts.limit": "Pontos que encerram a partida",
  "hearts.limit.hint": "Quando alguém chega a este total, vence quem tem menos.",
  "caravan.variants": "Variantes",
  "caravan.variants.hint": "Com qualquer variante a partida é casual e nunca vale para o ranking.",
  "caravan.queens_anywhere": "Damas em qualquer lugar",
  "caravan.queens_anywhere.hint":
    "A Dama vai em qualquer carta numérica; só age na última da rota.",
  "caravan.adding_kings": "Reis que somam",
  "caravan.adding_kings.hint": "O Rei soma o valor da carta mais uma vez em vez de dobrá-lo.",
  "caravan.founding_suit": "Naipe fundador",
  "caravan.founding_suit.hint": "O naipe da rota é o da primeira carta; as Damas ainda o mudam.",
  "caravan.no_figure_limit": "Sem limite de figuras",
  "caravan.no_figure_limit.hint": "Uma carta aceita quantas figuras vierem, não só três.",
  "caravan.quick_sale": "Venda rápida",
  "caravan.quick_sale.hint": "Duas rotas vendidas ao mesmo tempo ganham na hora.",
  "caravan.reshuffle": "Reembaralhar",
  "caravan.reshuffle.hint": "O baralho que acaba renasce do descarte, até duas vezes.",
  "caravan.short_deck": "Baralho curto",
  "caravan.short_deck.hint": "Trinta cartas ao acaso para cada um.",
  "caravan.double_deck": "Baralho duplo",
  "caravan.double_deck.hint": "Dois baralhos completos para cada um.",
  "caravan.queen_shield": "Escudo da Dama",
  "caravan.queen_shield.hint": "Coringa em Ás não mexe em carta que tenha uma Dama.",
  "caravan.steady_course": "Rumo firme",
  "caravan.steady_course.hint": "Se restarem duas iguais no fim, a rota mantém a direção.",
  "caravan.fresh_hand": "Mão nova",
  "caravan.fresh_hand.hint": "Mão inicial com menos de três numéricas é dada de novo.",
  "caravan.protected_joker": "Coringa protegido",
  "caravan.protected_joker.hint": "O Coringa poupa as cartas da rota em que está.",
} as const;

type OptionKey = keyof typeof pt;

const en: Record<OptionKey, string> = {
  "rami.limit": "Points to win",
  "rami.limit.hint": "The game ends with the round in which somebody reaches this total.",
  "rami.ace_high": "Aces count 11",
  "rami.ace_high.hint": "When hands are counted; in runs the ace still follows the king.",
  "rami.discard_to_win": "Go out by discarding only",
  "rami.discard_to_win.hint": "The last card has to go to the discard.",
  "hearts.limit": "Points that end the game",
  "hearts.limit.hint": "Once somebody reaches this total, the lowest total wins.",
  "caravan.variants": "Variants",
  "caravan.variants.hint": "With any variant the game is casual and never rated.",
  "caravan.queens_anywhere": "Queens anywhere",
  "caravan.queens_anywhere.hint":
    "A queen goes on any number; it acts only on a route’s last card.",
  "caravan.adding_kings": "Adding kings",
  "caravan.adding_kings.hint": "A king adds the card’s value once more instead of doubling it.",
  "caravan.founding_suit": "Founding suit",
  "caravan.founding_suit.hint": "A route’s suit is its first card’s; queens still change it.",
  "caravan.no_figure_limit": "No figure limit",
  "caravan.no_figure_limit.hint": "A card takes any number of figures, not just three.",
  "caravan.quick_sale": "Quick sale",
  "caravan.quick_sale.hint": "Two sold routes at the same time win at once.",
  "caravan.reshuffle": "Reshuffle",
  "caravan.reshuffle.hint": "An empty deck comes back from the discard, up to twice.",
  "caravan.short_deck": "Short deck",
  "caravan.short_deck.hint": "Thirty cards at random for each.",
  "caravan.double_deck": "Double deck",
  "caravan.double_deck.hint": "Two full decks for each.",
  "caravan.queen_shield": "Queen’s shield",
  "caravan.queen_shield.hint": "A joker on an ace spares cards that bear a queen.",
  "caravan.steady_course": "Steady course",
  "caravan.steady_course.hint": "Two equal cards left at the end keep the route’s direction.",
  "caravan.fresh_hand": "Fresh hand",
  "caravan.fresh_hand.hint": "A first hand with fewer than three numbers is dealt anew.",
  "caravan.protected_joker": "Protected joker",
  "caravan.protected_joker.hint": "A joker spares the cards of the route it lies on.",
};

const words = catalogue(pt, en);

/** The sentence of an option (`rami.limit`, `caravan.quick_sale`); unknown ones show their name. */
export function optionText(key: string): string {
  return Object.hasOwn(pt, key) ? words(key as OptionKey) : (key.split(".")[1] ?? key);
}

/** What an option changes; empty where nothing is known of it. */
export function optionHint(key: string): string {
  return Object.hasOwn(pt, `${key}.hint`) ? words(`${key}.hint` as OptionKey) : "";
}

export const OPTION_TEXTS = { "pt-BR": pt, en };
