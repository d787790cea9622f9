"""The rules compiled by mypyc: an optional wheel of `cardrules`, and its tests.

    compiled.py wheel          dist/cardrules-….whl for this machine and Python; needs a C compiler
    compiled.py test [ARGS…]   install that wheel in an environment of its own and run the tests
                               of the rules there; ARGS go to pytest

The wheel holds the same sources and behaves the same, only faster; whatever is installed without it
runs the sources as they are. Left as they are there too: `game.py`, since generic named tuples do
not compile, and the tables that lead from the common interface to each game's functions, which do
no work.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Final

from workspace import ROOT, members

from cardrules.registry import GAMES

BUILD: Final = ROOT / "build" / "compiled"
DIST: Final = ROOT / "dist"
TESTS: Final = ("tests/cardrules", "tests/conformance", "tests/golden")
INTERPRETED: Final = frozenset(
    {"cardrules/game.py", "cardrules/common.py"}
    | {f"cardrules/{game.replace('-', '_')}/__init__.py" for game in GAMES}
)
PROBE: Final = (
    "import importlib, sys, pathlib, cardrules.registry as r;"
    "print(all(sys.modules[f'{type(g).__module__}.rules'].__file__.endswith(('.so', '.pyd'))"
    " for g in r.GAMES.values()))"
)


def wheel() -> None:
    """Compile a copy of the package and pack it."""
    source = members()["cardrules"]
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(
        source / "cardrules", BUILD / "cardrules", ignore=shutil.ignore_patterns("__pycache__")
    )
    files = sorted(path.relative_to(BUILD).as_posix() for path in BUILD.rglob("*.py"))
    described = {
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "python_requires": project["requires-python"],
        "packages": sorted({file.rpartition("/")[0].replace("/", ".") for file in files}),
        "package_data": {"cardrules": ["py.typed"]},
    }
    compiled = ["--strict", *(file for file in files if file not in INTERPRETED)]
    (BUILD / "setup.py").write_text(
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        f"setup(**{described!r}, ext_modules=mypycify({compiled!r}, opt_level='3'))\n",
        encoding="utf-8",
    )
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(DIST), str(BUILD)], check=True)


def test(arguments: list[str]) -> int:
    """The tests of the rules against the wheel; pytest's status."""
    home = BUILD / "venv"
    venv.create(home, clear=True, with_pip=False)
    python = home / "bin" / "python"
    wheels = sorted(DIST.glob("cardrules-*-cp*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        print("no compiled wheel: run `make wheel-compiled` first", file=sys.stderr)
        return 2
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheels[-1])], check=True)
    # Everything else comes from the development environment, behind what was just installed.
    [own] = home.glob("lib/python*/site-packages")
    [shared] = Path(sys.prefix).glob("lib/python*/site-packages")
    (own / "development.pth").write_text(f"import site; site.addsitedir({str(shared)!r})\n")
    compiled = subprocess.run([python, "-c", PROBE], check=True, capture_output=True, text=True)
    if compiled.stdout.strip() != "True":
        print("the tests would not run against the compiled rules", file=sys.stderr)
        return 2
    pytest = [str(python), "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow"]
    return subprocess.run([*pytest, *(arguments or TESTS)], check=False, cwd=ROOT).returncode


def main(arguments: list[str]) -> int:
    """Run one verb; 64 where there is no such."""
    match arguments:
        case ["wheel"]:
            wheel()
            return 0
        case ["test", *rest]:
            return test(rest)
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
