/** The quick reactions: fixed codes on the wire, an icon and a word here. */

import Clock from "@lucide/svelte/icons/hourglass";
import Frown from "@lucide/svelte/icons/frown";
import Hand from "@lucide/svelte/icons/hand";
import Heart from "@lucide/svelte/icons/heart";
import Laugh from "@lucide/svelte/icons/laugh";
import PartyPopper from "@lucide/svelte/icons/party-popper";
import Sparkles from "@lucide/svelte/icons/sparkles";
import ThumbsUp from "@lucide/svelte/icons/thumbs-up";
import type { Component } from "svelte";

export const EMOTES: Record<string, Component> = {
  thumbs_up: ThumbsUp,
  clap: PartyPopper,
  laugh: Laugh,
  wow: Sparkles,
  sad: Frown,
  hurry: Clock,
  thanks: Heart,
  hello: Hand,
};
