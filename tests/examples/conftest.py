"""One running table for all tests of the examples and of what is written for client authors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from carteado.stack import Stack
from tests.support.stack import FAST


@pytest.fixture(scope="package")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Real servers and all five services, bots without pause, no site."""
    with Stack.temporary(settings=FAST, folder=tmp_path_factory.mktemp("table")) as running:
        yield running
