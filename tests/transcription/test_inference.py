"""Single files in the form of whisper.cpp's server, and who may send them."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.state import AppState
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recordings import transcribe_recording
from models.languages import WHISPER_LANGUAGES, list_languages
from models.ports import (
    EngineHealth,
    EngineKind,
    Engines,
    EngineState,
    ModelIdentity,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.transcription.conftest import LOUD, SILENT
from tests.transcription.sound_files import CutRecording, cut, sound_file

INFERENCE = "/inference"
TOKEN = "/api/transcription/token"
KEY = "a key of thirty-two characters!!"


@pytest.fixture
def speech() -> FakeSpeech:
    def answer(_request: Any) -> Transcription:
        return Transcription(
            segments=(
                SpeechSegment(
                    "I led <two> teams.", 0.5, 2.25, -0.2, 0.05, (SpeechToken(" I", 0.5, 0.6, 0.98),)
                ),
                SpeechSegment("Both shipped.", 2.5, 3.5, -0.3, 0.05),
            ),
            language="en",
            audio_seconds=11.0,
            duration_ms=1,
        )

    return FakeSpeech(answer)


@pytest.fixture
def engines(speech: FakeSpeech) -> Engines:
    return fake_engines(speech=speech)


@pytest.fixture
def spoken(shared_data: Any) -> bytes:
    data: bytes = (shared_data / "speech" / "jfk.wav").read_bytes()
    return data


def infer(client: TestClient, data: bytes, *, token: str | None = None, **fields: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return client.post(INFERENCE, files={"file": ("a.wav", data)}, data=fields, headers=headers)


def allow_key(state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"inference_api_key": SecretStr(KEY)})


class TestFormats:
    def test_json_is_the_default(self, alice: Person, spoken: bytes) -> None:
        response = infer(alice, spoken, vad_thold="0.6", no_speech_thold="0.4")
        assert response.json() == {"success": True, "text": "I led <two> teams. Both shipped."}

    def test_text_has_a_line_per_segment(self, alice: Person, spoken: bytes) -> None:
        response = infer(alice, spoken, response_format="text")
        assert response.text == "I led <two> teams.\nBoth shipped.\n"

    def test_subtitles_have_the_times_of_the_file(self, alice: Person, spoken: bytes) -> None:
        srt = infer(alice, spoken, response_format="srt").text
        vtt = infer(alice, spoken, response_format="vtt").text
        assert srt.startswith("1\n00:00:00,500 --> 00:00:02,250\nI led <two> teams.\n\n2\n")
        assert vtt.startswith("WEBVTT\n\n00:00:00.500 --> 00:00:02.250\nI led &lt;two&gt; teams.\n\n")

    def test_verbose_json_has_segments_and_words(self, alice: Person, spoken: bytes) -> None:
        body = infer(alice, spoken, response_format="verbose_json").json()
        assert (body["language"], body["duration"]) == ("en", pytest.approx(11.0, abs=0.01))
        first = body["segments"][0]
        assert first["words"] == [{"word": " I", "start": 0.5, "end": 0.6, "probability": 0.98}]
        assert (first["avg_logprob"], first["no_speech_prob"]) == (-0.2, 0.05)

    async def test_times_count_from_the_start_of_the_file(self, speech: FakeSpeech) -> None:
        settings = PipelineSettings()
        pieces = cut(SILENT * 100 + LOUD * 20 + SILENT * 100 + LOUD * 20, settings)
        assert len(pieces) == 2
        transcript = await transcribe_recording(
            speech, CutRecording(pieces), language="en", settings=settings
        )
        starts = [line.start_seconds for line in transcript.lines]
        assert starts[0] == pytest.approx(9.5, abs=0.1)
        assert starts[2] == pytest.approx(21.5, abs=0.1)

    def test_an_unknown_format_and_odd_figures_are_refused(self, alice: Person) -> None:
        for fields in ({"response_format": "xml"}, {"temperature": "nan"}, {"vad_thold": "2"}):
            assert infer(alice, b"RIFF", **fields).status_code == 422


class TestParameters:
    def test_prompt_and_temperature_reach_the_engine(
        self, alice: Person, speech: FakeSpeech, spoken: bytes
    ) -> None:
        infer(alice, spoken, prompt="Kubernetes", temperature="0.4", language="de")
        request = speech.requests[0]
        assert (request.prompt, request.temperature, request.language) == ("Kubernetes", 0.4, "de")

    def test_a_high_voice_threshold_finds_no_speech(
        self, alice: Person, speech: FakeSpeech, spoken: bytes
    ) -> None:
        quiet = sound_file(3.0, level=0.05)
        assert infer(alice, quiet, vad_thold="0.95").json()["text"] == ""
        assert infer(alice, spoken, vad_thold="0.95").json()["text"]
        assert len(speech.requests) == 1


class TestLanguages:
    @pytest.mark.parametrize("path", [INFERENCE, "/api/transcription/whisper"])
    def test_an_unknown_language_is_refused_before_the_file_is_opened(
        self, alice: Person, speech: FakeSpeech, path: str
    ) -> None:
        response = alice.post(path, files={"file": ("a.wav", b"no audio")}, data={"language": "zz"})
        assert (response.status_code, response.json()["code"]) == (422, "UNKNOWN_LANGUAGE")
        assert not speech.requests

    def test_auto_is_for_files_only(self, alice: Person, spoken: bytes) -> None:
        assert infer(alice, spoken, language="auto").status_code == 200
        assert alice.post("/api/interviews", json={"language": "auto"}).status_code == 422

    def test_an_interview_in_an_unknown_language_is_refused(
        self, alice: Person, interview: dict[str, Any]
    ) -> None:
        assert alice.post("/api/interviews", json={"language": "zz"}).json()["code"] == "UNKNOWN_LANGUAGE"
        path = f"/api/interviews/{interview['_id']}"
        assert alice.patch(path, json={"language": "zz"}).json()["code"] == "UNKNOWN_LANGUAGE"
        assert alice.patch(path, json={"language": "yue"}).status_code == 200

    def test_an_interview_does_not_start_in_a_language_that_the_model_lost(
        self, alice: Person, anonymous: TestClient, interview: dict[str, Any], speech: FakeSpeech
    ) -> None:
        alice.patch(f"/api/interviews/{interview['_id']}", json={"language": "de"})
        link = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
        anonymous.post(link, json={"accepted": True})
        speech.identity = ModelIdentity(name="whisper-tiny.en", sha256="")
        response = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
        assert (response.status_code, response.json()["englishOnly"]) == (422, True)
        assert "English only" in response.json()["error"]

    def test_english_only_models_are_known_by_their_names(self) -> None:
        for name in ("whisper-tiny.en", "ggml-base.en-q5_1", "ggml-small.en"):
            assert list_languages(ModelIdentity(name=name, sha256="")) == {"en"}
        for name in ("whisper-base", "ggml-large-v3", "whisper-1", "", "model.v2"):
            assert list_languages(ModelIdentity(name=name, sha256="")) == WHISPER_LANGUAGES


class TestCallers:
    def test_strangers_are_refused(self, anonymous: TestClient, state: AppState) -> None:
        for token in (None, "nonsense", KEY):
            assert infer(anonymous, b"RIFF", token=token).status_code == 401
        allow_key(state)
        assert infer(anonymous, b"RIFF", token=KEY + "!").status_code == 401

    def test_the_api_key_opens_inference_and_nothing_else(
        self, anonymous: TestClient, state: AppState, spoken: bytes
    ) -> None:
        allow_key(state)
        assert infer(anonymous, spoken, token=KEY).status_code == 200
        headers = {"Authorization": f"Bearer {KEY}"}
        assert anonymous.get("/api/auth/me", headers=headers).status_code == 401
        files = {"file": ("a.wav", spoken)}
        response = anonymous.post("/api/transcription/whisper", files=files, headers=headers)
        assert response.status_code == 401

    def test_a_transcription_token_transcribes_until_it_expires(
        self, alice: Person, anonymous: TestClient, clock: FrozenClock, spoken: bytes
    ) -> None:
        body = alice.post(TOKEN, json={"expiresIn": 60}).json()
        assert body["audio"] == {
            "sampleRate": 16_000,
            "chunkSeconds": 2.0,
            "chunkOverlapSeconds": 0.2,
            "silenceLevel": 150.0,
            "maxRetries": 3,
            "retryDelaySeconds": 3.0,
        }
        assert infer(anonymous, spoken, token=body["token"]).status_code == 200
        headers = {"Authorization": f"Bearer {body['token']}"}
        files = {"file": ("a.wav", spoken)}
        assert anonymous.post(body["whisper_url"], files=files, headers=headers).status_code == 200
        assert anonymous.get("/api/auth/me", headers=headers).status_code == 401
        clock.advance(seconds=61)
        assert infer(anonymous, spoken, token=body["token"]).status_code == 401

    def test_a_transcription_token_ends_with_its_session(
        self, alice: Person, anonymous: TestClient, spoken: bytes
    ) -> None:
        token = alice.post(TOKEN, json={}).json()["token"]
        alice.post("/api/auth/logout")
        assert infer(anonymous, spoken, token=token).status_code == 401


class TestHealth:
    def test_health_needs_no_sign_in(self, anonymous: TestClient) -> None:
        response = anonymous.get("/health")
        assert (response.status_code, response.json()) == (200, {"success": True, "status": "ok"})

    @pytest.mark.parametrize(
        ("engine_state", "status"), [(EngineState.STARTING, "loading model"), (EngineState.FAILED, "error")]
    )
    def test_health_says_that_the_model_is_not_ready(
        self, anonymous: TestClient, state: AppState, engine_state: EngineState, status: str
    ) -> None:
        health = [EngineHealth(kind=EngineKind.SPEECH, state=engine_state, model="whisper-base")]
        state.engines = fake_engines(health=health)
        response = anonymous.get("/health")
        assert (response.status_code, response.json()["status"]) == (503, status)


def test_a_recording_may_be_larger_than_a_document(alice: Person, state: AppState) -> None:
    data = b"\0" * (state.settings.max_upload_bytes + 200_000)
    assert infer(alice, data).json()["code"] == "UNREADABLE_AUDIO"
    state.settings_at_start = state.settings_at_start.model_copy(update={"max_audio_bytes": 1024 * 1024})
    response = infer(alice, data)
    assert (response.status_code, response.json()["code"]) == (413, "FILE_TOO_LARGE")
    assert "smaller than 1MB" in response.json()["error"]
