/** The sentences of Rouba Monte, loaded with its scene. */

import { catalogue } from "../../i18n/index.svelte";

const pt = {
  "monte.play": "Capturar",
  "monte.steal": "Roubar o monte",
  "monte.discard": "Deixar na mesa",
  "monte.choose": "Escolher o alvo",
  "monte.sort": "Ordenar por valor",
  "monte.hint.capture": "Há o que capturar: é obrigatório. Escolha uma carta clara.",
  "monte.hint.discard": "Nada a capturar: deixe uma carta na mesa.",
  "monte.hint.one": "{target}: toque de novo ou toque no alvo.",
  "monte.hint.several": "{n, number} alvos possíveis: escolha o que brilha.",
  "monte.hint.lay": "Toque de novo para deixar {card} na mesa.",
  "monte.hint.out": "Você saiu desta partida. Na próxima, joga de novo.",
  "monte.target.open": "Capturar {card}",
  "monte.target.pile": "Roubar o monte de {name}",
  "monte.center": "Cartas abertas",
  "monte.center.empty": "A mesa está vazia.",
  "monte.stock": "{n, plural, =0 {Sem baralho} one {# no baralho} other {# no baralho}}",
  "monte.stock.hint":
    "{n, plural, =0 {O baralho acabou: quando as mãos acabarem, a partida termina.} one {# carta no baralho. Ninguém compra; quando as mãos acabam, ela é distribuída.} other {# cartas no baralho. Ninguém compra; quando as mãos acabam, dão-se até quatro a cada um.}}",
  "monte.pile.own": "Seu monte",
  "monte.pile":
    "Monte de {name}: {n, plural, =0 {vazio} one {# carta} other {# cartas}}{top, select, none {} other {. No topo, {top}}}.",
  "monte.pile.yours":
    "Seu monte: {n, plural, =0 {vazio} one {# carta} other {# cartas}}{top, select, none {} other {. No topo, {top}}}. Vence o maior monte.",
  "monte.score": "Cartas no monte",

  "monte.event.opened": "Mesa: {cards}. Quatro cartas para cada um.",
  "monte.event.dealt": "Novas cartas para todos.",
  "monte.event.dealt.you": "Você recebeu {cards}.",
  "monte.event.captured": "{name} capturou {center} com {card}.",
  "monte.event.stole":
    "{name} roubou o monte de {whom} com {card}: {n, plural, one {# carta} other {# cartas}}.",
  "monte.event.discarded": "{name} deixou {card} na mesa.",
  "monte.event.left":
    "{name} saiu da partida{n, plural, =0 {} one {; # carta volta à mesa} other {; # cartas voltam à mesa}}.",
  "monte.event.ended": "Fim da partida.",
  "result.played_out": "As cartas acabaram: vence o maior monte.",
  "result.too_few": "Não há mais participantes que bastem.",

  "error.must_capture": "Outra carta da sua mão captura: quem pode capturar é obrigado.",
  "error.rank_differs": "Só se captura com carta do mesmo valor.",
  "error.own_pile": "O próprio monte não se captura.",
  "error.target_missing": "Esse alvo não está mais na mesa.",
  "error.one_target_only": "Um alvo só por jogada.",
  "error.not_active": "Você não está mais nesta partida.",
} as const;

type Key = keyof typeof pt;

const en: Record<Key, string> = {
  "monte.play": "Capture",
  "monte.steal": "Steal the pile",
  "monte.discard": "Leave on the table",
  "monte.choose": "Choose the target",
  "monte.sort": "Sort by rank",
  "monte.hint.capture": "There is something to take, and you must. Choose a bright card.",
  "monte.hint.discard": "Nothing to take: leave a card on the table.",
  "monte.hint.one": "{target}: tap again, or tap the target.",
  "monte.hint.several": "{n, number} possible targets: choose one that glows.",
  "monte.hint.lay": "Tap again to leave the {card} on the table.",
  "monte.hint.out": "You left this game. You play again in the next one.",
  "monte.target.open": "Capture the {card}",
  "monte.target.pile": "Steal the pile of {name}",
  "monte.center": "Open cards",
  "monte.center.empty": "The table is empty.",
  "monte.stock": "{n, plural, =0 {No stock} other {# in stock}}",
  "monte.stock.hint":
    "{n, plural, =0 {The stock is used up: when the hands are too, the game is over.} one {# card in the stock. Nobody draws; it is dealt when the hands are used up.} other {# cards in the stock. Nobody draws; up to four each are dealt when the hands are used up.}}",
  "monte.pile.own": "Your pile",
  "monte.pile":
    "Pile of {name}: {n, plural, =0 {empty} one {# card} other {# cards}}{top, select, none {} other {. On top, {top}}}.",
  "monte.pile.yours":
    "Your pile: {n, plural, =0 {empty} one {# card} other {# cards}}{top, select, none {} other {. On top, {top}}}. The largest pile wins.",
  "monte.score": "Cards in the pile",

  "monte.event.opened": "On the table: {cards}. Four cards for everyone.",
  "monte.event.dealt": "New cards for everyone.",
  "monte.event.dealt.you": "You were dealt {cards}.",
  "monte.event.captured": "{name} captured the {center} with the {card}.",
  "monte.event.stole":
    "{name} stole the pile of {whom} with the {card}: {n, plural, one {# card} other {# cards}}.",
  "monte.event.discarded": "{name} left the {card} on the table.",
  "monte.event.left":
    "{name} left the game{n, plural, =0 {} one {; # card goes back to the table} other {; # cards go back to the table}}.",
  "monte.event.ended": "The game is over.",
  "result.played_out": "All cards are played: the largest pile wins.",
  "result.too_few": "Too few are left to play.",

  "error.must_capture": "Another card of yours can take something: who can must.",
  "error.rank_differs": "Only a card of the same rank can take it.",
  "error.own_pile": "One’s own pile can’t be taken.",
  "error.target_missing": "That target is no longer there.",
  "error.one_target_only": "Only one target a move.",
  "error.not_active": "You are no longer in this game.",
};

export const monteTexts = { "pt-BR": pt, en };
export const tm = catalogue<Key>(pt, en);
