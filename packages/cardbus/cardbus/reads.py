"""Reading a stream: from its leader, which knows the last word, or from any replica at once.

The leader answers single messages as JSON. Replicas answer raw messages, many at a time, and may
be a little behind (about two reads in a hundred were, on a cluster under load).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence

from cardbus.protocol import field_of, status_of
from cardbus.wire import Outcome, Wire

BATCH = 256

# sequence, raw message
Raw = tuple[int, bytes]
# None: no answer
OneRead = Callable[[Raw | None, bool], None]
ManyRead = Callable[[list[Raw], bool], None]

_GET = "$JS.API.STREAM.MSG.GET."
_DIRECT = "$JS.API.DIRECT.GET."
_NO_MESSAGE = 10037


def leader_subject(stream: str) -> str:
    """Where the leader is asked for a single message."""
    return _GET + stream


def direct_subject(stream: str) -> str:
    """Where any replica is asked for messages."""
    return _DIRECT + stream


class LeaderRead:
    """One question to the leader; `done(message or None, answered)`."""

    __slots__ = ("_done",)

    def __init__(
        self, wire: Wire, stream: str, query: dict[str, object], deadline_s: float, done: OneRead
    ) -> None:
        self._done = done
        wire.request(
            leader_subject(stream).encode(),
            json.dumps(query, separators=(",", ":")).encode(),
            b"",
            deadline_s,
            self._ended,
        )

    def _ended(self, outcome: Outcome, header: bytes, payload: bytes) -> None:
        if outcome is not Outcome.REPLIED:
            self._done(None, False)
            return
        answer = json.loads(payload)
        error = answer.get("error")
        if error is not None:
            self._done(None, error.get("err_code") == _NO_MESSAGE)
            return
        message = answer["message"]
        self._done((message["seq"], base64.b64decode(message.get("data", ""))), True)


class DirectRead:
    """One question to any replica; `done(messages, answered)`."""

    __slots__ = ("_done", "_found", "_single")

    def __init__(
        self, wire: Wire, stream: str, query: dict[str, object], deadline_s: float, done: ManyRead
    ) -> None:
        self._done = done
        self._found: list[Raw] = []
        self._single = "last_by_subj" in query
        wire.request_many(
            direct_subject(stream).encode(),
            json.dumps(query, separators=(",", ":")).encode(),
            deadline_s,
            self._each,
        )

    def _each(self, outcome: Outcome, header: bytes, payload: bytes) -> bool:
        if outcome is not Outcome.REPLIED:
            self._done([], False)
            return True
        status = status_of(header)
        if status:
            # 404: nothing there; 204: that was all of the batch; others: not understood.
            self._done(self._found, status in (204, 404))
            return True
        sequence = field_of(header, b"Nats-Sequence")
        if sequence is None:
            self._done([], False)
            return True
        self._found.append((int(sequence), payload))
        if self._single:
            self._done(self._found, True)
        return self._single


class Gather:
    """The last messages of many subjects, asked in batches; `done(messages)`, None where a batch
    stayed unanswered."""

    __slots__ = ("_done", "_found", "_left", "_whole")

    def __init__(
        self,
        wire: Wire,
        batches: Sequence[tuple[str, list[str]]],
        deadline_s: float,
        done: Callable[[list[Raw] | None], None],
    ) -> None:
        self._done = done
        self._left = len(batches)
        self._found: list[Raw] = []
        self._whole = True
        for stream, subjects in batches:
            query: dict[str, object] = {"multi_last": subjects, "batch": len(subjects)}
            DirectRead(wire, stream, query, deadline_s, self._read)

    def _read(self, found: list[Raw], answered: bool) -> None:
        self._left -= 1
        self._whole &= answered
        self._found += found
        if self._left == 0:
            self._done(self._found if self._whole else None)


class Tail:
    """Everything of one subject after a sequence, complete up to the leader's last.

    `done(last, messages)`: the leader's last sequence (0: none) and the raw messages in order;
    `done(None, ...)` where a question stayed unanswered.
    """

    __slots__ = (
        "_after",
        "_batches",
        "_deadline_s",
        "_done",
        "_found",
        "_last",
        "_stream",
        "_subject",
        "_wire",
    )

    def __init__(
        self,
        wire: Wire,
        stream: str,
        subject: str,
        after: int,
        *,
        batches: bool,
        deadline_s: float,
        done: Callable[[int | None, Sequence[Raw]], None],
    ) -> None:
        self._wire = wire
        self._stream = stream
        self._subject = subject
        self._after = after
        self._batches = batches
        self._deadline_s = deadline_s
        self._done = done
        self._found: list[Raw] = []
        self._last = 0
        LeaderRead(wire, stream, {"last_by_subj": subject}, deadline_s, self._known)

    def _known(self, message: Raw | None, answered: bool) -> None:
        if not answered:
            self._done(None, ())
        elif message is None:
            self._done(0, ())
        elif message[0] <= self._after:
            self._done(message[0], ())
        else:
            self._last = message[0]
            self._step()

    def _step(self) -> None:
        """One from the leader: mostly that is all there is."""
        query: dict[str, object] = {"seq": self._after + 1, "next_by_subj": self._subject}
        LeaderRead(self._wire, self._stream, query, self._deadline_s, self._stepped)

    def _stepped(self, message: Raw | None, answered: bool) -> None:
        if not answered:
            self._done(None, ())
        elif message is None:
            # Purged between the two questions.
            self._done(0, ())
        else:
            self._take(message)
            if self._after >= self._last:
                self._done(self._last, self._found)
            elif self._batches:
                self._batch()
            else:
                self._step()

    def _batch(self) -> None:
        query: dict[str, object] = {
            "seq": self._after + 1,
            "next_by_subj": self._subject,
            "batch": BATCH,
        }
        DirectRead(self._wire, self._stream, query, self._deadline_s, self._batched)

    def _batched(self, found: list[Raw], answered: bool) -> None:
        for message in found:
            self._take(message)
        if self._after >= self._last:
            self._done(self._last, self._found)
        else:
            # A replica behind its leader, or more than a batch: the leader's word for the next.
            self._step()

    def _take(self, message: Raw) -> None:
        self._found.append(message)
        self._after = message[0]
