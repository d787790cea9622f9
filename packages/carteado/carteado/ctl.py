"""`carteado ctl`: ask the operators' door of running services.

Without --address it asks every service of the table on this folder (`carteado up`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import grpc

from carteado.home import DEFAULT, Home
from carteado.operators import OperatorDoor


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado ctl`."""
    parser.add_argument("--home", type=Path, default=DEFAULT, help="folder of a local table")
    parser.add_argument(
        "--address", action="append", default=[], help="host:port of an operators' door; repeatable"
    )
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    commands.add_parser("health", help="who serves; status 1 unless all do")
    commands.add_parser("status", help="what runs, since when, and its figures")
    commands.add_parser("drain", help="finish what there is, then stop")
    level = commands.add_parser("log-level", help="change the log level")
    level.add_argument("level", choices=("debug", "info", "warning", "error"))


def doors(arguments: argparse.Namespace) -> dict[str, str]:
    """Name and address of every door to ask."""
    if arguments.address:
        return {address: address for address in arguments.address}
    if not arguments.home.is_dir():
        return {}
    return {entry.name: entry.admin for entry in Home(arguments.home).running() if entry.admin}


def _status(door: OperatorDoor) -> Iterator[str]:
    status = door.status()
    up_s = max(time.time() - status.started_ms / 1000, 0)
    state = "draining" if status.draining else "ready" if status.ready else "starting"
    yield f"{status.service} {status.version}, {state}, up {up_s:.0f} s"
    for name in sorted(status.figures):
        yield f"  {name:<28} {status.figures[name]:g}"


def ask(what: str, level: str | None, door: OperatorDoor) -> Iterator[str]:
    """Do one thing at one door; the lines to show. Raises grpc.RpcError."""
    if what == "health":
        yield "serves" if door.serves() else "does not serve"
    elif what == "status":
        yield from _status(door)
    elif what == "drain":
        door.drain()
        yield "draining"
    elif level is not None:
        door.set_log_level(level)
        yield f"logs from {level} on"


def main(arguments: argparse.Namespace) -> int:
    """Ask every door; 0 only where all answered, and with `health` all serve."""
    asked = doors(arguments)
    if not asked:
        print(f"no table runs on {arguments.home}; say --address or --home")
        return 1
    failed = False
    for name, address in asked.items():
        try:
            with OperatorDoor(address) as door:
                lines = list(ask(arguments.what, getattr(arguments, "level", None), door))
        except grpc.RpcError as error:
            lines = [f"no answer: {error.code().name}"]
            failed = True
        failed |= lines == ["does not serve"]
        for number, line in enumerate(lines):
            print(f"{name if number == 0 else '':<16} {line}")
    return 1 if failed else 0
