"""Metrics, liveness and readiness: who sees them and what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from app.core.metrics import RequestMetrics, Sample, write_sample
from app.core.state import AppState
from models.ports import EngineHealth, EngineKind, EngineState
from tests.conftest import Person
from tests.fakes.engines import fake_engines

TOKEN = "a token of a monitoring system"
ROOT = Path(__file__).parents[2]


def read_metrics(person: Person) -> dict[str, float]:
    lines = [line for line in person.get("/metrics").text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def set_engines(state: AppState, **states: EngineState) -> None:
    health = [
        EngineHealth(kind=EngineKind(kind), state=engine_state, model="m", queued=3)
        for kind, engine_state in states.items()
    ]
    state.engines = fake_engines(health=health)


def test_metrics_are_for_the_token_and_administrators(
    state: AppState, alice: Person, ada: Person, anonymous: TestClient
) -> None:
    assert anonymous.get("/metrics").status_code == 401
    assert alice.get("/metrics").status_code == 403
    assert ada.get("/metrics").status_code == 200
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert anonymous.get("/metrics", headers=headers).status_code == 401
    state.settings = state.settings.model_copy(update={"metrics_token": SecretStr(TOKEN)})
    response = anonymous.get("/metrics", headers=headers)
    assert (response.status_code, response.headers["content-type"]) == (
        200,
        "text/plain; version=0.0.4; charset=utf-8",
    )
    assert anonymous.get("/api/admin/settings", headers=headers).status_code == 401


def test_metrics_show_interviews_and_engines(
    state: AppState, ada: Person, running_interview: dict[str, Any]
) -> None:
    assert running_interview["status"] == "in_progress"
    set_engines(state, llm=EngineState.READY, speech=EngineState.FAILED)
    metrics = read_metrics(ada)
    assert metrics["greenroom_interviews_running"] == 1
    assert metrics['greenroom_engine_ready{engine="llm"}'] == 1
    assert metrics['greenroom_engine_ready{engine="speech"}'] == 0
    assert metrics['greenroom_engine_queued{engine="llm"}'] == 3
    assert metrics["greenroom_memory_bytes"] > 1_000_000


def test_requests_are_counted_by_route_and_never_by_path(
    ada: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    token = interview["candidateToken"]
    name = (
        'greenroom_http_requests_total{method="GET",route="/api/interviews/candidate/{token}",status="2xx"}'
    )
    before = read_metrics(ada).get(name, 0)
    anonymous.get(f"/api/interviews/candidate/{token}")
    assert read_metrics(ada)[name] == before + 1
    assert token not in ada.get("/metrics").text


def test_durations_are_counted_in_cumulative_buckets() -> None:
    metrics = RequestMetrics()
    for seconds in (0.001, 0.3, 700.0):
        metrics.observe(method="GET", route="/r", status=200, seconds=seconds)
    text = metrics.write()
    buckets = re.findall(r'_bucket\{route="/r",le="([^"]+)"\} (\d+)', text)
    assert (buckets[0], buckets[4], buckets[-2], buckets[-1]) == (
        ("0.01", "1"),
        ("0.5", "2"),
        ("60.0", "2"),
        ("+Inf", "3"),
    )
    assert 'duration_seconds_count{route="/r"} 3' in text


def test_prometheus_can_read_every_metric(ada: Person, anonymous: TestClient) -> None:
    anonymous.get("/api/health/live")
    ada.get("/metrics")
    text = ada.get("/metrics").text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    announced = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    assert {name.removesuffix("_total") for name in announced} == families.keys()
    assert all(family.samples and family.documentation for family in families.values())
    assert {family.type for family in families.values()} == {"counter", "gauge", "histogram"}
    durations = families["greenroom_http_request_duration_seconds"]
    buckets = [one for one in durations.samples if one.labels.get("route") == "/api/health/live"]
    assert [one.name.rpartition("_")[2] for one in buckets[-2:]] == ["sum", "count"]
    assert (buckets[-3].labels["le"], buckets[-3].value) == ("+Inf", buckets[-1].value)


def test_labels_are_escaped() -> None:
    assert write_sample("m", Sample(1, {"a": 'x"\n\\'})) == 'm{a="x\\"\\n\\\\"} 1\n'


def test_the_dashboard_shows_only_metrics_that_exist(ada: Person) -> None:
    dashboard = json.loads((ROOT / "config/grafana/greenroom.json").read_text())
    text = ada.get("/metrics").text + ada.get("/metrics").text
    known = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    used = set(re.findall(r"greenroom_[a-z_]+", json.dumps([one["targets"] for one in dashboard["panels"]])))
    assert {name.removesuffix("_bucket") for name in used} <= known
    assert len(dashboard["panels"]) == 12


def test_liveness_does_not_depend_on_engines(anonymous: TestClient, state: AppState) -> None:
    set_engines(state, llm=EngineState.FAILED)
    assert anonymous.get("/api/health/live").status_code == 200


def test_readiness_names_what_is_missing(anonymous: TestClient, state: AppState) -> None:
    state.settings_at_start = state.settings_at_start.model_copy(update={"preload_models": True})
    assert anonymous.get("/api/health/ready").status_code == 200
    set_engines(state, llm=EngineState.STARTING, speech=EngineState.READY, embeddings=EngineState.STOPPED)
    response = anonymous.get("/api/health/ready")
    assert (response.status_code, response.json()["waitingFor"]) == (503, ["llm"])


@pytest.mark.parametrize(
    ("engine_state", "restarts", "is_ready"),
    [
        (EngineState.STOPPED, 0, True),
        (EngineState.STARTING, 0, True),
        (EngineState.STARTING, 1, False),
        (EngineState.FAILED, 0, False),
    ],
)
def test_a_server_is_ready_before_its_models_are_loaded_for_the_first_time(
    anonymous: TestClient, state: AppState, engine_state: EngineState, restarts: int, *, is_ready: bool
) -> None:
    one = EngineHealth(kind=EngineKind.LLM, state=engine_state, model="m", restarts=restarts)
    state.engines = fake_engines(health=[one])
    assert (anonymous.get("/api/health/ready").status_code == 200) is is_ready


@pytest.mark.parametrize(
    ("sent", "is_kept"), [("proxy-1.a_B", True), ("two words", False), ("x" * 65, False)]
)
def test_request_ids_of_proxies_are_kept_if_harmless(
    anonymous: TestClient, sent: str, *, is_kept: bool
) -> None:
    answered = anonymous.get("/api/health/live", headers={"X-Request-Id": sent}).headers["x-request-id"]
    assert (answered == sent) is is_kept
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", answered)
