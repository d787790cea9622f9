/** This browser's part in the next deal: offered once for each promise. */

import { RoomPhase } from "$gen/room_pb";
import type { Room } from "$gen/room_pb";

import { toHex } from "../fair/shuffle";
import type { Bytes } from "../fair/shuffle";

import { nonceFor } from "./draws";

export class Contribution {
  private offered = "";

  /** The server may have lost what was offered. */
  again(): void {
    this.offered = "";
  }

  /** A number of one's own for the next deal, once one is seated and the promise is made. */
  due(room: Room, playerId: string): { roomId: string; gameId: string; nonce: Bytes } | null {
    const seat = room.seats.find((one) => one.playerId === playerId);
    if (room.phase !== RoomPhase.WAITING || room.commitment.length === 0) return null;
    if (seat === undefined || seat.contributed) return null;
    const promise = `${room.gameId} ${seat.seat} ${toHex(room.commitment)}`;
    if (this.offered === promise) return null;
    this.offered = promise;
    const { roomId, gameId } = room;
    return { roomId, gameId, nonce: nonceFor(gameId, room.commitment) };
  }
}
