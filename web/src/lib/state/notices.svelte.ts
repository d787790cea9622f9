/** Short messages that come and go at the edge of the screen. */

import { t, tCode } from "../../i18n/index.svelte";
import { Refusal } from "../net/refusal";

const SHOWN_MS = 5_000;

export interface Notice {
  id: number;
  text: string;
  kind: "plain" | "problem";
}

class Notices {
  list = $state<Notice[]>([]);
  private next = 0;

  say(text: string, kind: Notice["kind"] = "plain"): void {
    const id = ++this.next;
    // The same again only renews it.
    this.list = [...this.list.filter((notice) => notice.text !== text), { id, text, kind }];
    setTimeout(() => this.drop(id), SHOWN_MS);
  }

  /** What went wrong, in words; a defect of the client itself is not hidden. */
  problem(reason: unknown): void {
    if (reason instanceof Refusal) this.say(tCode("error", reason.code), "problem");
    else {
      this.say(t("error.unknown", { code: "client" }), "problem");
      throw reason;
    }
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
