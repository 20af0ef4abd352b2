"""How many interviews may run at once: measured, set, and refused before the start."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.capacity_measurement import count_interviews, measure_capacity
from app.core.capacity import MeasuredCapacity, find_max_running, load_capacity, save_capacity
from app.core.settings import Settings
from app.core.state import AppState
from models.ports import EngineUnavailable
from tests.conftest import FrozenClock, Person


def measured(**changes: Any) -> MeasuredCapacity:
    values: dict[str, Any] = {
        "interviews": 1,
        "decode_seconds": 1.4,
        "voice_activity_seconds": 0.04,
        "cores": 2,
        "model": "fake-speech",
        "measured_at": "2026-11-22T20:00:00+00:00",
    }
    return MeasuredCapacity(**{**values, **changes})


def start_another(person: Person, anonymous: TestClient) -> Any:
    interview = person.post("/api/interviews", json={}).json()["interview"]
    consent = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
    anonymous.post(consent, json={"accepted": True})
    return person.patch(f"/api/interviews/recruiter/{interview['_id']}/start")


@pytest.mark.usefixtures("running_interview")
def test_one_interview_too_many_is_refused_before_it_starts(
    state: AppState, bob: Person, anonymous: TestClient
) -> None:
    save_capacity(state.settings.data_dir, measured())
    refused = start_another(bob, anonymous)
    assert (refused.status_code, refused.json()["code"]) == (409, "CAPACITY_REACHED")
    assert "one interview at a time" in refused.json()["error"]


@pytest.mark.usefixtures("running_interview")
def test_an_administrator_overrides_the_measurement(
    state: AppState, bob: Person, anonymous: TestClient
) -> None:
    save_capacity(state.settings.data_dir, measured())
    state.settings = state.settings.model_copy(update={"max_running_interviews": 2})
    assert start_another(bob, anonymous).status_code == 200


def test_everybody_learns_beforehand_that_no_more_can_start(
    state: AppState, alice: Person, bob: Person, running_interview: dict[str, Any]
) -> None:
    def read() -> Any:
        return bob.get("/api/interviews/capacity").json()["data"]

    assert read() == {"maxRunning": None, "isFull": False}
    save_capacity(state.settings.data_dir, measured(interviews=2))
    assert read() == {"maxRunning": 2, "isFull": False}
    save_capacity(state.settings.data_dir, measured())
    assert read() == {"maxRunning": 1, "isFull": True}
    alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete")
    assert read() == {"maxRunning": 1, "isFull": False}


def test_a_running_interview_is_started_again_without_effect(
    state: AppState, alice: Person, running_interview: dict[str, Any]
) -> None:
    state.settings = state.settings.model_copy(update={"max_running_interviews": 1})
    again = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/start")
    assert again.status_code == 200


def test_without_a_measurement_of_this_model_there_is_no_limit(settings: Settings) -> None:
    assert find_max_running(settings, speech_model="fake-speech") is None
    save_capacity(settings.data_dir, measured(interviews=3))
    assert find_max_running(settings, speech_model="fake-speech") == 3
    assert find_max_running(settings, speech_model="whisper-large") is None


def test_a_damaged_file_counts_as_not_measured(settings: Settings) -> None:
    for content in ("", "[]", '{"interviews": 1}', "null"):
        (settings.data_dir / "capacity.json").write_text(content)
        assert load_capacity(settings.data_dir) is None


def test_the_slower_of_the_two_steps_decides() -> None:
    assert count_interviews(decode_seconds=1.8, voice_activity_seconds=0.04) == 2
    assert count_interviews(decode_seconds=0.1, voice_activity_seconds=0.04) == 10
    assert count_interviews(decode_seconds=30.0, voice_activity_seconds=0.04) == 1


async def test_without_a_model_nothing_is_measured(settings: Settings, clock: FrozenClock) -> None:
    with pytest.raises(EngineUnavailable):
        await measure_capacity(settings, now=clock.now())
