"""Write requirements/*.txt: every third-party pin with its hashes, no address of any index.

Run by `make lock`. Pins that still fit are kept; `make lock UPGRADE=1` moves the transitive ones.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from workspace import GROUPS, IMAGES, REQUIREMENTS, ROOT, members


def compile_lock(output: Path, sources: list[str], *, upgrade: bool) -> None:
    """Resolve `sources` into `output`, for every platform from Python 3.11 on."""
    unpublished = [flag for name in members() for flag in ("--no-emit-package", name)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("UV_")}
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", *sources),
            *("--universal", "--python-version", "3.11", "--generate-hashes"),
            *("--no-emit-index-url", "--no-emit-find-links", *unpublished),
            *("--custom-compile-command", "make lock", "--output-file", str(output)),
            *(("--upgrade",) if upgrade else ()),
        ],
        cwd=ROOT,
        env=environment,
        check=True,
    )
    print(f"  {output.relative_to(ROOT)}")


def main() -> None:
    """Compile the development lock, then those of groups and images, constrained by it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="move transitive pins")
    upgrade: bool = parser.parse_args().upgrade

    REQUIREMENTS.mkdir(exist_ok=True)
    everything = [str(folder.relative_to(ROOT) / "pyproject.toml") for folder in members().values()]
    dev = REQUIREMENTS / "dev.txt"
    compile_lock(dev, [*everything, "--group", "dev"], upgrade=upgrade)
    for group in GROUPS:
        constrained = ["--group", group, "--constraints", str(dev.relative_to(ROOT))]
        compile_lock(REQUIREMENTS / f"{group}.txt", constrained, upgrade=upgrade)
    for name in IMAGES:
        source = str(members()[name].relative_to(ROOT) / "pyproject.toml")
        compile_lock(
            REQUIREMENTS / f"{name}.txt",
            [source, "--constraints", str(dev.relative_to(ROOT))],
            upgrade=upgrade,
        )


if __name__ == "__main__":
    main()
