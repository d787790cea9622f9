/** The tutorial's table: it answers from a game that the rules have played, step by step. */

import { create, fromJson } from "@bufbuild/protobuf";
import type { JsonValue, MessageInitShape } from "@bufbuild/protobuf";

import type { Reaction } from "$gen/client_pb";
import { CaravanActionSchema } from "$gen/caravan_pb";
import type { CaravanAction } from "$gen/caravan_pb";
import { UpdateSchema } from "$gen/table_pb";
import type { ActionSchema, Update } from "$gen/table_pb";

import type { Client } from "../../lib/state/client.svelte";
import { Signal } from "../../lib/state/signal";
import type { Taken } from "../../lib/state/tables";
import { motionReduced } from "../../lib/table/flights";

import { targetOf } from "./targets";
import type { Target } from "./targets";
import played from "./tutorial.json";
import { LESSONS } from "./tutorialTexts";
import type { Lesson } from "./tutorialTexts";

const LEARNER = 0;
const THINKS_MS = 1_400;
const THINKS_REDUCED_MS = 500;

interface Step {
  lesson: string;
  seat: number;
  action: object;
  update: JsonValue;
}

const steps = played.steps as unknown as Step[];

/** What the tutorial's table has in common with a connection to a real one. */
type Link = Pick<
  Client,
  "acting" | "live" | "offsetMs" | "playerId" | "reactions" | "table" | "updates" | "act"
>;

export class TutorialTable implements Link {
  acting = $state(false);
  readonly live = true;
  readonly offsetMs = 0;
  readonly playerId = "learner";
  readonly reactions = new Signal<[reaction: Reaction]>();
  readonly updates = new Signal<[taken: Taken, before: Update | undefined]>();
  shown = $state.raw<Update>(create(UpdateSchema));
  /** The move that was tried in place of the one that is taught was legal, but leads elsewhere. */
  strayed = $state(false);
  private at = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param names of the learner and the Master, as they are shown */
  constructor(private readonly names: readonly [string, string]) {
    this.shown = this.read(played.beginning as unknown as JsonValue);
  }

  get table(): Update {
    return this.shown;
  }

  get over(): boolean {
    return this.at >= steps.length;
  }

  /** The Master is to move. */
  get waiting(): boolean {
    return !this.over && steps[this.at]?.seat !== LEARNER;
  }

  get lesson(): Lesson {
    const name = steps[Math.min(this.at, steps.length - 1)]?.lesson;
    return LESSONS.find((lesson) => lesson === name) ?? LESSONS[0];
  }

  /** Which step of how many, from 1. */
  get number(): number {
    return LESSONS.indexOf(this.lesson) + 1;
  }

  /** The move that is taught now. */
  get wanted(): CaravanAction | null {
    const step = steps[this.at];
    if (step === undefined || step.seat !== LEARNER) return null;
    return create(CaravanActionSchema, step.action);
  }

  get target(): Target | null {
    return this.wanted === null ? null : targetOf(this.wanted, LEARNER);
  }

  /** A move of the learner: the one that is taught leads on, any other is only answered. */
  act(action: MessageInitShape<typeof ActionSchema>): Promise<boolean> {
    const { wanted } = this;
    const made = action.game?.case === "caravan" ? action.game.value : undefined;
    if (wanted === null || made === undefined) return Promise.resolve(false);
    this.strayed = !isSame(create(CaravanActionSchema, made), wanted);
    if (this.strayed) return Promise.resolve(false);
    this.go();
    if (this.waiting) {
      this.timer = setTimeout(() => this.go(), motionReduced() ? THINKS_REDUCED_MS : THINKS_MS);
    }
    return Promise.resolve(true);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private go(): void {
    const step = steps[this.at];
    if (step === undefined) return;
    const before = this.shown;
    this.at += 1;
    this.shown = this.read(step.update);
    this.updates.emit({ update: this.shown, animate: true }, before);
  }

  private read(json: JsonValue): Update {
    const update = fromJson(UpdateSchema, json);
    for (const seat of update.table?.seats ?? []) seat.name = this.names[seat.seat] ?? "";
    return update;
  }
}

function isSame(a: CaravanAction, b: CaravanAction): boolean {
  return (
    a.type === b.type &&
    a.card === b.card &&
    a.route === b.route &&
    a.seat === b.seat &&
    a.index === b.index
  );
}
