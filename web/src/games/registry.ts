/** The games that this client can show, as they are offered; each is loaded when first needed. */

import type { Component } from "svelte";

import type { SceneProps } from "./scene";

interface Game {
  scene(): Promise<{ default: Component<SceneProps> }>;
  rules(): Promise<{ default: Component }>;
}

export const GAMES: Record<string, Game> = {
  virae: {
    scene: () => import("./virae/Scene.svelte"),
    rules: () => import("./virae/Rules.svelte"),
  },
  "rouba-monte": {
    scene: () => import("./rouba-monte/Scene.svelte"),
    rules: () => import("./rouba-monte/Rules.svelte"),
  },
  rami: {
    scene: () => import("./rami/Scene.svelte"),
    rules: () => import("./rami/Rules.svelte"),
  },
  hearts: {
    scene: () => import("./hearts/Scene.svelte"),
    rules: () => import("./hearts/Rules.svelte"),
  },
  caravan: {
    scene: () => import("./caravan/Scene.svelte"),
    rules: () => import("./caravan/Rules.svelte"),
  },
};
