"""`carteado provision`: create or update streams and consumers; running it again changes nothing.

The password is read from CARTEADO_NATS_PASSWORD, or from the file CARTEADO_NATS_PASSWORD_FILE.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from cardbus.errors import ConnectFailed
from cardbus.provision import GIB, ProvisionFailed, provision
from cardkit.settings import ServiceSettings, load
from carteado.fleet import PROVISIONER
from carteado.numbers import between


class ProvisionSettings(ServiceSettings):
    """Where to, and as whom: the one user that may make streams unless said otherwise."""

    nats_user: str = PROVISIONER


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado provision`."""
    parser.add_argument("--replicas", type=int, default=1, choices=(1, 3, 5))
    parser.add_argument(
        "--sharded", action="store_true", help="split the games' log into eight streams"
    )
    parser.add_argument(
        "--max-bytes",
        type=between(int, 1 << 20),
        default=GIB,
        metavar="N",
        help="largest size of each stream; what exceeds it is refused (%(default)s)",
    )


def main(arguments: argparse.Namespace) -> int:
    """Provision the server that the environment names; 0 when all stands, else 1."""
    settings = load(ProvisionSettings)
    wanted = provision(
        settings.nats_urls,
        settings.nats_user,
        settings.nats_password.get_secret_value(),
        replicas=arguments.replicas,
        streams_sharded=arguments.sharded,
        max_bytes=arguments.max_bytes,
    )
    try:
        asyncio.run(wanted)
    except (ConnectFailed, ProvisionFailed) as error:
        print(f"carteado provision: {error}", file=sys.stderr)
        return 1
    print("streams stand")
    return 0
