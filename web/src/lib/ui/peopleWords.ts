/** The sentences about the people in a room. */

import { catalogue } from "../../i18n/index.svelte";

const pt = {
  "people.title": "Pessoas na sala",
  "people.count": "Pessoas na sala: {n, number}",
  "people.you": "você",
  "people.host": "anfitrião",
  "people.seat": "cadeira {n, number}",
  "people.next": "cadeira {n, number} na próxima",
  "people.watching": "assistindo",
  "people.away": "sem conexão",
  "people.silence": "Silenciar",
  "people.hear": "Ouvir de novo",
  "people.silenced": "silenciado",
  "people.reserved": "A cadeira {n, number} é sua na próxima partida.",
  "people.give_up": "Desistir da cadeira",
  "people.reserve": "Reservar a cadeira {n, number}",
  "people.none_free": "Não há cadeira livre para a próxima partida.",
} as const;

type Key = keyof typeof pt;

const en: Record<Key, string> = {
  "people.title": "People in the room",
  "people.count": "People in the room: {n, number}",
  "people.you": "you",
  "people.host": "host",
  "people.seat": "seat {n, number}",
  "people.next": "seat {n, number} next",
  "people.watching": "watching",
  "people.away": "not connected",
  "people.silence": "Mute",
  "people.hear": "Unmute",
  "people.silenced": "muted",
  "people.reserved": "Seat {n, number} is yours in the next game.",
  "people.give_up": "Give up the seat",
  "people.reserve": "Reserve seat {n, number}",
  "people.none_free": "No seat is free for the next game.",
};

export const tp = catalogue<Key>(pt, en);
