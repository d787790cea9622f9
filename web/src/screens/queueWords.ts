/** The sentences of the rated queue and of rated rooms. */

import { catalogue } from "../i18n/index.svelte";

const pt = {
  "waiting.join": "Partida ranqueada",
  "waiting.waiting": "Procurando adversário para {game}… {time}",
  "waiting.people": "{n, plural, one {Na fila: só você} other {Na fila: # pessoas}}",
  "waiting.leave": "Sair da fila",
  "waiting.away": "Você saiu da fila: a conexão caiu por tempo demais.",
  "waiting.rooms": "Você saiu da fila: já está em três salas.",
  "waiting.lost": "A fila se perdeu. Entre de novo.",
  "waiting.found": "Adversário encontrado!",
  "rated.room": "Partida ranqueada",
  "rated.wait": "A partida começa quando os dois chegarem.",
  "rated.agree": "Valer para o ranking",
  "rated.agree.hint": "Vale se os dois concordarem, com as regras padrão, numa sala privada.",
  "rated.other": "A outra pessoa concorda.",
  "rated.other.not": "A outra pessoa ainda não concordou.",
} as const;

type Key = keyof typeof pt;

const en: Record<Key, string> = {
  "waiting.join": "Rated game",
  "waiting.waiting": "Looking for a {game} opponent… {time}",
  "waiting.people": "{n, plural, one {In the queue: only you} other {In the queue: # people}}",
  "waiting.leave": "Leave the queue",
  "waiting.away": "You are out of the queue: the connection was gone for too long.",
  "waiting.rooms": "You are out of the queue: you are in three rooms already.",
  "waiting.lost": "The queue was lost. Join again.",
  "waiting.found": "Opponent found!",
  "rated.room": "Rated game",
  "rated.wait": "The game begins once both are here.",
  "rated.agree": "Count it for the leaderboard",
  "rated.agree.hint": "It counts if both agree, by the standard rules, in a private room.",
  "rated.other": "The other person agrees.",
  "rated.other.not": "The other person has not agreed yet.",
};

export const tq = catalogue<Key>(pt, en);
