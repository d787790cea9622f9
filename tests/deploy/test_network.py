"""Who may speak to whom in the cluster, worked out from the policies as the API defines them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.rendering import Manifest, container, name, of_kind, pod, workloads

FOLDER = "base"
SERVICES = {"gateway", "lobby", "engine", "bot-runner", "timer"}
Labels = dict[str, str]
Flow = tuple[str, str, int]


def matches(selector: Manifest, labels: Labels) -> bool:
    """A selector of labels; the empty one matches everything."""
    assert selector.keys() <= {"matchLabels"}, "only matchLabels is understood here"
    return bool(selector.get("matchLabels", {}).items() <= labels.items())


def peers(rule: Manifest, side: str) -> Iterator[Manifest]:
    """The pods' selectors of a rule's peers within the namespace."""
    for peer in rule[side]:
        if "namespaceSelector" not in peer:
            yield peer["podSelector"]


def allowed(
    policies: list[Manifest], one: dict[str, str], other: dict[str, str], way: str
) -> set[int]:
    """Ports that the policies on `one` open towards or from `other`; `way` as the API names it."""
    side = {"Egress": "to", "Ingress": "from"}[way]
    return {
        port["port"]
        for policy in policies
        if way in policy["policyTypes"] and matches(policy["podSelector"], one)
        for rule in policy.get(way.lower(), [])
        if any(matches(selector, other) for selector in peers(rule, side))
        for port in rule["ports"]
    }


@pytest.fixture(scope="module")
def policies() -> list[Manifest]:
    """The specs of all policies."""
    return [policy["spec"] for policy in of_kind(FOLDER, "NetworkPolicy")]


@pytest.fixture(scope="module")
def pods() -> dict[str, Labels]:
    """Labels of every workload's pods by its name."""
    return {name(w): pod(w)["metadata"]["labels"] for w in workloads(FOLDER)}


def test_just_the_needed_flows_are_open(policies: list[Manifest], pods: dict[str, Labels]) -> None:
    """All of ours reach NATS, lobby and timer the store, NATS itself; nothing else."""
    flows: set[Flow] = {
        (one, other, port)
        for one in pods
        for other in pods
        for port in allowed(policies, pods[one], pods[other], "Egress")
        & allowed(policies, pods[other], pods[one], "Ingress")
    }
    assert flows == {
        *((one, "nats", 4222) for one in (*SERVICES, "provision")),
        ("nats", "nats", 6222),
        ("lobby", "valkey", 6379),
        ("timer", "valkey", 6379),
    }


def test_everything_is_denied_first(policies: list[Manifest]) -> None:
    """One policy covers every pod, both ways, and opens nothing."""
    assert {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]} in policies


def test_from_outside_only_the_gateway_and_figures_are_reached(policies: list[Manifest]) -> None:
    """Players by the ingress controller's namespace, figures by the monitoring's."""
    doors: set[tuple[str, int]] = set()
    for policy in policies:
        for rule in policy.get("ingress", []):
            for space in (p["namespaceSelector"] for p in rule["from"] if "namespaceSelector" in p):
                label = space["matchLabels"]["kubernetes.io/metadata.name"]
                doors |= {(label, port["port"]) for port in rule["ports"]}
    assert doors == {("ingress-nginx", 8080), ("monitoring", 8222), ("monitoring", 9100)}


def test_ports_in_policies_are_ports_of_containers(policies: list[Manifest]) -> None:
    """A policy for a port that nobody listens on would be a mistake."""
    listening = {
        port["containerPort"] for w in workloads(FOLDER) for port in container(w).get("ports", [])
    }
    named = {
        port["port"]
        for policy in policies
        for rule in policy.get("ingress", [])
        for port in rule["ports"]
    }
    assert named <= listening
