/** The quick reactions: fixed codes on the wire, an icon and a word here. */

import Annoyed from "@lucide/svelte/icons/annoyed";
import Brain from "@lucide/svelte/icons/brain";
import Clover from "@lucide/svelte/icons/clover";
import DoorOpen from "@lucide/svelte/icons/door-open";
import Frown from "@lucide/svelte/icons/frown";
import Hand from "@lucide/svelte/icons/hand";
import Heart from "@lucide/svelte/icons/heart";
import Laugh from "@lucide/svelte/icons/laugh";
import Sparkles from "@lucide/svelte/icons/sparkles";
import ThumbsUp from "@lucide/svelte/icons/thumbs-up";
import type { Component } from "svelte";

export const EMOTES: Record<string, Component> = {
  hello: Hand,
  well_played: ThumbsUp,
  good_luck: Clover,
  thanks: Heart,
  wow: Sparkles,
  oops: Annoyed,
  thinking: Brain,
  laugh: Laugh,
  cry: Frown,
  bye: DoorOpen,
};
