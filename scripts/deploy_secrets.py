"""Make the secrets of a deployment: files for Compose, or Secret manifests for a cluster.

    python3 scripts/deploy_secrets.py                          files in deploy/secrets, for Compose
    python3 scripts/deploy_secrets.py --kubernetes NAMESPACE   manifests on standard output

Neither is ever committed. The manifests go into `kubectl apply -f -`.

What is there already is kept, so running it again changes nothing; remove a file to have it made
anew. The folder is for its owner alone (0700); the files in it are readable (0444), since in a
container they are read by a user whose number the host does not know.
"""

from __future__ import annotations

import argparse
import base64
import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "deploy" / "secrets"
USERS = ("gateway", "lobby", "engine", "bot-runner", "timer", "provisioner")
NATS_NODES = 3


def passwords() -> dict[str, str]:
    """A fresh value for each secret by file name."""
    names = (*(f"nats-{user}" for user in USERS), "nats-route", "valkey", "session-key")
    return {name: secrets.token_urlsafe(32) for name in names}


def nodes(namespace: str) -> list[str]:
    """Where the servers of a cluster's NATS find one another (host:port)."""
    return [f"nats-{n}.nats-nodes.{namespace}.svc:6222" for n in range(NATS_NODES)]


def routes(hosts: Sequence[str], password: str) -> str:
    """The part of nats-server's `cluster` block that is secret: routes and their password."""
    addresses = [f"nats-route://route:{password}@{host}" for host in hosts]
    return (
        f"authorization: {json.dumps({'user': 'route', 'password': password})}\n"
        f"routes: {json.dumps(addresses)}\n"
    )


def derived(kept: Mapping[str, str]) -> dict[str, str]:
    """The servers' own files, by name, which follow from the passwords."""
    lines = [
        f"{user.upper().replace('-', '_')}_PASSWORD: {json.dumps(kept[f'nats-{user}'])}\n"
        for user in USERS
    ]
    return {
        "passwords.conf": "".join(lines),
        "valkey-password.conf": f"requirepass {kept['valkey']}\n",
    }


def keep(folder: Path) -> dict[str, str]:
    """Every secret of `folder`, made where it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    kept = {}
    for name, fresh in passwords().items():
        path = folder / name
        if not path.exists():
            write(path, fresh)
        kept[name] = path.read_text(encoding="utf-8").strip()
    for name, text in derived(kept).items():
        write(folder / name, text)
    return kept


def write(path: Path, text: str) -> None:
    """Write one file of the folder, unless it says the same already."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o444)


def manifests(namespace: str, kept: Mapping[str, str]) -> list[dict[str, Any]]:
    """The Secrets that deploy/k8s refers to."""
    files = derived(kept)
    contents: dict[str, dict[str, str]] = {
        f"{user}-secrets": {"carteado_nats_password": kept[f"nats-{user}"]} for user in USERS
    }
    for user in ("lobby", "timer"):
        contents[f"{user}-secrets"]["carteado_redis_password"] = kept["valkey"]
    contents["gateway-secrets"]["carteado_session_key"] = kept["session-key"]
    contents["nats-secrets"] = {
        "passwords.conf": files["passwords.conf"],
        "routes.conf": routes(nodes(namespace), kept["nats-route"]),
    }
    contents["valkey-secrets"] = {"valkey-password.conf": files["valkey-password.conf"]}
    return [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": name, "namespace": namespace},
            "type": "Opaque",
            "data": {k: base64.b64encode(v.encode()).decode() for k, v in values.items()},
        }
        for name, values in contents.items()
    ]


def main() -> int:
    """Make what is missing; print manifests if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--kubernetes", metavar="NAMESPACE")
    arguments = parser.parse_args()
    kept = keep(arguments.folder)
    if arguments.kubernetes:
        items = manifests(arguments.kubernetes, kept)
        json.dump({"apiVersion": "v1", "kind": "List", "items": items}, sys.stdout, indent=2)
        print()
    else:
        print(f"secrets stand in {arguments.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
