"""Self-tests of the setup: a sentence of the language model, and the measurement of the machine."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.capacity import load_capacity
from app.core.state import AppState
from app.setup import self_test
from models.ports import Engines, EngineUnavailable
from tests.conftest import Person
from tests.fakes.engines import FakeLlm, FakeSpeech, fake_engines

WRITE, MEASURE = "/api/admin/setup/write", "/api/admin/setup/measure"


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(["  Welcome, we are glad that you are here.\n"])


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm, speech=FakeSpeech(lambda _request: ""))


def test_the_language_model_writes_a_sentence(ada: Person) -> None:
    written = ada.post(WRITE).json()["data"]
    assert written["text"] == "Welcome, we are glad that you are here."
    assert written["model"] == "fake-llm"


def test_a_model_that_is_away_is_an_error_that_says_so(ada: Person, llm: FakeLlm) -> None:
    llm.script = FakeLlm([EngineUnavailable("no weights")]).script
    response = ada.post(WRITE)
    assert (response.status_code, response.json()["code"]) == (503, "ENGINE_UNAVAILABLE")


def test_the_measurement_is_stored_and_shown(
    ada: Person, state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_test, "describe_speech", lambda _config: {"speech_engine": "ctranslate2"})
    measured = ada.post(MEASURE).json()["data"]
    assert measured["interviews"] >= 1
    stored = load_capacity(state.settings.data_dir)
    assert stored is not None
    assert (stored.interviews, stored.model) == (measured["interviews"], "fake-speech")
    assert ada.get("/api/admin/setup").json()["data"]["capacity"] == measured


def test_nothing_is_measured_while_an_interview_runs(
    ada: Person, running_interview: dict[str, Any], state: AppState
) -> None:
    response = ada.post(MEASURE)
    assert (response.status_code, response.json()["code"]) == (409, "INTERVIEWS_RUNNING")
    assert load_capacity(state.settings.data_dir) is None


def test_speech_on_another_server_is_not_measured(ada: Person, state: AppState) -> None:
    state.settings_at_start = state.settings_at_start.model_copy(update={"speech_provider": "openai"})
    assert ada.post(MEASURE).json()["code"] == "SPEECH_ELSEWHERE"


def test_a_missing_speech_model_is_an_error_that_says_so(ada: Person, state: AppState) -> None:
    response = ada.post(MEASURE)
    assert (response.status_code, response.json()["code"]) == (409, "SPEECH_MODEL_MISSING")
    assert load_capacity(state.settings.data_dir) is None
