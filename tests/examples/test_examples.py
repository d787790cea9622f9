"""The example clients, started as a reader would start them, against a whole running table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from carteado.stack import Stack

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "examples" / "python" / "play.py"
TYPESCRIPT = ROOT / "examples" / "typescript"
NODE = Path(sys.executable).parent / "node"
COMPILER = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
LONGEST = 200
"""Lines that an example stays below."""


def finished(command: list[str], timeout_s: float = 100.0) -> str:
    """The output of a command that ends well."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("virae", "{}"),
        ("rouba-monte", "{}"),
        ("rami", '{"limit": 30}'),
        ("hearts", '{"limit": 26}'),
        ("caravan", '{"variants": ["quick_sale"]}'),
    ],
)
def test_the_python_example_plays_any_game_to_its_end(
    table: Stack, game: str, options: str
) -> None:
    """It knows no rules, and finds in the end the seed that was committed to."""
    told = finished([sys.executable, str(PYTHON), table.url, game, "--options", options])
    assert "the seed is the one that was committed to" in told
    assert f"{game}: " in told
    assert "won by" in told


@pytest.mark.parametrize("game", ["virae"])
def test_the_typescript_example_plays_to_the_end(table: Stack, game: str) -> None:
    """The same in the Node that comes with the environment, without a package."""
    told = finished([str(NODE), str(TYPESCRIPT / "play.ts"), table.url, game])
    assert "the seed is the one committed to" in told
    assert f"{game}: " in told


@pytest.mark.parametrize("language", ["python", pytest.param("typescript", marks=pytest.mark.slow)])
def test_an_example_comes_back_after_its_gateway_was_killed(table: Stack, language: str) -> None:
    """The gateway dies in the midst of a game; the same game goes on to its end."""
    url = table.url
    command = {
        "python": [sys.executable, str(PYTHON), url, "hearts", "--options", '{"limit": 26}'],
        "typescript": [str(NODE), str(TYPESCRIPT / "play.ts"), url, "hearts"],
    }[language]
    gateway = table.fleet.of("gateway")[0]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "dealt\n"
            gateway.kill()
            gateway.restart()
            told, _ = running.communicate(timeout=90)
        finally:
            running.kill()
    assert running.returncode == 0
    assert "hearts: " in told


@pytest.mark.skipif(not COMPILER.exists(), reason="the web client's packages are not installed")
def test_the_typescript_example_is_typed_strictly() -> None:
    """No more than what Node's own type stripping takes."""
    finished([str(NODE), str(COMPILER), "-p", str(TYPESCRIPT)])


@pytest.mark.parametrize("path", [PYTHON, TYPESCRIPT / "play.ts"])
def test_an_example_is_short(path: Path) -> None:
    """Short enough to be read at one sitting, and of nothing of this project's."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < LONGEST
    assert not any(f"import {name}" in text for name in ("carteado", "cardproto", "cardrules"))
