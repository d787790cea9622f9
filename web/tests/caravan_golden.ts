/** Positions in the notation of the rules, as the views that a client is sent. */

import { readFileSync } from "node:fs";

import { create, fromJson } from "@bufbuild/protobuf";
import type { JsonValue } from "@bufbuild/protobuf";

import { CaravanEventSchema, CaravanViewSchema } from "$gen/caravan_pb";
import type { CaravanView } from "$gen/caravan_pb";
import { GameEventSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";

type Json = Record<string, JsonValue>;
type BySeat<T> = Record<string, T>;

interface Route {
  cards: string[][];
  value?: number;
  direction?: string | null;
  suit?: string | null;
}

interface Public {
  phase: string;
  turn: number | null;
  variants: string[];
  counts: BySeat<number>;
  decks: BySeat<number>;
  discards: BySeat<string[]>;
  routes: BySeat<Route[]>;
  moves: BySeat<number>;
  sold: (number | null)[];
  history: string[];
}

interface Private {
  hand: string[];
  legal: Json[];
  reasons: (string | null)[];
}

export interface Step {
  events?: Json[];
  public?: Public;
  private?: BySeat<Private>;
}

export function read<T>(path: string): T[] {
  const text = readFileSync(new URL(`../../tests/${path}`, import.meta.url), "utf8");
  if (path.endsWith(".json")) return JSON.parse(text) as T[];
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

export function sidesOf(
  seats: readonly number[],
  routes: BySeat<Route[]>,
  moves: BySeat<number>,
  rest: (seat: string) => object = () => ({}),
) {
  return seats.map((seat) => ({
    seat,
    moves: moves[seat] ?? 0,
    routes: (routes[seat] ?? []).map(({ cards, value, direction, suit }) => ({
      cards: cards.map((stack) => ({ cards: stack })),
      value: value ?? 0,
      direction: direction ?? undefined,
      suit: suit ?? "",
    })),
    ...rest(String(seat)),
  }));
}

export function viewFor(
  step: Required<Pick<Step, "public" | "private">>,
  seat: number,
): CaravanView {
  const shown = step.public;
  const own = step.private[seat];
  return create(CaravanViewSchema, {
    phase: shown.phase,
    turn: shown.turn ?? undefined,
    variants: shown.variants,
    sides: sidesOf([0, 1], shown.routes, shown.moves, (name) => ({
      hand: shown.counts[name],
      deck: shown.decks[name],
      discard: shown.discards[name],
    })),
    sold: shown.sold.map((seller) => seller ?? -1),
    history: shown.history,
    own: own && {
      hand: own.hand,
      legal: own.legal as object[],
      reasons: own.reasons.map((reason) => reason ?? ""),
    },
  });
}

export function eventOf(event: Json): GameEvent {
  // How a result is written on the wire is no matter of words.
  const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== "result"));
  const value = fromJson(CaravanEventSchema, rest, { ignoreUnknownFields: true });
  return create(GameEventSchema, { kind: { case: "caravan", value } });
}
