"""Make .venv what the lock says: a quick no-op when nothing changed.

Run by `make env` with any Python 3.11 or newer that has `venv` and `pip`; needs nothing else.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from workspace import REQUIREMENTS, ROOT, members

VENV = ROOT / ".venv"
STAMP = VENV / ".carteado-stamp"
PYTHON = VENV / "bin" / "python"
DEV_LOCK = REQUIREMENTS / "dev.txt"


def fingerprint() -> str:
    """A hash of everything that the environment is made from."""
    digest = hashlib.sha256(sys.version.encode())
    for path in [Path(__file__), DEV_LOCK, *(m / "pyproject.toml" for m in members().values())]:
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def locked_uv() -> str:
    """The lines of the development lock that pin uv with its hashes."""
    found = re.search(
        r"^uv==\S+ \\\n(?:    --hash=\S+(?: \\)?\n)+",
        DEV_LOCK.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    if found is None:
        sys.exit(f"{DEV_LOCK} pins no uv: run 'make lock' where uv is, or take the file from git")
    return found.group(0)


def say(text: str) -> None:
    """Tell one step of the progress."""
    print(f"env: {text}", flush=True)


def run(*command: str) -> None:
    """Run one command in the workspace; on failure name it and end with its status."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("UV_")}
    environment["VIRTUAL_ENV"] = str(VENV)
    environment["UV_LINK_MODE"] = "copy"
    status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if status != 0:
        sys.exit(f"env: failed ({status}): {' '.join(command)}")


def make_venv() -> None:
    """Create .venv with pip, or say which package of the system is missing."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        sys.exit(
            "env: this Python has no 'venv' with pip. On Debian and Ubuntu it is the package "
            "python3-venv; elsewhere install Python 3.11 or newer in full."
        )
    say(f"creating .venv with Python {sys.version.split()[0]}")
    run(sys.executable, "-m", "venv", "--clear", str(VENV))


def install_uv() -> None:
    """Bring the locked uv into .venv with pip, hashes checked."""
    pins = VENV / "uv.txt"
    pins.write_text(locked_uv(), encoding="utf-8")
    run(
        *(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--require-hashes", "--no-deps", "-r", str(pins)),
    )


def synchronise() -> None:
    """Install the lock and the workspace's own packages, and write the stamp."""
    wanted = fingerprint()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    STAMP.unlink(missing_ok=True)
    started = time.monotonic()
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", ""], check=False).returncode != 0:
        make_venv()
    say("installing the pinned uv")
    install_uv()
    say("installing the locked packages (the first time this takes a minute)")
    uv = (str(PYTHON), "-m", "uv", "pip")
    run(*uv, "sync", "--quiet", "--require-hashes", str(DEV_LOCK))
    say("installing the workspace's packages")
    editable = [part for folder in members().values() for part in ("-e", str(folder))]
    run(*uv, "install", "--quiet", "--no-deps", "--no-build-isolation", *editable)
    STAMP.write_text(wanted, encoding="utf-8")
    say(f"ready in {time.monotonic() - started:.0f} s")


def main() -> None:
    """Synchronise under a lock, so that two calls at once do not meet."""
    with (ROOT / ".venv.lock").open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        synchronise()


if __name__ == "__main__":
    main()
