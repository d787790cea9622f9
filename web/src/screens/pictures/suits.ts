/** The four suits as paths around 0 0, about 84 units high. */
export const SUITS = {
  C: "M-11 42L-4 16A19 19 0 1 1-17-10A19 19 0 1 1 17-10A19 19 0 1 1 4 16L11 42Z",
  D: "M0-44L31 0L0 44L-31 0Z",
  H: "M0 40C-46 6-42-36-17-36C-6-36 0-27 0-21C0-27 6-36 17-36C42-36 46 6 0 40Z",
  S: "M0-44C44-10 44 26 19 26C10 26 5 21 3 16L11 42H-11L-3 16C-5 21-10 26-19 26C-44 26-44-10 0-44Z",
} as const;

export type SuitId = keyof typeof SUITS;
