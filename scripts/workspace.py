"""What the environment and lock scripts know of the workspace. Standard library only."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"

IMAGES = ("gateway", "lobby", "game-engine", "bot-runner", "timer", "carteado")
"""Members that run on their own, each with a lock of its own."""

GROUPS = ("build", "containers")
"""Groups of the root's pyproject.toml, beside `dev`, with a lock of their own."""


def members() -> dict[str, Path]:
    """Folder of every workspace member by its distribution name."""
    found: dict[str, Path] = {}
    for pyproject in sorted(ROOT.glob("packages/*/pyproject.toml")) + sorted(
        ROOT.glob("services/*/pyproject.toml")
    ):
        project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
        found[project["name"]] = pyproject.parent
    return found


def needs(name: str) -> list[str]:
    """Members that the member `name` needs, itself included, sorted."""
    known = members()
    pending, seen = [name], set[str]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        text = (known[current] / "pyproject.toml").read_text(encoding="utf-8")
        pending += [dep for dep in tomllib.loads(text)["project"]["dependencies"] if dep in known]
    return sorted(seen)
