/** What happens around the cards, in words; the same at every table. */

import type { TableEvent } from "$gen/table_pb";

import { isKnown, tCode } from "../../i18n/index.svelte";

import type { People } from "./people";

/** Null for what needs no words. */
export function describeTable(event: TableEvent, people: People): string | null {
  const known = isKnown(`table.event.${event.type}`);
  return known ? tCode("table.event", event.type, { name: people.who(event.seat) }) : null;
}
