/** The sentences of the replay. */

import { catalogue } from "../i18n/index.svelte";

const pt = {
  "replay.name": "Replay",
  "replay.title": "Replay: {game}",
  "replay.controls": "Controles do replay",
  "replay.first": "Ir ao início",
  "replay.back": "Lance anterior",
  "replay.play": "Reproduzir",
  "replay.pause": "Parar",
  "replay.forward": "Próximo lance",
  "replay.last": "Ir ao fim",
  "replay.step": "Lance",
  "replay.of": "Lance {n, number} de {total, number}",
  "replay.deal": "Cartas dadas",
  "replay.won": "{names} {n, plural, one {venceu} other {dividiram a vitória}}",
  "replay.void": "Partida sem vencedor",
  "replay.speed": "Velocidade: {n}×",
  "replay.seat": "Ver como",
  "replay.watcher": "Quem assiste",
  "replay.nobody": "Cadeira {n, number}",
  "replay.share": "Copiar link do replay",
  "replay.hands": "Mãos de todos",
  "replay.verify": "Conferir o registro",
  "replay.version": "Esta partida foi jogada por regras antigas, que este servidor não tem mais.",
  "replay.missing": "Não há partida terminada com este código.",
} as const;

type Key = keyof typeof pt;

const en: Record<Key, string> = {
  "replay.name": "Replay",
  "replay.title": "Replay: {game}",
  "replay.controls": "Replay controls",
  "replay.first": "To the start",
  "replay.back": "Step back",
  "replay.play": "Play",
  "replay.pause": "Stop",
  "replay.forward": "Step forward",
  "replay.last": "To the end",
  "replay.step": "Step",
  "replay.of": "Step {n, number} of {total, number}",
  "replay.deal": "The deal",
  "replay.won": "{names} {n, plural, one {won} other {shared the win}}",
  "replay.void": "No winner",
  "replay.speed": "Speed: {n}×",
  "replay.seat": "View as",
  "replay.watcher": "A watcher",
  "replay.nobody": "Seat {n, number}",
  "replay.share": "Copy the replay’s link",
  "replay.hands": "Everyone’s hands",
  "replay.verify": "Verify the record",
  "replay.version": "This game was played by old rules that this server no longer has.",
  "replay.missing": "There is no finished game with this code.",
};

export const tr = catalogue<Key>(pt, en);
