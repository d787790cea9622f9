"""Nobody but the contracts holds a subject, and what is generated from them is current."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from cardbus import contracts
from cardbus.generate import files
from cardbus.permissions import listing, users

ROOT = Path(__file__).resolve().parents[2]

# The contracts, what is generated from them, and tests: those play the stranger's part.
EXEMPT = (
    "proto/",
    "packages/cardproto/cardproto/v1/",
    "web/src/gen/",
    "docs/subjects.md",
    "docs/asyncapi.yaml",
    "deploy/nats/",
    "tests/",
)
# The bus itself may say where JetStream is asked and under which prefix answers arrive.
SERVERS_OWN = ("packages/cardbus/cardbus/",)

SUFFIXES = {
    ".py",
    ".ts",
    ".svelte",
    ".js",
    ".json",
    ".yml",
    ".yaml",
    ".toml",
    ".sh",
    ".lua",
    ".conf",
}


def subjects() -> list[str]:
    """A pattern a contract: its literal words with anything in the placeholders."""
    templates = [
        *(call.template for call in contracts.calls().values()),
        *(each.template for told in contracts.announcements().values() for each in told),
        *(stored.template for stored in contracts.streams().values()),
        *(stored.feed for stored in contracts.streams().values() if stored.feed),
    ]
    return [template.pattern for template in templates]


def quoted(pattern: str) -> re.Pattern[str]:
    """The subject, or its beginning up to the first placeholder, as a string begins."""
    literal = re.escape(pattern.split("{")[0])
    whole = "{" not in pattern
    end = r"""["'`]""" if whole else r"""(?:["'`]|[{*>$%<]|\d\d)"""
    return re.compile(r"""["'`]""" + literal + end)


def committed() -> list[Path]:
    """Every file that git knows or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [ROOT / name for name in listed if not name.startswith(EXEMPT)]


def test_no_subject_stands_anywhere_else() -> None:
    """Not in a service, a script, the web client or a deployment."""
    looks = [quoted(pattern) for pattern in subjects()]
    assert any(look.search('x = f"log.{shard}"') for look in looks)
    assert any(look.search("'bots.decide'") for look in looks)
    found = []
    for path in committed():
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path}: {m[0]}" for look in looks if (m := look.search(text))]
        if not str(path.relative_to(ROOT)).startswith(SERVERS_OWN):
            found += [f"{path}: {m[0]}" for m in re.finditer(r"\$JS\.\w+|_INBOX[\w.]*", text)]
    assert found == []


def test_everything_generated_is_current() -> None:
    """Typed modules, catalogue, AsyncAPI document and permissions."""
    stale = [
        name for name, text in files().items() if (ROOT / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run `make proto`"
    api = {p.name for p in (ROOT / "packages/cardbus/cardbus/api").glob("*.py")}
    assert api == {Path(name).name for name in files() if "/api/" in name}


def test_the_generator_says_so() -> None:
    """The verb that people and CI call."""
    done = subprocess.run(
        [sys.executable, "-m", "cardproto.generate", "--check", "--only", "bus"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_listing_has_every_user() -> None:
    """In both layouts; split streams are named one by one."""
    assert set(listing(sharded=False)) == set(listing(sharded=True)) == set(users())
    for user, granted in listing(sharded=True).items():
        text = json.dumps(granted)
        assert "GAMES-" in text or user in {"lobby", "bot-runner", "provisioner"}
        assert not re.search(r"GAMES(?!-)", text)
