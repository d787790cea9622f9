"""The command line. Each command imports what it needs when it is called."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import metadata


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    from carteado import arena, ctl, load, provisioning, up, verify
    from carteado.bench import path, rules
    from carteado.soak import command as soak

    root = argparse.ArgumentParser(prog="carteado", description="An online card table.")
    root.add_argument(
        "--version", action="version", version=f"carteado {metadata.version('carteado')}"
    )
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module, about in (
        ("up", up, "start a whole table on this machine"),
        ("provision", provisioning, "create or update the streams of a NATS server"),
        ("arena", arena, "let bots play against bots, and say which side is stronger"),
        ("verify", verify, "repeat games from their records and check everything in them"),
        ("load", load, "real games by many clients, a connect storm, idle sockets: measured"),
        ("soak", soak, "let rooms churn for long, and see that every curve is flat"),
        ("ctl", ctl, "health, status, drain and log level of running services"),
    ):
        command = commands.add_parser(name, help=about, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.main)
    benches = commands.add_parser("bench", help="measure, and print a table")
    kinds = benches.add_subparsers(dest="bench", required=True, metavar="BENCH")
    whole = kinds.add_parser("path", help="a move's whole path", description=path.__doc__)
    path.add_arguments(whole)
    whole.set_defaults(run=path.main)
    playouts = kinds.add_parser("rules", help="random playouts", description=rules.__doc__)
    rules.add_arguments(playouts)
    playouts.set_defaults(run=rules.main)
    commands.add_parser("rules", help="speak the rules protocol on standard input and output")
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given == ["rules"]:
        # Its own path: a player of the protocol starts many, so nothing else is imported.
        from carteado import rules_protocol

        return rules_protocol.main()
    try:
        return _run(parser().parse_args(given))
    except KeyboardInterrupt:
        return 130


def _run(arguments: argparse.Namespace) -> int:
    try:
        status: int = arguments.run(arguments)
    except OSError as error:
        # Nobody listens there, a file cannot be written: the operator's to mend, in one line.
        print(f"carteado {arguments.command}: {error}", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
