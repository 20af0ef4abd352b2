"""Usage of a user: totals, sources and days as the admin sees them, and the CSV exports."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from app.usage.rollup import roll_up_usage
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome
from models.ports import EngineKind
from tests.conftest import Person
from tests.usage.calls import make_call, record_calls


def path(user: Person) -> str:
    return f"/api/admin/users/{user.id}/usage"


def read(ada: Person, user: Person, **query: Any) -> dict[str, Any]:
    response = ada.get(path(user), params=query)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json()["data"]
    return data


def read_csv(response: Any) -> list[dict[str, str]]:
    assert response.status_code == 200, response.text
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


@pytest.fixture
async def alices_usage(state: AppState, alice: Person, bob: Person) -> None:
    """Questions today and yesterday (rolled up), speech today, embeddings 40 days ago; one call of Bob's."""
    now = state.now()
    questions = {
        "user_id": alice.id,
        "input_tokens": 800,
        "output_tokens": 200,
        "duration_ms": 3000,
        "cost_microcents": 50_000_000,
    }
    record_calls(state, make_call(at=now - timedelta(days=1), **questions))
    await roll_up_usage(state)
    record_calls(
        state,
        make_call(at=now, **(questions | {"duration_ms": 1000})),
        make_call(at=now, user_id=alice.id, outcome=CallOutcome.TIMEOUT, duration_ms=5000),
        make_call(
            at=now,
            user_id=alice.id,
            kind=EngineKind.SPEECH,
            source=UsageSource.LIVE_TRANSCRIPTION,
            provider="whisper_cpp",
            model="large",
            audio_ms=90_000,
            duration_ms=2000,
            cost_microcents=1_000_000,
        ),
        make_call(
            at=now - timedelta(days=40),
            user_id=alice.id,
            kind=EngineKind.EMBEDDINGS,
            source=UsageSource.MATCHING,
            input_tokens=7,
            cost_microcents=2_000_000,
        ),
        make_call(at=now, user_id=bob.id, input_tokens=99_999),
    )


def test_only_admins_read_usage(anonymous: TestClient, alice: Person) -> None:
    assert anonymous.get(path(alice)).status_code == 401
    assert alice.get(path(alice)).status_code == 403


def test_a_user_who_does_not_exist_is_not_found(ada: Person) -> None:
    response = ada.get("/api/admin/users/nobody/usage")
    assert (response.status_code, response.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("days", ["0", "-1", "367", "1.5", "a year", "9" * 40])
def test_a_wrong_number_of_days_is_refused(ada: Person, alice: Person, days: str) -> None:
    assert ada.get(path(alice), params={"days": days}).status_code == 422


def test_a_user_without_usage_has_zeros(ada: Person, alice: Person) -> None:
    data = read(ada, alice)
    assert data["days"] == 30
    assert data["user"] == {
        "_id": alice.id,
        "name": "Alice",
        "username": "alice",
        "email": "alice@example.com",
    }
    nothing = {
        "calls": 0,
        "failedCalls": 0,
        "inputTokens": 0,
        "outputTokens": 0,
        "audioMinutes": 0,
        "cost": 0,
    }
    assert data["totals"] == {"llm": nothing, "stt": nothing, "other": nothing, "cost": 0}
    assert data["llmBySource"] == data["dailyLLMBreakdown"] == data["dailySTTBreakdown"] == []


def test_usage_is_shown_by_source_and_by_day(
    ada: Person, alice: Person, state: AppState, alices_usage: None
) -> None:
    data = read(ada, alice)
    assert data["totals"]["llm"] == {
        "calls": 3,
        "failedCalls": 1,
        "inputTokens": 1600,
        "outputTokens": 400,
        "audioMinutes": 0,
        "cost": 1,
    }
    assert data["totals"]["stt"]["audioMinutes"] == 1.5
    assert data["totals"]["cost"] == 1.01
    assert data["llmBySource"] == [
        {
            "source": "questions",
            "provider": "local",
            "model": "small",
            "totalCalls": 3,
            "failedCalls": 1,
            "totalInputTokens": 1600,
            "totalOutputTokens": 400,
            "totalAudioMinutes": 0,
            "avgDuration": 3000,
            "totalCost": 1,
        }
    ]
    assert [(row["source"], row["provider"], row["model"]) for row in data["sttBySource"]] == [
        ("live_transcription", "whisper_cpp", "large")
    ]
    today = state.now().date()
    assert data["dailyLLMBreakdown"] == [
        {"date": today.isoformat(), "calls": 2, "tokens": 1000, "cost": 0.5},
        {"date": (today - timedelta(days=1)).isoformat(), "calls": 1, "tokens": 1000, "cost": 0.5},
    ]
    assert data["dailySTTBreakdown"] == [{"date": today.isoformat(), "calls": 1, "tokens": 0, "cost": 0.01}]


def test_embeddings_and_the_judge_share_one_row(ada: Person, alice: Person, state: AppState) -> None:
    """Of one source and model, and of one day."""
    for kind in (EngineKind.EMBEDDINGS, EngineKind.JUDGE):
        record_calls(
            state,
            make_call(
                at=state.now(), user_id=alice.id, kind=kind, source=UsageSource.REPORT, cost_microcents=10**6
            ),
        )
    data = read(ada, alice)
    assert (data["totals"]["other"]["calls"], data["totals"]["llm"]["calls"]) == (2, 0)
    assert [(row["totalCalls"], row["totalCost"]) for row in data["otherBySource"]] == [(2, 0.02)]
    assert [(row["calls"], row["cost"]) for row in data["dailyOtherBreakdown"]] == [(2, 0.02)]


def test_the_period_decides_which_days_count(ada: Person, alice: Person, alices_usage: None) -> None:
    assert read(ada, alice, days=1)["totals"]["llm"]["calls"] == 2
    assert read(ada, alice, days=2)["totals"]["llm"]["calls"] == 3
    assert read(ada, alice, days=40)["totals"]["other"]["calls"] == 0
    longer = read(ada, alice, days=41)
    assert (longer["totals"]["other"]["calls"], longer["totals"]["cost"]) == (1, 1.03)
    assert [row["source"] for row in longer["otherBySource"]] == ["matching"]


def test_the_export_of_a_user_has_one_line_per_day_and_model(
    ada: Person, alice: Person, state: AppState, alices_usage: None
) -> None:
    rows = read_csv(ada.get(path(alice) + "/export.csv"))
    assert [(row["Engine"], row["Calls"], row["Cost (USD)"]) for row in rows] == [
        ("llm", "2", "0.50000000"),
        ("speech", "1", "0.01000000"),
        ("llm", "1", "0.50000000"),
    ]
    assert {row["Username"] for row in rows} == {"alice"}


def test_the_export_of_everybody_has_the_totals_of_each_user(ada: Person, alices_usage: None) -> None:
    rows = read_csv(ada.get("/api/admin/usage/export.csv", params={"days": 7}))
    assert {(row["Username"], row["Engine"], row["Input tokens"]) for row in rows} == {
        ("alice", "llm", "1600"),
        ("alice", "speech", "0"),
        ("bob", "llm", "99999"),
    }


def test_a_cell_cannot_become_a_formula(ada: Person, alice: Person, state: AppState) -> None:
    record_calls(state, make_call(at=state.now(), user_id=alice.id, model='=HYPERLINK("http://x")'))
    [row] = read_csv(ada.get(path(alice) + "/export.csv"))
    assert row["Model"] == '\'=HYPERLINK("http://x")'


def test_an_export_is_recorded(ada: Person, alice: Person) -> None:
    ada.get(path(alice) + "/export.csv")
    ada.get("/api/admin/usage/export.csv")
    events = ada.get("/api/admin/security-events", params={"type": "records_exported"}).json()["data"]
    assert [(event["subjectKind"], event["actorId"]) for event in events] == [
        ("usage", ada.id),
        ("user", ada.id),
    ]


@pytest.mark.parametrize("price", ["-1", "1e3000", "NaN", "a lot", "0.000000001", "1001", True, [1]])
def test_a_wrong_price_is_refused(ada: Person, price: object) -> None:
    response = ada.patch("/api/admin/settings", json={"values": {"llm_input_price": price}})
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR"), response.text
    assert response.json()["fields"][0]["path"] == "values.llm_input_price"


def test_a_price_is_saved_exactly(ada: Person, state: AppState) -> None:
    response = ada.patch("/api/admin/settings", json={"values": {"speech_price": "0.00000001"}})
    assert response.status_code == 200, response.text
    groups = {group["key"]: group["settings"] for group in response.json()["data"]["groups"]}
    values = {setting["key"]: setting["value"] for setting in groups["usage"]}
    assert values["speech_price"] in {"1E-8", "0.00000001"}
    assert str(state.settings.speech_price) in {"1E-8", "0.00000001"}
