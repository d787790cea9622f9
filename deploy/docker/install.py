"""Fills an image's folder in three steps, each a layer: locked packages, own packages, the site.

Runs inside the build with any Python 3.11 that has `venv`; reads SERVICE from the environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from workspace import IMAGES, REQUIREMENTS, ROOT, members, needs

BUILDER = Path("/opt/builder")
WHEELS = BUILDER / "wheels"
CA = Path("/run/secrets/ca")
MODULES = {"game-engine": "game_engine", "bot-runner": "bot_runner"}
"""Modules that are not named as their service is."""

LAUNCHER = """\
#!{python}
import runpy, sys
sys.path.pop(0)
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""


def pip(*arguments: str, python: Path | None = None) -> None:
    """Run the builder's pip, for `python`'s environment if one is named; ends with its status."""
    environment = dict(os.environ)
    if CA.is_file() and CA.stat().st_size:
        environment["PIP_CERT"] = str(CA)
    target = ("--python", str(python)) if python else ()
    command = (str(BUILDER / "bin" / "python"), "-m", "pip", *target, *arguments)
    flags = ("--quiet", "--disable-pip-version-check", "--root-user-action=ignore")
    status = subprocess.run((*command, *flags), env=environment, check=False).returncode
    if status != 0:
        sys.exit(f"image: failed ({status}): pip {' '.join(arguments)}")


def locked(service: str, home: Path) -> None:
    """What the service's lock names, hashes checked, into an environment without pip."""
    venv.create(BUILDER, with_pip=True)
    venv.create(home, with_pip=False, symlinks=True)
    pip("install", "--require-hashes", "--no-deps", "-r", str(REQUIREMENTS / "build.txt"))
    lock = str(REQUIREMENTS / f"{service}.txt")
    pip("install", "--require-hashes", "--no-deps", "-r", lock, python=home / "bin" / "python")


def own(service: str, home: Path) -> None:
    """The workspace's packages that the service needs, and the launcher."""
    python = home / "bin" / "python"
    folders = [str(members()[name]) for name in needs(service)]
    offline = ("--no-deps", "--no-index")
    pip("wheel", *offline, "--no-build-isolation", "--wheel-dir", str(WHEELS), *folders)
    wheels = [str(path) for path in sorted(WHEELS.glob("*.whl"))]
    pip("install", *offline, "--no-cache-dir", *wheels, python=python)
    launcher = home / "bin" / "service"
    module = MODULES.get(service, service)
    launcher.write_text(LAUNCHER.format(python=python, module=module), encoding="utf-8")
    launcher.chmod(0o755)


def site(service: str, home: Path) -> None:
    """The built client, which the gateway alone serves."""
    if service != "gateway":
        return
    built = ROOT / "web" / "dist"
    if not (built / "index.html").is_file():
        sys.exit("image: the gateway serves the web client, and web/dist is not built: 'make web'")
    shutil.copytree(built, home / "site")


STEPS = {"locked": locked, "members": own, "site": site}


def main() -> None:
    """Do one step: `install.py STEP FOLDER`."""
    step, home = sys.argv[1], Path(sys.argv[2])
    service = os.environ.get("SERVICE", "")
    if service not in IMAGES:
        sys.exit(f"image: --build-arg SERVICE= one of {', '.join(IMAGES)}, not {service!r}")
    STEPS[step](service, home)


if __name__ == "__main__":
    main()
