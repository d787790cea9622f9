"""A player of Carteado in one file: opens a room, seats bots, and plays a whole game.

    pip install websockets && python play.py http://127.0.0.1:8080 hearts

It knows no rules: what may be done stands in every view. It speaks the JSON subprotocol and comes
back after a lost connection; docs/clients.md explains each step.
"""

import argparse
import asyncio
import base64
import hashlib
import itertools
import json
import random
import secrets
import time
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ENDED = ("TABLE_STATUS_OVER", "TABLE_STATUS_ABORTED")
LASTING = ("stale_session", "unsupported_version")


class Refused(Exception):
    """The server said no; `code` says why."""

    def __init__(self, error):
        self.code, self.params = error["code"], error.get("params", {})
        super().__init__(f"{self.code} {self.params}")


def http(url, body=None):
    """One JSON document, by GET, or by POST where there is a body."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


class Client:
    """One socket, found again when it is lost; `room` and `update` are always the newest."""

    def __init__(self, url, token):
        self.socket_url, self.token = url.replace("http", "ws", 1) + "/ws", token
        salt = secrets.token_hex(4)  # no other frame of this person bears the same id
        self.ids = (f"{salt}-{number}" for number in itertools.count(1))
        self.room, self.update, self.offset_ms = {}, None, 0

    async def open(self):
        """Connect and say hello; after a loss also enter the room again. Waits ever longer."""
        for attempt in itertools.count():
            try:
                self.socket = await connect(
                    self.socket_url, subprotocols=["carteado.v1+json"], max_size=None
                )
                hello = {"token": self.token, "versions": [1], "client": "example-python 1"}
                welcome = (await self.exchange({"hello": hello}))["welcome"]
                self.token = welcome.get("token", self.token)
                asked_ms = time.time() * 1000
                pong = (await self.exchange({"ping": {}}))["pong"]
                self.offset_ms = int(pong["server_ms"]) - (asked_ms + time.time() * 1000) / 2
                if self.room:
                    await self.exchange({"enter_room": {"code": self.room["code"]}})
                return
            except Refused as refused:
                if refused.code in LASTING:
                    raise
            except (OSError, WebSocketException):
                pass
            await asyncio.sleep(random.uniform(0.5, 1.5) * min(10, 0.2 * 2**attempt))

    async def ask(self, **body):
        """Send one frame and return its answer. The same id again gets the same answer, so that
        after a loss, or where the outcome is not known, the very same frame is sent again."""
        frame_id = next(self.ids)
        while True:
            try:
                return await self.exchange(body, frame_id)
            except (OSError, WebSocketException):
                await self.open()
            except Refused as refused:
                if refused.code not in ("unavailable", "rate_limited"):
                    raise
                await asyncio.sleep(0.5)

    async def exchange(self, body, frame_id=None):
        """One frame and its answer on this very socket, taking in whatever comes meanwhile."""
        frame_id = frame_id or next(self.ids)
        await self.socket.send(json.dumps({"id": frame_id, **body}))
        while True:
            frame = await self.take()
            if frame.get("reply_to") == frame_id:
                if "error" in frame:
                    raise Refused(frame["error"])
                return frame

    async def take(self):
        """The next frame. A room or an update replaces the one before; neither goes back."""
        frame = json.loads(await self.socket.recv())
        room = frame.get("room")
        if room and int(room["revision"]) >= int(self.room.get("revision", 0)):
            self.room = room
        if "update" in frame:
            self.update = frame["update"]
        return frame

    async def wait(self):
        """Until something comes."""
        try:
            await self.take()
        except (OSError, WebSocketException):
            await self.open()


def choose(update):
    """An action that the view calls legal, or None where nothing is to be done."""
    ((game, view),) = update["view"].items()
    legal = view.get("own", {}).get("legal", [])
    if not legal or update["table"]["status"] != "TABLE_STATUS_PLAYING":
        return None
    # Melds and announcements before the rest: a game comes to its end sooner so.
    eager = [a for a in legal if a["type"] in ("meld", "lay_off", "capture") or a.get("call")]
    action = random.choice(eager or legal)
    if "choose" in action:  # "any so many of these": name them
        cards = random.sample(action["from"], action["choose"])
        action = {"type": action["type"], "cards": cards}
    return {game: action}


async def play(client, game, bots, settings):
    """Open a room, deal, and play to the end."""
    await client.ask(create_room={"game": game, "private": True, "settings": settings})
    room = client.room
    room_id = room["room_id"]
    if not any(seat.get("player_id") == room["host_id"] for seat in room["seats"]):
        await client.ask(take_seat={"room_id": room_id, "seat": 0})
    for _ in range(bots):
        await client.ask(add_bot={"room_id": room_id, "level": "BOT_LEVEL_EASY"})
    while "commitment" not in client.room:
        await client.wait()
    # My part of the chance; the commitment has fixed the server's.
    nonce = base64.b64encode(secrets.token_bytes(32)).decode()
    game_id, commitment = client.room["game_id"], client.room["commitment"]
    await client.ask(contribute={"room_id": room_id, "game_id": game_id, "nonce": nonce})
    await client.ask(start_game={"room_id": room_id})
    print("dealt", flush=True)
    tried = 0
    while client.update is None or client.update["table"]["status"] not in ENDED:
        update = client.update
        action = choose(update) if update and update["version"] > tried else None
        if action is None:
            await client.wait()
            continue
        tried = update["version"]
        act = {"game_id": game_id, "version": tried, "action": action}
        try:
            await client.ask(act=act)
        except Refused as refused:  # somebody, or the clock, was faster: look again
            print(f"  refused at version {tried}: {refused}")
    seed = base64.b64decode(client.update["table"]["server_seed"])
    fair = hashlib.sha256(seed).digest() == base64.b64decode(commitment)
    print("the seed is", "the one that was committed to" if fair else "ANOTHER ONE")
    await client.ask(leave_room={"room_id": room_id})


async def main():
    parser = argparse.ArgumentParser(description="Play one game of Carteado against bots.")
    parser.add_argument("url", help="http://host:port")
    parser.add_argument("game", help="virae, rouba-monte, rami, hearts or caravan")
    parser.add_argument("--bots", type=int, default=0, help="0: as many as the game can take")
    parser.add_argument("--options", type=json.loads, default={}, help="the game's, as JSON")
    given = parser.parse_args()
    policy = http(f"{given.url}/api/config")["games"][given.game]
    client = Client(given.url, http(f"{given.url}/api/session", {"name": "Example"})["token"])
    await client.open()
    settings = {"options": json.dumps(given.options)}
    await play(client, given.game, given.bots or policy["bots_max"], settings)
    await client.socket.close()
    table = client.update["table"]
    winners = table.get("result", {}).get("winners", [])
    winners = [seat["name"] for seat in table["seats"] if seat.get("seat", 0) in winners]
    won = ", ".join(winners) or "nobody"
    print(f"{given.game}: {client.update['version']} versions, won by {won}")


if __name__ == "__main__":
    asyncio.run(main())
