"""Generate everything that follows from ``proto/``, or check that the committed files are current.

``python -m cardproto.generate`` writes, ``--check`` compares and lists what differs (exit status
1). Each step below yields files by path; a step that needs a tool which is missing says so and
fails. The Python modules import each other inside ``cardproto.v1``: the proto package is
``carteado.v1``, and ``carteado`` is the command line's own package.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

from cardproto.socket_api import text as socket_text

ROOT = Path(__file__).resolve().parents[3]
PROTO = ROOT / "proto"
PYTHON_OUT = ROOT / "packages/cardproto/cardproto/v1"
TYPESCRIPT_OUT = ROOT / "web/src/gen"
BUS_OUT = ROOT / "packages/cardbus/cardbus/api"
SOCKET_API_OUT = ROOT / "docs/asyncapi-client.yaml"
POLICIES_OUT = ROOT / "packages/cardproto/cardproto/policies.json"

# The web client speaks these and what they import, nothing else.
CLIENT_ROOTS = ("carteado/v1/client.proto", "carteado/v1/replay.proto")

Files = dict[Path, str]


class GenerationError(Exception):
    """A tool is missing or refused its input; the text says which and why."""


def proto_files() -> list[str]:
    """Every contract file, relative to ``proto/``, sorted."""
    return sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))


def client_files() -> list[str]:
    """What clients speak, and all that it imports of ours, in a fixed order."""
    seen: list[str] = []
    waiting = list(CLIENT_ROOTS)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.append(name)
        text = (PROTO / name).read_text(encoding="utf-8")
        waiting += re.findall(r'^import "(carteado/[^"]+)";', text, re.MULTILINE)
    return sorted(seen)


def python_modules(out: Path) -> Files:
    """Messages, type stubs, and gRPC stubs for the one service that is served over gRPC."""
    names = proto_files()
    well_known = str(resources.files("grpc_tools") / "_proto")
    base = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", f"-I{well_known}"]
    _run([*base, f"--python_out={out}", f"--pyi_out={out}", *names])
    _run([*base, f"--grpc_python_out={out}", "carteado/v1/admin.proto"])
    files: Files = {}
    for path in sorted((out / "carteado/v1").iterdir()):
        text = path.read_text(encoding="utf-8")
        text = text.replace("from carteado.v1 import", "from cardproto.v1 import")
        files[PYTHON_OUT / path.name] = text
    files[PYTHON_OUT / "__init__.py"] = '"""Generated from ``proto/carteado/v1``."""\n'
    return files


def typescript_modules(out: Path) -> Files:
    """Types and codecs of the client's messages, for the web client."""
    plugin = ROOT / "web/node_modules/@bufbuild/protoc-gen-es/bin/protoc-gen-es"
    if not plugin.exists():
        raise GenerationError("protoc-gen-es is missing: run `make web` once")
    node = shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        raise GenerationError("no Node in the environment: run `make env`")
    wrapper = out / "protoc-gen-es"
    wrapper.write_text(f'#!/bin/sh\nexec "{node}" "{plugin}" "$@"\n', encoding="utf-8")
    wrapper.chmod(0o700)
    target = out / "ts"
    target.mkdir()
    well_known = str(resources.files("grpc_tools") / "_proto")
    _run(
        [
            sys.executable,
            "-m",
            "grpc_tools.protoc",
            f"-I{PROTO}",
            f"-I{well_known}",
            f"--plugin=protoc-gen-es={wrapper}",
            f"--es_out={target}",
            "--es_opt=target=ts",
            *client_files(),
        ]
    )
    return {
        TYPESCRIPT_OUT / path.relative_to(target): path.read_text(encoding="utf-8")
        for path in sorted(target.rglob("*.ts"))
    }


def bus_files(out: Path) -> Files:
    """What follows from the options on services and messages: typed modules, the catalogue of
    subjects, and the permissions of NATS' users. The bus makes them from its own reading of the
    descriptors, in a process of its own: the contracts do not know the bus."""
    made = _run([sys.executable, "-m", "cardbus.generate"])
    return {ROOT / path: text for path, text in json.loads(made).items()}


def socket_api(out: Path) -> Files:
    """The clients' socket for tools: every frame with its JSON schema and its comments."""
    try:
        return {SOCKET_API_OUT: socket_text(PROTO, out)}
    except subprocess.CalledProcessError as error:
        raise GenerationError(error.stderr.decode()) from error


def policies(out: Path) -> Files:
    """What rooms must know of each game, for services that do not install the rules."""
    script = out / "policies.py"
    script.write_text(
        "import json\nfrom cardrules import registry\n"
        "print(json.dumps(registry.policies_obj(), indent=2))\n",
        encoding="utf-8",
    )
    return {POLICIES_OUT: _run([sys.executable, str(script)])}


# Each step is given an empty folder to work in.
STEPS: list[tuple[str, Callable[[Path], Files]]] = [
    ("python", python_modules),
    ("bus", bus_files),
    ("socket", socket_api),
    ("policies", policies),
    ("typescript", typescript_modules),
]


def stale_files(wanted: Files) -> Iterator[tuple[Path, str]]:
    """Files of a generated folder that differ: ``(path, "missing" | "differs" | "left over")``."""
    for path, text in wanted.items():
        if not path.exists():
            yield path, "missing"
        elif path.read_text(encoding="utf-8") != text:
            yield path, "differs"
    for folder in {PYTHON_OUT, TYPESCRIPT_OUT, BUS_OUT} & {p for w in wanted for p in w.parents}:
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix in {".py", ".pyi", ".ts"} and path not in wanted:
                yield path, "left over"


def main(argv: list[str] | None = None) -> int:
    """Write or check; exit status 0 when everything is current or written."""
    parser = argparse.ArgumentParser(prog="cardproto.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument(
        "--only", action="append", choices=[name for name, _ in STEPS], help="just these steps"
    )
    args = parser.parse_args(argv)
    failed = False
    for name, step in STEPS:
        if args.only and name not in args.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                wanted = step(Path(folder))
            except GenerationError as error:
                print(f"{name}: {error}", file=sys.stderr)
                return 2
        stale = list(stale_files(wanted))
        for path, why in stale:
            print(f"{name}: {path.relative_to(ROOT)} {why}")
        if args.check:
            failed |= bool(stale)
        else:
            _write(wanted, stale)
        print(f"{name}: {len(wanted)} files, {len(stale)} changed")
    if failed:
        print("generated files are not current: run `make proto`", file=sys.stderr)
    return 1 if failed else 0


def _write(wanted: Files, stale: list[tuple[Path, str]]) -> None:
    for path, why in stale:
        if why == "left over":
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], encoding="utf-8")


def _run(command: list[str]) -> str:
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=PROTO, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GenerationError(done.stderr.strip() or f"{command[0]} failed")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
