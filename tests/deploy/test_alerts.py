"""Alerts speak of figures that exist, and the runbook of alerts that exist."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.deploy.rendering import ROOT

DECLARED = re.compile(r"metrics\.(counter|histogram|gauge|figure)\(\s*\"([a-z_]+)\"")


def rules() -> list[dict[str, Any]]:
    """Every rule of deploy/alerts.yaml."""
    text = (ROOT / "deploy" / "alerts.yaml").read_text(encoding="utf-8")
    return [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]


def exposed() -> set[str]:
    """Names of the figures as Prometheus shows them, from where the services declare them."""
    suffix = {"counter": "_total", "histogram": "_bucket", "gauge": "", "figure": ""}
    sources = [*ROOT.glob("services/*/*/*.py"), *ROOT.glob("packages/cardkit/cardkit/*.py")]
    return {
        f"carteado_{name}{suffix[kind]}"
        for path in sources
        for kind, name in DECLARED.findall(path.read_text(encoding="utf-8"))
    }


def test_alerts_speak_of_figures_that_exist() -> None:
    """A renamed figure would silence its alert for ever."""
    known = exposed()
    for rule in rules():
        named = set(re.findall(r"carteado_\w+", rule["expr"]))
        assert named, rule["alert"]
        assert named <= known, rule["alert"]


def test_the_runbook_says_what_each_alert_means() -> None:
    """One line each, and none for an alert that is no more."""
    text = (ROOT / "docs" / "runbook.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| (Carteado\w+) \|", text, re.MULTILINE)
    assert sorted(explained) == sorted(rule["alert"] for rule in rules())
