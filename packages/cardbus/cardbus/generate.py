"""Prints, as one JSON object of text by path, every file that follows from the contracts here.

Run by `cardproto.generate` in a process of its own, so that it sees the messages just generated.
Needs ruff and PyYAML, which the development environment has.
"""

from __future__ import annotations

import json
import subprocess
import sys

from cardbus import apigen, catalogue, permissions

API = "packages/cardbus/cardbus/api"


def files() -> dict[str, str]:
    """Text by path from the repository's root."""
    found = {f"{API}/{name}": formatted(text) for name, text in apigen.modules().items()}
    found[f"{API}/__init__.py"] = '"""Typed clients and handlers of every service; generated."""\n'
    found["docs/subjects.md"] = catalogue.markdown()
    found["docs/asyncapi.yaml"] = catalogue.asyncapi()
    for name, sharded in (("permissions", False), ("permissions-sharded", True)):
        listing = permissions.listing(sharded)
        found[f"deploy/nats/{name}.json"] = json.dumps(listing, indent=2) + "\n"
    return found


def formatted(source: str) -> str:
    """Source in the house's format, imports sorted."""
    for command in (["check", "--quiet", "--select", "I", "--fix-only"], ["format", "--quiet"]):
        run = [sys.executable, "-m", "ruff", *command, "--line-length", "100"]
        done = subprocess.run(
            [*run, "--isolated", "--stdin-filename", "api.py", "-"],
            input=source,
            capture_output=True,
            text=True,
            check=True,
        )
        source = done.stdout
    return source


if __name__ == "__main__":
    json.dump(files(), sys.stdout)
