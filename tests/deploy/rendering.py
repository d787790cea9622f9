"""What the deployment's files say, as values: manifests as kustomize renders them, and Compose."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from bot_runner.settings import BotRunnerSettings
from cardkit.settings import PREFIX, ServiceSettings
from game_engine.settings import EngineSettings
from gateway.settings import GatewaySettings
from lobby.settings import LobbySettings
from timer.settings import TimerSettings

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

Manifest = dict[str, Any]

SETTINGS: dict[str, type[ServiceSettings]] = {
    "gateway": GatewaySettings,
    "lobby": LobbySettings,
    "engine": EngineSettings,
    "bot-runner": BotRunnerSettings,
    "timer": TimerSettings,
    "provision": ServiceSettings,
}
"""What each of ours reads from its environment, by its name in the deployments."""

SERVICES = sorted(set(SETTINGS) - {"provision"})
SHARED = {f"{PREFIX}REDIS_URL", f"{PREFIX}REDIS_PASSWORD", f"{PREFIX}SECRETS_DIR"}
"""May be told to a service that has no use for it: a ConfigMap is for all."""


@functools.cache
def kubectl() -> str:
    """The locked kubectl of this environment, else the one on the path."""
    locked = Path(sys.executable).with_name("kubectl")
    found = str(locked) if locked.exists() else shutil.which("kubectl")
    assert found, "no kubectl: 'make env' installs one"
    return found


@functools.cache
def rendered(folder: str) -> str:
    """A folder of deploy/k8s as kustomize renders it."""
    command = [kubectl(), "kustomize", str(ROOT / "deploy" / "k8s" / folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@functools.cache
def manifests(folder: str) -> tuple[Manifest, ...]:
    """The same as values."""
    return tuple(yaml.safe_load_all(rendered(folder)))


def of_kind(folder: str, *kinds: str) -> Iterator[Manifest]:
    """Those of some kinds."""
    return (each for each in manifests(folder) if each["kind"] in kinds)


def workloads(folder: str) -> list[Manifest]:
    """Everything that makes pods."""
    return list(of_kind(folder, "Deployment", "StatefulSet", "Job"))


def name(manifest: Manifest) -> str:
    """Its name."""
    found: str = manifest["metadata"]["name"]
    return found


def pod(workload: Manifest) -> Manifest:
    """The pod's template: labels and spec."""
    found: Manifest = workload["spec"]["template"]
    return found


def container(workload: Manifest) -> Manifest:
    """Its one container; none has two."""
    (found,) = pod(workload)["spec"]["containers"]
    assert isinstance(found, dict)
    return found


@functools.cache
def compose() -> dict[str, Any]:
    """docker-compose.yml, with its merges done and nothing interpolated."""
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def known(service: str) -> set[str]:
    """The variables that one of ours understands."""
    return {f"{PREFIX}{field.upper()}" for field in SETTINGS[service].model_fields}


def image_environment() -> dict[str, str]:
    """What the Dockerfile tells every service."""
    text = (ROOT / "deploy" / "docker" / "Dockerfile").read_text(encoding="utf-8")
    return dict(re.findall(rf"({PREFIX}\w+)=(\S+)", text))
