/** The ends of seals that this browser computed when games ended, to hold later copies against. */

const STORED = "carteado.seals";
const KEPT = 40;

export interface Seal {
  gameId: string;
  commitment: string;
  whole: string;
}

function stored(): Seal[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(value) ? (value as Seal[]) : [];
  } catch {
    return [];
  }
}

/** The first one that was seen of a game stays. */
export function keepSeal(seal: Seal): void {
  const known = stored();
  if (known.some(({ gameId }) => gameId === seal.gameId)) return;
  localStorage.setItem(STORED, JSON.stringify([seal, ...known].slice(0, KEPT)));
}

/** What this browser saw at the end of that game, else of the game with that commitment. */
export function sealOf(gameId: string | null, commitment: string): string | null {
  const found = stored().find((seal) =>
    gameId === null ? seal.commitment === commitment : seal.gameId === gameId,
  );
  return found?.whole ?? null;
}
