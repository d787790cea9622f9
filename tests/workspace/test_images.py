"""Each service stands alone: its own lock and the packages it names are all that it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from workspace import members, needs  # noqa: E402

MODULES = {
    "gateway": "gateway.bootstrap",
    "lobby": "lobby.bootstrap",
    "game-engine": "game_engine.bootstrap",
    "bot-runner": "bot_runner.bootstrap",
    "timer": "timer.bootstrap",
    "carteado": "carteado.up",
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("image", MODULES)
def test_a_fresh_environment_imports_the_bootstrap(image: str, tmp_path: Path) -> None:
    """From the image's lock alone, installed as the image does; importing connects to nothing."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("UV_", "VIRTUAL"))}
    uv = [sys.executable, "-m", "uv", "--quiet"]
    venv = tmp_path / "venv"
    python = venv / "bin" / "python"
    packages = [str(members()[name]) for name in needs(image)]

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done

    run(*uv, "venv", "--python", sys.executable, str(venv))
    lock = str(ROOT / "requirements" / f"{image}.txt")
    into = ("--python", str(python), "--link-mode", "copy")
    run(*uv, "pip", "sync", *into, "--require-hashes", lock)
    run(*uv, "pip", "install", *into, "--no-deps", *packages)
    run(str(python), "-I", "-c", f"import {MODULES[image]}")
