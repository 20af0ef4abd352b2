"""The spoken language of an interview, and the languages of the speech model."""

from __future__ import annotations

from typing import Any

import pytest
from _pywhispercpp import whisper_lang_max_id, whisper_lang_str

from app.core.state import AppState
from models.languages import WHISPER_LANGUAGES, list_languages
from models.ports import ModelIdentity
from tests.conftest import Person
from tests.fakes.engines import FakeSpeech, fake_engines


def test_the_list_is_that_of_the_installed_whisper() -> None:
    known = {whisper_lang_str(index) for index in range(whisper_lang_max_id() + 1)}
    assert known == WHISPER_LANGUAGES


def test_an_english_model_knows_english_only() -> None:
    assert list_languages(ModelIdentity("whisper-tiny.en", "")) == {"en"}
    assert "de" in list_languages(ModelIdentity("whisper-base", ""))


def test_a_known_language_is_kept_and_listed(alice: Person, interview: dict[str, Any]) -> None:
    path = f"/api/interviews/{interview['_id']}"
    assert alice.patch(path, json={"language": "de"}).json()["interview"]["language"] == "de"
    assert "de" in alice.get("/api/transcription/languages").json()["data"]


@pytest.mark.parametrize("language", ["zz", "eng"])
def test_an_unknown_language_is_refused(alice: Person, interview: dict[str, Any], language: str) -> None:
    path = f"/api/interviews/{interview['_id']}"
    for response in (
        alice.patch(path, json={"language": language}),
        alice.post("/api/interviews", json={"language": language}),
    ):
        assert response.status_code == 422
    assert alice.get(path).json()["interview"]["language"] == "en"


def test_an_english_model_refuses_other_languages(
    alice: Person, interview: dict[str, Any], state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "engines", fake_engines(speech=FakeSpeech(name="whisper-tiny.en")))
    path = f"/api/interviews/{interview['_id']}"
    assert alice.patch(path, json={"language": "de"}).status_code == 422
    assert alice.patch(path, json={"language": "en"}).status_code == 200
