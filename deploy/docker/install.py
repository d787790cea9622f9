"""Fills an image in steps, each a layer. Runs inside the build, with any Python 3.11 or newer.

`builder`: uv and the build backend; `wheels`: the workspace's own packages; then by SERVICE in the
environment: `locked` (third-party packages), `members` (own ones), `site` (the built client).
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
WHEELS = Path("/opt/wheels")
HOME = Path("/opt/carteado")
PYTHON = HOME / "bin" / "python"
CA = Path("/run/secrets/ca")

LAUNCHER = """\
#!{python}
import os, sys
os.execv({python!r}, [{python!r}, "-m", {module!r}, *sys.argv[1:]])
"""


def run(*command: str) -> None:
    """Run one command, with the CA of the build's secret; ends the build where it fails."""
    environment = {**os.environ, "UV_LINK_MODE": "copy", "UV_NO_PROGRESS": "1"}
    if CA.is_file() and CA.stat().st_size:
        environment |= {"PIP_CERT": str(CA), "SSL_CERT_FILE": str(CA)}
    status = subprocess.run(command, env=environment, check=False).returncode
    if status != 0:
        sys.exit(f"image: failed ({status}): {' '.join(command)}")


def uv(*arguments: str) -> None:
    """Run the builder's uv."""
    run(str(BUILDER / "bin" / "uv"), "--quiet", *arguments)


def service() -> str:
    """The service that this image is for."""
    name = os.environ.get("SERVICE", "")
    if name not in IMAGES:
        sys.exit(f"image: --build-arg SERVICE= one of {', '.join(IMAGES)}, not {name!r}")
    return name


def builder() -> None:
    """An environment with uv and the build backend, locked; nothing of it reaches the image."""
    venv.create(BUILDER, with_pip=True)
    pip = (str(BUILDER / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check")
    lock = str(REQUIREMENTS / "build.txt")
    run(*pip, "install", "--no-deps", "--require-hashes", "-r", lock)


def wheels() -> None:
    """One wheel of each package of the workspace."""
    backend = ("--no-build-isolation", "--python", str(BUILDER / "bin" / "python"))
    for folder in members().values():
        uv("build", "--wheel", "--offline", *backend, "--out-dir", str(WHEELS), str(folder))


def locked() -> None:
    """What the service's lock names, hashes checked, into an environment without pip."""
    venv.create(HOME, with_pip=False, symlinks=True)
    lock = str(REQUIREMENTS / f"{service()}.txt")
    into = ("--python", str(PYTHON), "--compile-bytecode")
    uv("pip", "sync", *into, "--require-hashes", lock)


def own() -> None:
    """The workspace's packages that the service needs, and the launcher of its module."""
    name = service()
    into = ("--python", str(PYTHON), "--compile-bytecode")
    found = ("--no-deps", "--no-index", "--find-links", str(WHEELS))
    uv("pip", "install", *into, *found, *needs(name))
    launcher = HOME / "bin" / "service"
    text = LAUNCHER.format(python=str(PYTHON), module=name.replace("-", "_"))
    launcher.write_text(text, encoding="utf-8")
    launcher.chmod(0o755)


def site() -> None:
    """The built client, which the gateway alone serves."""
    if service() != "gateway":
        return
    built = ROOT / "web" / "dist"
    if not (built / "index.html").is_file():
        sys.exit("image: the gateway serves the web client, and web/dist is not built: 'make web'")
    shutil.copytree(built, HOME / "site")


STEPS = {"builder": builder, "wheels": wheels, "locked": locked, "members": own, "site": site}

if __name__ == "__main__":
    STEPS[sys.argv[1]]()
