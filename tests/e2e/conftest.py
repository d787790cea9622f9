"""A real Chromium before a whole running table."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from carteado.stack import Stack
from tests.e2e.player import Player
from tests.support.stack import FAST, SITE, troubles

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A server that is away, a record that is not written yet, a browser told to have no worker.
_EXPECTED = re.compile(r"ERR_|404|WebSocket connection|Service Worker registration blocked")
_SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser, and may take longer than other tests."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    """The system's Chromium, else the one that Playwright installed for itself."""
    found = next((path for name in _SYSTEM_BROWSERS if (path := shutil.which(name))), None)
    if found is not None:
        return {**browser_type_launch_args, "executable_path": found, "args": list(_FLAGS)}
    if Path(browser_type.executable_path).exists():
        return browser_type_launch_args
    pytest.exit(
        "browser tests: no Chromium found. On Debian and Ubuntu: apt-get install chromium; "
        "elsewhere: .venv/bin/playwright install chromium",
        returncode=3,
    )


@pytest.fixture(scope="session", autouse=True)
def site() -> Path:
    """The built client, without which there is nothing to test."""
    if not (SITE / "index.html").is_file():
        pytest.exit("browser tests: the client is not built. Run: make web", returncode=3)
    return SITE


@pytest.fixture(scope="module")
def stack(
    request: pytest.FixtureRequest,
    stack_settings: Mapping[str, str],
    stack_replicas: Mapping[str, int],
    tmp_path_factory: pytest.TempPathFactory,
    site: Path,
) -> Iterator[Stack]:
    """As everywhere, but begun in a thread of its own: Playwright's loop runs in this one."""
    failed_before = request.session.testsfailed
    with ThreadPoolExecutor(max_workers=1) as thread:
        running = Stack.temporary(
            replicas=stack_replicas,
            settings={**FAST, **stack_settings},
            folder=tmp_path_factory.mktemp("table"),
            site=site,
        )
        stack = thread.submit(running.__enter__).result()
        yield stack
        if request.session.testsfailed > failed_before:
            print(troubles(stack))
        thread.submit(running.__exit__, None, None, None).result()


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Portuguese, on a desk, unless a test says otherwise."""
    return {
        **browser_context_args,
        "locale": "pt-BR",
        "viewport": {"width": 1280, "height": 800},
    }


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What any page of the test complained of; a test that ends with a complaint has failed."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def player(page: Page, stack: Stack, complaints: list[str]) -> Player:
    """A person with a browser, at the front door."""
    return arrive(page, stack, complaints)


@pytest.fixture
def new_player(
    browser: Browser, browser_context_args: dict[str, Any], stack: Stack, complaints: list[str]
) -> Iterator[Any]:
    """Makes further people, each with a browser profile of their own."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Player:
        context = browser.new_context(**{**browser_context_args, **options})
        contexts.append(context)
        return arrive(context.new_page(), stack, complaints)

    yield make
    for context in contexts:
        context.close()


def arrive(page: Page, stack: Stack, complaints: list[str], url: str | None = None) -> Player:
    """Open the front door, which may lie at another `url`, and note what the page complains of."""
    door = stack.url if url is None else url
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: (
            complaints.append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning") and not _EXPECTED.search(message.text)
            else None
        ),
    )
    page.goto(door)
    return Player(page, door)
