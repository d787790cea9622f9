import type { Component } from "svelte";

/** One line of a menu. */
export interface Choice {
  id: string;
  label: string;
  icon: Component;
  danger?: boolean;
  choose(): void;
}
