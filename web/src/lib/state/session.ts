/** Who this browser is: a guest's name and token, kept over visits. */

import { newSession } from "../net/api";
import type { Session } from "../net/api";
import { Refusal } from "../net/refusal";

const STORED = "carteado.session";
const NAME = "carteado.name";

interface Stored {
  playerId: string;
  name: string;
  token: string;
}

function stored(): Stored | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? "null");
    if (typeof value !== "object" || value === null || !("token" in value)) return null;
    return value as Stored;
  } catch {
    return null;
  }
}

function keep(session: Stored): Stored {
  localStorage.setItem(STORED, JSON.stringify(session));
  return session;
}

export class SessionKeeper {
  private current = stored();
  private making: Promise<Stored> | null = null;

  /** @param guestName a name for somebody who has not chosen one yet */
  constructor(private readonly guestName: () => string) {}

  get name(): string {
    return this.current?.name ?? localStorage.getItem(NAME) ?? "";
  }

  get playerId(): string {
    return this.current?.playerId ?? "";
  }

  /** The token; a new session's where there is none or the old one is refused (`renew`). */
  async token(renew: boolean): Promise<string> {
    // Another tab may have begun the session meanwhile.
    this.current = stored() ?? this.current;
    if (this.current !== null && !renew) return this.current.token;
    this.making ??= this.begin().finally(() => (this.making = null));
    return (await this.making).token;
  }

  learn(playerId: string, name: string, token: string): void {
    const before = this.current;
    this.current = keep({ playerId, name, token: token || (before?.token ?? "") });
    localStorage.setItem(NAME, name);
  }

  /** This browser is somebody else from the next connection on. */
  replace(made: Session): void {
    this.current = keep({ playerId: made.player_id, name: made.name, token: made.token });
    localStorage.setItem(NAME, made.name);
  }

  /** Nothing is known of anybody here any more. */
  forget(): void {
    this.current = null;
    localStorage.removeItem(STORED);
    localStorage.removeItem(NAME);
  }

  private async begin(): Promise<Stored> {
    const name = this.name || this.guestName();
    let made;
    try {
      made = await newSession(name);
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code !== "name_refused") throw reason;
      made = await newSession(this.guestName());
    }
    this.current = keep({ playerId: made.player_id, name: made.name, token: made.token });
    return this.current;
  }
}
