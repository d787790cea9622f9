/** A room's settings as somebody chooses them, within what the game's policy allows. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import type { RoomSettings, RoomSettingsSchema } from "$gen/room_pb";

import type { Policy } from "../net/api";

export type OptionValue = number | boolean | string[];

export interface Chosen {
  /** Milliseconds; 0: no limit. */
  actionMs: number;
  /** Milliseconds at the start; 0: no clock. */
  clockMs: number;
  incrementMs: number;
  options: Record<string, OptionValue>;
  hidden: boolean;
}

const MOVE_S = [10, 15, 20, 25, 30, 45, 60, 90, 120];
const CLOCK_MIN = [1, 3, 5, 10, 15, 20, 30, 60];
const INCREMENT_S = [0, 2, 5, 10, 15, 30, 60];

/** The policy's own choice. */
export function defaultsOf(policy: Policy): Chosen {
  return {
    actionMs: policy.limit?.default_ms ?? 0,
    clockMs: policy.clock?.initial_ms ?? 0,
    incrementMs: policy.clock?.increment_ms ?? 0,
    options: Object.fromEntries(policy.options.map((spec) => [spec.name, spec.default])),
    hidden: false,
  };
}

/** What a room has now; options that its settings leave out stand at their defaults. */
export function chosenOf(
  policy: Policy,
  settings: RoomSettings | undefined,
  hidden: boolean,
): Chosen {
  const defaults = defaultsOf(policy);
  if (settings === undefined) return { ...defaults, hidden };
  return {
    actionMs: Number(settings.actionMs ?? defaults.actionMs),
    clockMs: Number(settings.clockMs ?? defaults.clockMs),
    incrementMs: Number(settings.incrementMs ?? defaults.incrementMs),
    options: { ...defaults.options, ...optionsOf(settings.options) },
    hidden,
  };
}

function optionsOf(text: string): Record<string, OptionValue> {
  return text === "" ? {} : (JSON.parse(text) as Record<string, OptionValue>);
}

export function toSettings(chosen: Chosen): MessageInitShape<typeof RoomSettingsSchema> {
  return {
    actionMs: BigInt(chosen.actionMs),
    clockMs: BigInt(chosen.clockMs),
    incrementMs: BigInt(chosen.clockMs === 0 ? 0 : chosen.incrementMs),
    options: JSON.stringify(chosen.options),
  };
}

/** Whether two choices come to the same; the order in which options stand does not matter. */
export function isSame(a: Chosen, b: Chosen): boolean {
  return flat(a) === flat(b);
}

function flat({ options, ...rest }: Chosen): string {
  const sorted = Object.entries(options)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([Object.entries(rest).sort(([a], [b]) => a.localeCompare(b)), sorted]);
}

/** Seconds a move that may be chosen, ascending, 0 (no limit) last; with what is set now. */
export function moveLimits(policy: Policy, nowMs: number): number[] {
  const { limit } = policy;
  if (limit === null) return [];
  const within = MOVE_S.map((s) => s * 1_000).filter((ms) => ms >= limit.min_ms);
  return offered(
    within.filter((ms) => ms <= limit.max_ms),
    nowMs,
    limit.none_allowed,
  );
}

/** Milliseconds on the clock at the start that may be chosen; 0: no clock. */
export function clockTimes(policy: Policy, nowMs: number): number[] {
  const { clock } = policy;
  if (clock === null) return [];
  const within = CLOCK_MIN.map((m) => m * 60_000).filter((ms) => ms >= clock.initial_min_ms);
  return offered(
    within.filter((ms) => ms <= clock.initial_max_ms),
    nowMs,
    clock.none_allowed,
  );
}

/** Milliseconds credited after a move that may be chosen. */
export function increments(policy: Policy, nowMs: number): number[] {
  const { clock } = policy;
  if (clock === null) return [];
  const within = INCREMENT_S.map((s) => s * 1_000).filter((ms) => ms <= clock.increment_max_ms);
  return within.includes(nowMs) ? within : [...within, nowMs].sort((a, b) => a - b);
}

function offered(list: number[], now: number, none: boolean): number[] {
  const known = now === 0 || list.includes(now) ? list : [...list, now].sort((a, b) => a - b);
  return none || now === 0 ? [...known, 0] : known;
}

/**
 * The names of a set with `name` put in or taken out; what must not stand beside it goes.
 *
 * @param excludes groups of which one name at most may be taken
 */
export function toggled(
  taken: readonly string[],
  name: string,
  excludes: readonly (readonly string[])[],
): string[] {
  if (taken.includes(name)) return taken.filter((one) => one !== name);
  const rivals = excludes.filter((group) => group.includes(name)).flat();
  return [...taken.filter((one) => !rivals.includes(one)), name];
}
