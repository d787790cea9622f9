"""Install, build, check and test the web client with the Node of the environment.

Run by the Makefile. What did not change since the last time is not done again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from workspace import ROOT

WEB = ROOT / "web"
MODULES = WEB / "node_modules"
INSTALLED = MODULES / ".carteado-installed"
BUILT = MODULES / ".carteado-built"
PAGE = WEB / "dist" / "index.html"
BIN = ROOT / ".venv" / "bin"


def say(text: str) -> None:
    """Tell one step of the progress."""
    print(f"web: {text}", flush=True)


def npm(*arguments: str) -> None:
    """Run npm in web/ with the environment's own Node; on failure end with its status."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    command = [str(BIN / "npm"), *arguments]
    status = subprocess.run(command, cwd=WEB, env=environment, check=False).returncode
    if status != 0:
        sys.exit(f"web: failed ({status}): npm {' '.join(arguments)}")


def digest(paths: Iterable[Path]) -> str:
    """A hash of these files' names and contents."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(str(path.relative_to(WEB)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def sources() -> list[Path]:
    """Every file that the built site is made from."""
    top = [path for path in WEB.iterdir() if path.is_file()]
    return top + [p for d in ("src", "public") for p in (WEB / d).rglob("*") if p.is_file()]


def install() -> None:
    """Bring node_modules to what package-lock.json says."""
    wanted = digest([WEB / "package.json", WEB / "package-lock.json"])
    if INSTALLED.is_file() and INSTALLED.read_text(encoding="utf-8") == wanted:
        return
    say("installing the locked packages (npm ci)")
    npm("ci", "--no-fund", "--no-audit", "--loglevel=error")
    INSTALLED.write_text(wanted, encoding="utf-8")


def build() -> None:
    """Build the site into web/dist."""
    install()
    wanted = digest(sources())
    if PAGE.is_file() and BUILT.is_file() and BUILT.read_text(encoding="utf-8") == wanted:
        return
    started = time.monotonic()
    say("building the client")
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    BUILT.write_text(wanted, encoding="utf-8")
    say(f"built in {time.monotonic() - started:.0f} s")


def main() -> None:
    """Do one of: install, build, or a script of web/package.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("install", "build", "check", "test", "fix"))
    what: str = parser.parse_args().what
    if not (BIN / "npm").exists():
        sys.exit("web: the environment has no Node; run 'make env'")
    if what == "build":
        build()
        return
    install()
    if what != "install":
        npm("run", "--silent", what)


if __name__ == "__main__":
    main()
