/** People whose reactions this browser does not show. */

const STORED = "carteado.silenced";
const KEPT = 200;

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

class Silenced {
  private ids = $state.raw<readonly string[]>(stored());

  has(playerId: string): boolean {
    return this.ids.includes(playerId);
  }

  toggle(playerId: string): void {
    const others = this.ids.filter((id) => id !== playerId);
    this.ids = this.has(playerId) ? others : [playerId, ...others].slice(0, KEPT);
    localStorage.setItem(STORED, JSON.stringify(this.ids));
  }
}

export const silenced = new Silenced();
