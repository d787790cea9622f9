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
  "frame.act": "Jogar",
  "frame.choose": "Escolha o alvo",
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
  "frame.act": "Play",
  "frame.choose": "Choose a target",
};

export const frameTexts = { "pt-BR": pt, en };
export const tf = catalogue<Key>(pt, en);
