"""The one way through uncertain appends, as a machine against a model of a subject."""

from __future__ import annotations

import secrets

from hypothesis import given
from hypothesis import strategies as st

from cardbus.outcome import (
    Appended,
    Conflict,
    OutcomeMachine,
    Publish,
    Read,
    Stored,
    Unknown,
)
from cardproto.v1.engine_pb2 import LogEntry

UNTIL = 15.0


def stored(sequence: int, raw: bytes) -> Stored[LogEntry]:
    return Stored(sequence, LogEntry(), raw)


def machine(expected: int, mark: bytes = b"mine") -> OutcomeMachine[LogEntry]:
    return OutcomeMachine(expected, mark, UNTIL)


def test_a_plain_acceptance_is_certain() -> None:
    """Nothing to read, nothing to nudge."""
    assert machine(4).accepted(5) == Appended(5, (), False)


def test_a_conflict_is_looked_at_at_once() -> None:
    """Without doubt: nobody has to be nudged."""
    m = machine(4)
    assert m.conflicted(0.0) == Read(0.0)
    other = stored(6, b"other")
    assert m.read(0.0, 6, [other]) == Conflict((other,))
    assert not m.in_doubt


def test_our_own_bytes_mean_accepted() -> None:
    """Wherever they stand, with all that came after."""
    m = machine(4)
    m.unanswered(0.0)
    after = stored(9, b"other")
    assert m.read(0.1, 9, [stored(7, b"...mine..."), after]) == Appended(7, (after,), True)


def test_an_unchanged_subject_is_written_again() -> None:
    """With a growing pause; an acceptance then is told as uncertain."""
    m = machine(4)
    assert m.unanswered(0.0) == Read(0.0)
    first = m.read(0.1, 4, [])
    second = m.read(0.2, 4, [])
    assert isinstance(first, Publish)
    assert isinstance(second, Publish)
    assert first.pause_s < second.pause_s
    assert m.accepted(5) == Appended(5, (), True)


def test_a_leader_that_knows_less_than_we_do_is_asked_again() -> None:
    """It was frozen, and does not know yet that it leads no more."""
    m = machine(4)
    m.conflicted(0.0)
    assert isinstance(m.read(0.1, 3, []), Read)


def test_a_subject_that_stays_away_was_purged() -> None:
    """Not at first sight."""
    m = machine(4)
    m.conflicted(0.0)
    assert isinstance(m.read(0.1, 0, []), Read)
    assert isinstance(m.read(1.0, 0, []), Read)
    assert m.read(2.2, 0, []) == Conflict(())


def test_the_first_entry_of_a_subject_finds_nothing_there() -> None:
    """Expected 0 and nothing there: not a purge."""
    m = machine(0)
    m.unanswered(0.0)
    assert isinstance(m.read(5.0, 0, []), Publish)


def test_without_certainty_it_ends_as_unknown() -> None:
    """Neither answer nor reading for fifteen seconds."""
    m = machine(4)
    now = 0.0
    step = m.unanswered(now)
    for _ in range(200):
        if isinstance(step, Unknown):
            break
        assert isinstance(step, Read)
        now += step.pause_s + 2.0
        step = m.unread(now)
    assert step == Unknown()
    assert UNTIL <= now < UNTIL + 4


class Subject:
    """What the servers do: compare-and-set, with copies of ours still on their way."""

    def __init__(self, entries: list[tuple[int, bytes]]) -> None:
        self.entries = entries
        self.next = (entries[-1][0] if entries else 0) + 1

    def publish(self, expected: int, raw: bytes) -> int | None:
        last = self.entries[-1][0] if self.entries else 0
        if last != expected:
            return None
        self.entries.append((self.next, raw))
        self.next += 1
        return self.entries[-1][0]

    def after(self, sequence: int) -> list[Stored[LogEntry]]:
        return [stored(s, raw) for s, raw in self.entries if s > sequence]


FATES = ["taken and told", "taken, answer lost", "lost", "held back"]


@given(
    st.lists(st.sampled_from(FATES), max_size=12),
    st.lists(st.booleans(), max_size=12),
    st.lists(st.booleans(), max_size=12),
)
def test_whatever_happens_it_stands_once_or_not_at_all(
    fates: list[str], others: list[bool], unread: list[bool]
) -> None:
    """Told accepted: exactly once, at that place. Told conflict: not there, and never will be,
    though copies that were held back arrive afterwards."""
    subject = Subject([(3, b"old")])
    raw = secrets.token_bytes(8)
    m = machine(3, raw)
    held = 0
    now = 0.0
    step: object = Publish(0.0)
    while isinstance(step, Publish | Read):
        now += step.pause_s + 0.3
        if isinstance(step, Publish):
            fate = fates.pop() if fates else "taken and told"
            answer = subject.publish(3, raw) if fate.startswith("taken") else None
            held += fate == "held back"
            if fate != "taken and told":
                step = m.unanswered(now)
            elif answer is None:
                step = m.conflicted(now)
            else:
                step = m.accepted(answer)
        else:
            if others and others.pop():
                subject.publish(subject.entries[-1][0], b"another's")
            if held and others and others.pop():
                held -= 1
                subject.publish(3, raw)
            if unread and unread.pop():
                step = m.unread(now)
            else:
                step = m.read(now, subject.entries[-1][0], subject.after(3))
    for _ in range(held):
        subject.publish(3, raw)
    places = [s for s, r in subject.entries if r == raw]
    assert len(places) <= 1
    if isinstance(step, Appended):
        assert places == [step.sequence]
        assert list(step.later) == (
            [] if not step.uncertain else subject.after(step.sequence)[: len(step.later)]
        )
    elif isinstance(step, Conflict):
        assert places == []
        assert step.later
    else:
        assert step == Unknown()
