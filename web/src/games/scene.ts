import type { Room } from "$gen/room_pb";
import type { Update } from "$gen/table_pb";

import type { Client } from "../lib/state/client.svelte";

/** What every game's scene is given. */
export interface SceneProps {
  client: Client;
  room: Room;
  update: Update;
  /** The result has been seen: back to the room. */
  dismiss(): void;
}
