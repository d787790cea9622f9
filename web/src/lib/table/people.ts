/** The people and bots at a table, by seat, as sentences name them. */

import { Presence } from "$gen/table_pb";
import type { TableSeat, Update } from "$gen/table_pb";

import { t } from "../../i18n/index.svelte";

export interface People {
  /** The reader's own seat; undefined for who watches. */
  readonly you: number | undefined;
  /** As the subject at the beginning of a sentence. */
  who(seat: number | undefined): string;
  /** As the object within a sentence. */
  whom(seat: number | undefined): string;
}

export function peopleOf(update: Update): People {
  const names = new Map(update.table?.seats.map((seat) => [seat.seat, seat.name]));
  const name = (seat: number | undefined) => (seat === undefined ? "" : (names.get(seat) ?? ""));
  return {
    you: update.you,
    who: (seat) => (seat !== undefined && seat === update.you ? t("table.you") : name(seat)),
    whom: (seat) =>
      seat !== undefined && seat === update.you ? t("table.you").toLocaleLowerCase() : name(seat),
  };
}

/** The other seats as they sit around the table, from the reader's left; all for who watches. */
export function around(seats: readonly TableSeat[], you: number | undefined): TableSeat[] {
  const sorted = [...seats].sort((a, b) => a.seat - b.seat);
  if (you === undefined) return sorted;
  const own = sorted.findIndex((seat) => seat.seat === you);
  if (own < 0) return sorted;
  return [...sorted.slice(own + 1), ...sorted.slice(0, own)];
}

/** How much room the felt gives to the seats around it. */
export type FeltShape = "wide" | "low" | "tall" | "tight";

/** The shape of a felt of this size in pixels. `Seat.svelte` asks the same of its container. */
export function feltShape(width: number, height: number): FeltShape {
  if (height <= 270) return "low";
  if (width <= 420 && height <= 480) return "tight";
  return height > width ? "tall" : "wide";
}

/** Whether so many others are shown flat, the name beside the picture: then a row needs no height. */
export function liesFlat(count: number, shape: FeltShape): boolean {
  return shape === "tight" && count <= 3;
}

/** Where `count` others sit, in percent of the felt, from the reader's left over the top. */
export function spotsAround(count: number, shape: FeltShape): { x: number; y: number }[] {
  const reach = [0, 0, 62, 76, 86, 90][count] ?? 90;
  return Array.from({ length: count }, (_, i) => {
    const turn = count === 1 ? 0 : -reach + (2 * reach * i) / (count - 1);
    const angle = (turn * Math.PI) / 180;
    // In a row where there is no room for an arc; above the piles, not beside them, where tall.
    if (shape === "tight") {
      return {
        x: ((i + 0.5) * 100) / count,
        y: liesFlat(count, shape) ? 0 : 14 - 4 * Math.cos(angle),
      };
    }
    const y = shape === "tall" ? 35 - 27 * Math.cos(angle) : 44 - 36 * Math.cos(angle);
    return { x: 50 + 44 * Math.sin(angle), y };
  });
}

export function isAutomatic(seat: TableSeat): boolean {
  return (
    seat.presence === Presence.BOT ||
    seat.presence === Presence.BOT_FOR_PERSON ||
    seat.presence === Presence.LEFT
  );
}
