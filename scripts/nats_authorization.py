"""Write deploy/nats/authorization*.conf: each service's NATS user, from the contracts.

The passwords stand in a file of their own, `/etc/nats-secret/passwords.conf`, which
`deploy_secrets.py` makes; these files are no secret. `--check` writes nothing and ends with 1
where one is stale.
"""

from __future__ import annotations

import argparse
import json
import sys

from workspace import ROOT

from cardbus.permissions import authorization, users

FOLDER = ROOT / "deploy" / "nats"
FILES = {"authorization.conf": False, "authorization-sharded.conf": True}
"""File by name, and whether its streams are split."""

HEAD = """\
# Generated from the contracts by scripts/nats_authorization.py: do not edit.
include "../nats-secret/passwords.conf"

"""


def variable(user: str) -> str:
    """The name by which passwords.conf gives that user's password."""
    return f"{user.upper().replace('-', '_')}_PASSWORD"


def text(sharded: bool) -> str:
    """The file's content; a password is a variable of nats-server's configuration."""
    block = authorization({user: f"${variable(user)}" for user in users()}, sharded)
    written = json.dumps({"authorization": block}, indent=2)
    for user in users():
        written = written.replace(f'"${variable(user)}"', f"${variable(user)}")
    return HEAD + written.removeprefix("{\n").removesuffix("\n}") + "\n"


def main() -> int:
    """Write the files, or look whether they are current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check: bool = parser.parse_args().check
    status = 0
    for name, sharded in FILES.items():
        path, wanted = FOLDER / name, text(sharded)
        if path.exists() and path.read_text(encoding="utf-8") == wanted:
            continue
        if check:
            print(f"{path.relative_to(ROOT)} is stale: run 'make proto'")
            status = 1
        else:
            path.write_text(wanted, encoding="utf-8")
            print(f"  {path.relative_to(ROOT)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
