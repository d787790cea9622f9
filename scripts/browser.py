"""The browser that scripts look at the client with."""

from __future__ import annotations

import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
)


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium, else the one that Playwright installed for itself."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    return playwright.chromium.launch(executable_path=found, args=list(_FLAGS))
