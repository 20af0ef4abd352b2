"""The health check: what visitors, recruiters and admins see."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from models.engine_problems import EngineProblem, EngineProblemCode
from models.ports import EngineHealth, EngineKind, EngineState
from tests.conftest import Person
from tests.fakes.engines import fake_engines


@pytest.fixture(autouse=True)
def failed_engine(state: AppState) -> None:
    state.engines = fake_engines(
        health=[
            EngineHealth(
                kind=EngineKind.LLM,
                state=EngineState.FAILED,
                model="/srv/greenroom/models/private.gguf",
                problem=EngineProblem(
                    EngineProblemCode.WORKER_ENDED,
                    "The worker process ended with status 1.",
                    {"status": 1},
                    technical_text="cannot open /srv/greenroom/models/private.gguf",
                ),
                queued=3,
                running=1,
                restarts=7,
            )
        ]
    )


def test_a_visitor_sees_states_only(anonymous: TestClient, alice: Person) -> None:
    """L8: paths of models and the last lines of a worker were shown to anybody."""
    for caller in (anonymous, alice):
        response = caller.get("/api/health")
        assert "/srv" not in response.text
        body = response.json()
        assert (body["status"], body["database"], body["version"]) == ("degraded", "ok", None)
        known = {name: value for name, value in body["engines"][0].items() if value is not None}
        assert known == {"kind": "llm", "state": "failed"}


def test_an_admin_sees_everything(ada: Person) -> None:
    body = ada.get("/api/health").json()
    assert body["version"]
    assert body["engines"][0]["problem"] == {
        "code": "worker_ended",
        "params": {"status": 1},
        "technicalText": "cannot open /srv/greenroom/models/private.gguf",
    }
    assert body["engines"][0]["restarts"] == 7


def test_a_wrong_token_is_a_visitor(anonymous: TestClient) -> None:
    response = anonymous.get("/api/health", headers={"Authorization": "Bearer nonsense"})
    assert (response.status_code, response.json()["version"]) == (200, None)
