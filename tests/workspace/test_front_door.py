"""The Makefile lists what it has, and sets up with a plain Python alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def make(*arguments: str) -> str:
    """Standard output of one call of make."""
    done = subprocess.run(
        ["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


def test_help_lists_every_verb() -> None:
    """Each phony target has its line, and no colours where no terminal is."""
    text = make("help")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    verbs = re.findall(r"^\.PHONY: (\S+)$", makefile, re.MULTILINE)
    assert set(re.findall(r"^  ([a-z0-9-]+) +\S", text, re.MULTILINE)) == set(verbs)
    assert "\x1b" not in text


def test_a_current_environment_is_left_alone() -> None:
    """`make env` says nothing when there is nothing to do."""
    make("env")
    assert make("env") == ""


def test_no_python_is_said_plainly() -> None:
    """With what to do about it, and a failing status."""
    done = subprocess.run(
        ["make", "env", "PYTHON="], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "Python 3.11" in done.stderr


def test_the_readme_names_verbs_that_exist() -> None:
    """No page promises a command that is not there."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    verbs = set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE))
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        named = set(re.findall(r"`make ([a-z0-9-]+)", text)) | set(
            re.findall(r"^ *make ([a-z0-9-]+)", text, re.MULTILINE)
        )
        assert named
        assert named <= verbs, f"{page}: {named - verbs}"


def test_the_rules_alone_are_pure() -> None:
    """In an environment with nothing but `cardrules` on its path, a game is listed."""
    python = shutil.which("python3")
    assert python is not None
    code = "from cardrules.registry import GAMES; print(len(GAMES))"
    done = subprocess.run(
        [python, "-I", "-S", "-c", f"import sys; sys.path.insert(0, 'packages/cardrules'); {code}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) >= 1
