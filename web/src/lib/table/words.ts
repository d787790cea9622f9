/** What the tables' shared frame says beyond the first catalogue. */

import { catalogue } from "../../i18n/index.svelte";

const pt = {
  "frame.gone": "Saiu da partida",
  "frame.leave.out":
    "Sair da partida? As suas cartas ficam na mesa e você não volta a esta partida.",
  "frame.fair": "Sorteio verificável",
  "frame.fair.text":
    "Esta é a impressão digital da semente que embaralha esta partida, fixada antes de dar as cartas. A semente aparece no fim, e com ela qualquer um pode dar tudo de novo e conferir.",
  "frame.fair.print": "Impressão digital (SHA-256)",
  "frame.fair.seed": "Semente",
  "frame.fair.later": "A semente é revelada quando a partida acabar.",
  "frame.fair.seal": "Selo da partida",
  "frame.fair.seal.hint":
    "Quem esteve à mesa vê este mesmo selo. Em “Conferir uma partida” compara-se um com o outro: se são iguais, ninguém mudou um lance depois.",
  "error.wrong_phase": "Isso não se faz neste momento da partida.",
  "error.unknown_action": "Este jogo não tem essa jogada.",
  "error.malformed_action": "A jogada chegou incompleta. Tente de novo.",
} as const;

type Key = keyof typeof pt;

const en: Record<Key, string> = {
  "frame.gone": "Left the game",
  "frame.leave.out":
    "Leave the game? Your cards stay on the table and you cannot come back into it.",
  "frame.fair": "Verifiable draw",
  "frame.fair.text":
    "This is the fingerprint of the seed that shuffles this game, fixed before the deal. The seed is shown at the end, and with it anyone can deal everything again and check.",
  "frame.fair.print": "Fingerprint (SHA-256)",
  "frame.fair.seed": "Seed",
  "frame.fair.later": "The seed is revealed once the game is over.",
  "frame.fair.seal": "Seal of the game",
  "frame.fair.seal.hint":
    "Everyone at the table sees this same seal. “Verify a game” compares one with another: if they are equal, nobody has changed a move since.",
  "error.wrong_phase": "That can’t be done at this point of the game.",
  "error.unknown_action": "This game has no such move.",
  "error.malformed_action": "The move arrived incomplete. Try again.",
};

export const frameTexts = { "pt-BR": pt, en };
export const tf = catalogue<Key>(pt, en);
