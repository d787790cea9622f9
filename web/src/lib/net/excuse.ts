/** Why a document could not be had, in words. */

import { t, tCode } from "../../i18n/index.svelte";

import { Refusal } from "./refusal";

/** @throws whatever is neither a refusal nor a network that is away */
export function excuse(reason: unknown): string {
  if (reason instanceof Refusal) return tCode("error", reason.code);
  if (reason instanceof TypeError) return t("error.unavailable");
  throw reason;
}
