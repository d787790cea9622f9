"""A process starts in order, says when it is ready, drains, stops, and exits with the truth."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from carteado.operators import OperatorDoor

PASSWORD = "pa55-of-the-test"


class App:
    """The small service as a process, with the lines of its log as they come."""

    def __init__(self, **settings: str) -> None:
        environment = {key: val for key, val in os.environ.items() if "CARTEADO" not in key}
        environment |= {
            "CARTEADO_NATS_URLS": "nats://127.0.0.1:1",
            "CARTEADO_NATS_USER": "app",
            "CARTEADO_NATS_PASSWORD": PASSWORD,
            **{f"CARTEADO_{name.upper()}": value for name, value in settings.items()},
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.cardkit.app"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.raw: list[str] = []
        self._watchdog = threading.Timer(30, self.process.kill)
        self._watchdog.start()

    def until(self, event: str) -> dict[str, Any]:
        """Read on to the line of that event. Raises AssertionError where the log ends first."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.raw.append(line)
            entry: dict[str, Any] = json.loads(line)
            if entry["event"] == event:
                return entry
        raise AssertionError(f"no {event!r} in the log: {self.raw}")

    def end(self) -> int:
        """Read the rest and reap; the exit status."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.raw += self.process.stdout
        errors = self.process.stderr.read()
        self.process.wait()
        self._watchdog.cancel()
        assert not errors, errors
        return self.process.returncode

    def told(self) -> list[str]:
        """`event component` of each line written by the parts, in order."""
        entries = [json.loads(line) for line in self.raw]
        return [f"{e['event']} {e['component']}" for e in entries if e.get("part") == "app"
                and "component" in e]  # fmt: skip


@pytest.fixture
def apps() -> Iterator[list[App]]:
    """Started ones are killed at the end, whatever happened."""
    started: list[App] = []
    yield started
    for app in started:
        app.process.kill()
        app.end()


def test_starts_in_order_and_stops_in_reverse(apps: list[App]) -> None:
    """SIGTERM: drain then stop, last part first, status 0; no password in any line."""
    apps.append(app := App())
    app.until("ready")
    app.process.send_signal(signal.SIGTERM)
    assert app.end() == 0
    assert app.told() == [
        "start first",
        "start second",
        "drain second",
        "drain first",
        "stop second",
        "stop first",
    ]
    assert PASSWORD not in "".join(app.raw)
    assert "the password is [redacted]" in "".join(app.raw)


def test_operators_see_health_reflection_status_and_metrics(apps: list[App]) -> None:
    """Health by both names, reflection's list, the status' figures, and Prometheus' page."""
    apps.append(app := App())
    ports = app.until("operators' ports")
    app.until("ready")
    address = f"127.0.0.1:{ports['admin_port']}"
    with OperatorDoor(address) as door:
        assert door.serves()
        assert door.serves("live")
        status = door.status()
    with grpc.insecure_channel(address) as channel:
        names = set(ProtoReflectionDescriptorDatabase(channel).get_services())
    assert {"carteado.v1.Admin", "grpc.health.v1.Health"} <= names
    assert (status.service, status.version, status.ready) == ("app", "1.2.3", True)
    assert status.figures["answer"] == 42
    page = urllib.request.urlopen(f"http://127.0.0.1:{ports['metrics_port']}/metrics").read()
    assert b"carteado_answer 42.0" in page
    assert b"process_resident_memory_bytes" in page
    app.process.send_signal(signal.SIGINT)
    assert app.end() == 0


def test_admin_changes_the_log_level_and_drains(apps: list[App]) -> None:
    """An unknown level is INVALID_ARGUMENT; Drain ends the process in an orderly way."""
    apps.append(app := App())
    ports = app.until("operators' ports")
    app.until("ready")
    with OperatorDoor(f"127.0.0.1:{ports['admin_port']}") as door:
        with pytest.raises(grpc.RpcError) as refused:
            door.set_log_level("loud")
        assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
        door.set_log_level("error")
        door.drain()
    assert app.end() == 0
    assert "drain second" not in app.told()


def test_not_ready_while_draining(apps: list[App]) -> None:
    """Health turns as the drain begins; its time being up the process stops with status 1."""
    apps.append(app := App(fault="slow-drain", drain_s="1"))
    ports = app.until("operators' ports")
    app.until("ready")
    app.process.send_signal(signal.SIGTERM)
    app.until("drain")
    with OperatorDoor(f"127.0.0.1:{ports['admin_port']}") as door:
        assert not door.serves()
        assert door.serves("live")
    app.until("drain cut short")
    assert app.end() == 1
    assert app.told()[-2:] == ["stop second", "stop first"]


def test_a_second_signal_ends_at_once(apps: list[App]) -> None:
    """Who asks twice does not wait for the drain."""
    apps.append(app := App(fault="slow-drain", drain_s="60"))
    app.until("ready")
    app.process.send_signal(signal.SIGTERM)
    app.until("drain")
    app.process.send_signal(signal.SIGTERM)
    assert app.end() == -signal.SIGTERM


@pytest.mark.parametrize(
    ("fault", "event"),
    [("start", "start failed"), ("drain", "drain failed"), ("give-up", "giving up")],
)
def test_a_fault_is_said_and_shows_in_the_status(apps: list[App], fault: str, event: str) -> None:
    """Each ends with status 1, its line in the log, and the first part stopped."""
    apps.append(app := App(fault=fault))
    if fault == "drain":
        app.until("ready")
        app.process.send_signal(signal.SIGTERM)
    app.until(event)
    assert app.end() == 1
    assert app.told()[-1] == "stop first"


def test_what_nobody_caught_is_logged_and_counted(apps: list[App]) -> None:
    """The process lives on, and the counter tells."""
    apps.append(app := App(fault="unhandled"))
    ports = app.until("operators' ports")
    entry = app.until("unhandled error")
    assert "nobody caught this" in entry["exception"]
    page = urllib.request.urlopen(f"http://127.0.0.1:{ports['metrics_port']}/metrics").read()
    assert b"carteado_unhandled_errors_total 1.0" in page
    app.process.send_signal(signal.SIGTERM)
    assert app.end() == 0


def test_the_collector_passes_over_what_was_loaded() -> None:
    """A full pass then finds only what came since."""
    script = (
        "import gc; from cardkit.lifecycle import spare_the_collector as spare\n"
        "before = len(gc.get_objects()); spare(); print(before, len(gc.get_objects()))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    ).stdout
    before, after = map(int, printed.split())
    assert after < before / 20


def test_a_process_on_a_lifeline_stops_with_its_starter(apps: list[App]) -> None:
    """The end of standard input is an orderly end, whatever became of the starter."""
    apps.append(app := App(lifeline="true"))
    app.until("ready")
    assert app.process.stdin is not None
    app.process.stdin.close()
    app.process.stdin = None
    assert app.end() == 0
    assert app.told()[-1] == "stop first"
