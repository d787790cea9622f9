"""The manifests render, fit the API's schemas, and keep the house's laws in every overlay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy import rendering
from tests.deploy.rendering import SERVICES, container, name, of_kind, pod, rendered, workloads

import deploy_secrets  # isort: skip

FOLDERS = ("base", "overlays/dev", "overlays/production")
NO_PROBES = {"provision": "a Job: its exit status says all"}

each_folder = pytest.mark.parametrize("folder", FOLDERS)


@each_folder
def test_the_manifests_fit_the_schemas(folder: str, tmp_path: Path) -> None:
    """Strictly: a field that the API does not know is an error."""
    path = tmp_path / "all.yaml"
    path.write_text(rendered(folder), encoding="utf-8")
    validate = str(Path(sys.executable).with_name("kubernetes-validate"))
    command = [validate, "--strict", "--quiet", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@each_folder
def test_all_five_services_and_two_servers_run(folder: str) -> None:
    """And a Job that provisions; in one namespace."""
    assert {name(w) for w in of_kind(folder, "Deployment")} == set(SERVICES)
    assert {name(w) for w in of_kind(folder, "StatefulSet")} == {"nats", "valkey"}
    assert [name(w) for w in of_kind(folder, "Job")] == ["provision"]
    (namespace,) = (name(each) for each in of_kind(folder, "Namespace"))
    others = [each for each in rendering.manifests(folder) if each["kind"] != "Namespace"]
    assert {each["metadata"].get("namespace") for each in others} == {namespace}


@each_folder
def test_every_container_is_shut_in(folder: str) -> None:
    """No root, no rights, nothing to write to but what is mounted, no token of the cluster's."""
    for workload in workloads(folder):
        spec = pod(workload)["spec"]
        assert spec["securityContext"]["runAsNonRoot"] is True, name(workload)
        assert spec["securityContext"]["runAsUser"] > 0
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        assert "initContainers" not in spec
        context = container(workload)["securityContext"]
        assert context["allowPrivilegeEscalation"] is False
        assert context["readOnlyRootFilesystem"] is True
        assert context["capabilities"] == {"drop": ["ALL"]}


@each_folder
def test_every_container_has_probes_and_limits(folder: str) -> None:
    """The memory is limited, the rest asked for; services are probed by gRPC."""
    for workload in workloads(folder):
        of = container(workload)
        assert "memory" in of["resources"]["limits"], name(workload)
        assert {"cpu", "memory"} <= of["resources"]["requests"].keys()
        if name(workload) in NO_PROBES:
            continue
        assert {"startupProbe", "readinessProbe", "livenessProbe"} <= of.keys(), name(workload)
        if workload["kind"] == "Deployment":
            port = int(rendering.image_environment()["CARTEADO_ADMIN_PORT"])
            assert of["readinessProbe"]["grpc"] == {"port": port, "service": ""}
            assert of["livenessProbe"]["grpc"] == {"port": port, "service": "live"}


@each_folder
def test_a_rollout_takes_nobody_away(folder: str) -> None:
    """New pods are ready before old ones go; the old have time to drain; one at most is evicted."""
    budgets = {name(b): b["spec"] for b in of_kind(folder, "PodDisruptionBudget")}
    (settings,) = (c["data"] for c in of_kind(folder, "ConfigMap") if "settings" in name(c))
    for workload in of_kind(folder, "Deployment"):
        assert workload["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
        spec = pod(workload)["spec"]
        pause_s = container(workload)["lifecycle"]["preStop"]["sleep"]["seconds"]
        drain_s = float(settings["CARTEADO_DRAIN_S"])
        assert spec["terminationGracePeriodSeconds"] > pause_s + drain_s
        assert len(spec["topologySpreadConstraints"]) == 2
    for workload in of_kind(folder, "Deployment", "StatefulSet"):
        selector = workload["spec"]["selector"]
        assert budgets[name(workload)] == {"maxUnavailable": 1, "selector": selector}
        assert selector["matchLabels"].items() <= pod(workload)["metadata"]["labels"].items()


@each_folder
def test_who_is_scaled_by_load_has_no_fixed_number(folder: str) -> None:
    """Else every `apply` would throw the autoscaler's number away."""
    scaled = {
        h["spec"]["scaleTargetRef"]["name"] for h in of_kind(folder, "HorizontalPodAutoscaler")
    }
    assert scaled == {"gateway", "engine", "bot-runner"}
    for workload in of_kind(folder, "Deployment"):
        assert ("replicas" in workload["spec"]) is (name(workload) not in scaled)


@each_folder
def test_images_are_pinned(folder: str) -> None:
    """By a tag that is a version."""
    for workload in workloads(folder):
        image, _, tag = container(workload)["image"].rpartition(":")
        assert image, name(workload)
        assert tag[0].isdigit(), f"{name(workload)}: {tag}"


@each_folder
def test_secrets_are_referred_to_and_never_written_down(folder: str) -> None:
    """Every name that is mounted is one that `deploy_secrets.py` makes, with the keys it needs."""
    assert not list(of_kind(folder, "Secret"))
    fresh = deploy_secrets.passwords()
    made = {name(s): s["data"].keys() for s in deploy_secrets.manifests("here", fresh)}
    mounted = set()
    for workload in workloads(folder):
        volumes = pod(workload)["spec"]["volumes"]
        mounted |= {v["secret"]["secretName"] for v in volumes if "secret" in v}
        for variable in container(workload).get("env", []):
            assert not any(word in variable["name"] for word in ("PASSWORD", "KEY", "TOKEN"))
    assert mounted == made.keys()
    assert made["gateway-secrets"] == {"carteado_nats_password", "carteado_session_key"}
    assert made["lobby-secrets"] == {"carteado_nats_password", "carteado_redis_password"}
    assert made["lobby-secrets"] == made["timer-secrets"]
    assert made["nats-secrets"] == {"passwords.conf", "routes.conf"}
    assert made["engine-secrets"] == made["bot-runner-secrets"] == {"carteado_nats_password"}


@each_folder
def test_every_variable_is_one_that_somebody_reads(folder: str) -> None:
    """A mistyped setting would silently be the default."""
    (shared,) = (c["data"].keys() for c in of_kind(folder, "ConfigMap") if "settings" in name(c))
    anybody = set().union(*map(rendering.known, rendering.SETTINGS))
    assert shared <= anybody | rendering.SHARED
    for workload in of_kind(folder, "Deployment", "Job"):
        own = {variable["name"] for variable in container(workload)["env"]}
        assert own <= rendering.known(name(workload)), name(workload)
        assert {"CARTEADO_NATS_URLS", "CARTEADO_NATS_USER"} <= shared | own


def test_three_servers_of_nats_in_production_and_one_for_trying() -> None:
    """Replicas of streams, and the configuration, follow the number of servers."""
    for folder, servers, config in (
        ("overlays/production", 3, "/etc/nats/cluster.conf"),
        ("overlays/dev", 1, "/etc/nats/single.conf"),
    ):
        (nats,) = (s for s in of_kind(folder, "StatefulSet") if name(s) == "nats")
        (provision,) = of_kind(folder, "Job")
        assert nats["spec"]["replicas"] == servers
        assert container(nats)["command"][-1] == config
        args = container(provision)["args"]
        assert args[:3] == ["provision", "--replicas", str(servers)]
        (told,) = (c["data"] for c in of_kind(folder, "ConfigMap") if "settings" in name(c))
        assert ("--sharded" in args) == (servers == 3)
        assert told["CARTEADO_NATS_SHARDED"] == str(servers == 3).lower()
    assert len(deploy_secrets.nodes("carteado")) == 3
