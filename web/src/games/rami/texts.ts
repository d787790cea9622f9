/** Every sentence of Rami's table in both languages, loaded with it. */

import { catalogue } from "../../i18n/index.svelte";

export const pt = {
  "rami.stock": "Monte",
  "rami.stock.count":
    "{n, plural, =0 {monte vazio} one {# carta no monte} other {# cartas no monte}}",
  "rami.discard": "Descarte",
  "rami.discard.top": "Descarte: {card}",
  "rami.discard.none": "Descarte vazio",
  "rami.table": "Jogos na mesa",
  "rami.table.empty": "Ainda não há jogos na mesa.",
  "rami.table.new": "Solte aqui para baixar",
  "rami.set": "Grupo",
  "rami.run": "Sequência",
  "rami.meld.yours": "Seu jogo: {kind}, {cards}",
  "rami.meld.of": "Jogo de {name}: {kind}, {cards}",
  "rami.meld.here": "Encaixar {cards}",
  "rami.score": "{n, plural, one {# ponto} other {# pontos}}",
  "rami.limit.to": "até {limit, number}",
  "rami.limit.long": "Placar: {n, number} de {limit, number}",
  "rami.stake": "Em jogo: {n, number}",
  "rami.stake.long":
    "Na sua mão: {n, plural, one {# ponto} other {# pontos}}, que vão para quem vencer a rodada",
  "rami.round": "Rodada {n, number}",
  "rami.taken": "tirada agora do descarte",
  "rami.taken.note": "Tirada do descarte agora: não pode voltar para lá nesta vez.",
  "rami.taken.tag": "pega",

  "rami.do.stock": "Comprar",
  "rami.do.take": "Pegar {card}",
  "rami.do.ask": "Pedir carta",
  "rami.do.meld": "Baixar",
  "rami.do.lay": "Encaixar",
  "rami.do.discard": "Descartar",
  "rami.sort.suit": "Ordenar por naipe",
  "rami.sort.rank": "Ordenar por valor",

  "rami.hint.draw": "Compre do monte ou pegue o descarte.",
  "rami.hint.draw.empty": "O monte acabou: pedir carta encerra a rodada. Ou pegue o descarte.",
  "rami.hint.choose": "Erga cartas para baixar ou encaixar; ou descarte uma.",
  "rami.hint.meld": "Há um jogo pronto na sua mão: erga as cartas e baixe.",
  "rami.hint.is.set": "Isto é um grupo. Baixe.",
  "rami.hint.is.run": "Isto é uma sequência. Baixe.",
  "rami.hint.fits": "Cabe num jogo da mesa: encaixe ou descarte.",
  "rami.hint.fits.several": "Estas cartas cabem num jogo da mesa.",
  "rami.hint.one": "Descarte esta carta, ou erga outras para um jogo.",
  "rami.hint.not.yet": "Ainda não formam um grupo nem uma sequência.",

  "error.one_at_a_time": "Descarta-se uma carta só.",
  "error.must_draw_first": "Primeiro compre do monte ou pegue o descarte.",
  "error.discard_empty": "O descarte está vazio.",
  "error.duplicate_card": "Essa carta foi escolhida duas vezes.",
  "error.no_such_meld": "Esse jogo já não está na mesa.",
  "error.not_a_meld":
    "Não é grupo nem sequência: três cartas ou mais, do mesmo valor ou em ordem no mesmo naipe.",
  "error.breaks_meld": "Com isso o jogo deixaria de ser válido.",
  "error.must_keep_discard": "Nesta mesa a última carta tem de ser descartada.",
  "error.cannot_return_taken": "A carta tirada do descarte não volta para lá na mesma vez.",

  "rami.event.opened": "Rodada {n, number}. {card} abre o descarte. A primeira vez é de {name}.",
  "rami.event.drew": "{name} comprou uma carta.",
  "rami.event.drew.you": "Você comprou {cards}.",
  "rami.event.took": "{name} pegou {card} do descarte.",
  "rami.event.melded.set": "{name} baixou um grupo: {cards}.",
  "rami.event.melded.run": "{name} baixou uma sequência: {cards}.",
  "rami.event.laid": "{name} encaixou {cards} num jogo da mesa.",
  "rami.event.laid.yours": "{name} encaixou {cards} no seu jogo: {meld}.",
  "rami.event.laid.of": "{name} encaixou {cards} no jogo de {owner}: {meld}.",
  "rami.event.discarded": "{name} descartou {card}.",
  "rami.event.counted":
    "{name} ficou com {n, plural, one {# ponto} other {# pontos}} na mão: {cards}.",
  "rami.event.counted.none": "{name} ficou sem cartas.",
  "rami.event.ended.out":
    "{name} venceu a rodada e marca {n, plural, one {# ponto} other {# pontos}}.",
  "rami.event.ended.stock":
    "O monte acabou. Com menos na mão, {name} marca {n, plural, one {# ponto} other {# pontos}}.",
  "rami.event.ended.stalled":
    "Ninguém mais baixava nada. Com menos na mão, {name} marca {n, plural, one {# ponto} other {# pontos}}.",
  "rami.event.ended": "Fim da partida.",

  "rami.sheet": "Fim da rodada {n, number}",
  "rami.sheet.hand": "Na mão",
  "rami.sheet.gain": "+{n, number}",
  "rami.points": "Pontos",
  "result.limit": "Alguém chegou ao limite de pontos.",
} as const;

export type RamiKey = keyof typeof pt;

export const en: Record<RamiKey, string> = {
  "rami.stock": "Stock",
  "rami.stock.count":
    "{n, plural, =0 {stock empty} one {# card in the stock} other {# cards in the stock}}",
  "rami.discard": "Discard",
  "rami.discard.top": "Discard: {card}",
  "rami.discard.none": "Discard empty",
  "rami.table": "Melds on the table",
  "rami.table.empty": "No melds on the table yet.",
  "rami.table.new": "Drop here to meld",
  "rami.set": "Set",
  "rami.run": "Run",
  "rami.meld.yours": "Your meld: {kind}, {cards}",
  "rami.meld.of": "{name}’s meld: {kind}, {cards}",
  "rami.meld.here": "Lay off {cards}",
  "rami.score": "{n, plural, one {# point} other {# points}}",
  "rami.limit.to": "to {limit, number}",
  "rami.limit.long": "Score: {n, number} of {limit, number}",
  "rami.stake": "At stake: {n, number}",
  "rami.stake.long":
    "In your hand: {n, plural, one {# point} other {# points}}, which go to the round’s winner",
  "rami.round": "Round {n, number}",
  "rami.taken": "just taken from the discard",
  "rami.taken.note": "Just taken from the discard: it cannot go back there this turn.",
  "rami.taken.tag": "taken",

  "rami.do.stock": "Draw",
  "rami.do.take": "Take {card}",
  "rami.do.ask": "Ask for a card",
  "rami.do.meld": "Meld",
  "rami.do.lay": "Lay off",
  "rami.do.discard": "Discard",
  "rami.sort.suit": "Sort by suit",
  "rami.sort.rank": "Sort by rank",

  "rami.hint.draw": "Draw from the stock or take the discard.",
  "rami.hint.draw.empty":
    "The stock is gone: asking for a card ends the round. Or take the discard.",
  "rami.hint.choose": "Lift cards to meld or lay off; or discard one.",
  "rami.hint.meld": "There is a meld in your hand: lift its cards and lay it down.",
  "rami.hint.is.set": "This is a set. Lay it down.",
  "rami.hint.is.run": "This is a run. Lay it down.",
  "rami.hint.fits": "It fits a meld on the table: lay it off, or discard it.",
  "rami.hint.fits.several": "These cards fit a meld on the table.",
  "rami.hint.one": "Discard this card, or lift others for a meld.",
  "rami.hint.not.yet": "These are neither a set nor a run yet.",

  "error.one_at_a_time": "Only one card is discarded.",
  "error.must_draw_first": "First draw from the stock or take the discard.",
  "error.discard_empty": "The discard is empty.",
  "error.duplicate_card": "That card was chosen twice.",
  "error.no_such_meld": "That meld is no longer on the table.",
  "error.not_a_meld":
    "Neither set nor run: three cards or more, of one rank or in order in one suit.",
  "error.breaks_meld": "That would break the meld.",
  "error.must_keep_discard": "At this table the last card has to be discarded.",
  "error.cannot_return_taken":
    "The card taken from the discard cannot go back there in the same turn.",

  "rami.event.opened": "Round {n, number}. {card} opens the discard. First to play: {name}.",
  "rami.event.drew": "{name} drew a card.",
  "rami.event.drew.you": "You drew {cards}.",
  "rami.event.took": "{name} took {card} from the discard.",
  "rami.event.melded.set": "{name} laid down a set: {cards}.",
  "rami.event.melded.run": "{name} laid down a run: {cards}.",
  "rami.event.laid": "{name} laid off {cards} on a meld.",
  "rami.event.laid.yours": "{name} laid off {cards} on your meld: {meld}.",
  "rami.event.laid.of": "{name} laid off {cards} on {owner}’s meld: {meld}.",
  "rami.event.discarded": "{name} discarded {card}.",
  "rami.event.counted":
    "{name} was left with {n, plural, one {# point} other {# points}} in hand: {cards}.",
  "rami.event.counted.none": "{name} had no cards left.",
  "rami.event.ended.out":
    "{name} won the round and scores {n, plural, one {# point} other {# points}}.",
  "rami.event.ended.stock":
    "The stock was gone. With least in hand, {name} scores {n, plural, one {# point} other {# points}}.",
  "rami.event.ended.stalled":
    "Nobody laid anything down. With least in hand, {name} scores {n, plural, one {# point} other {# points}}.",
  "rami.event.ended": "The game is over.",

  "rami.sheet": "End of round {n, number}",
  "rami.sheet.hand": "In hand",
  "rami.sheet.gain": "+{n, number}",
  "rami.points": "Points",
  "result.limit": "Somebody reached the limit of points.",
};

/** Rami's own `t`. */
export const r = catalogue(pt, en);
