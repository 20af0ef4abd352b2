"""Transcription of single audio files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from fastapi.testclient import TestClient

from app.transcription import recordings
from app.transcription.errors import AudioTooLong, NoAudio, UnreadableAudio
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recordings import find_pieces, merge_spans, read_recording, transcribe_pieces
from models.ports import SAMPLE_RATE, Engines, EngineUnavailable, Priority
from tests.conftest import Person
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.transcription.conftest import LOUD, SILENT, LevelDetector

WHISPER = "/api/transcription/whisper"


def sound_file(
    seconds: float, *, rate: int = SAMPLE_RATE, channels: int = 1, kind: str = "WAV", level: float = 0.2
) -> bytes:
    times = np.arange(round(seconds * rate)) / rate
    tone = level * np.sin(2 * np.pi * 300 * times)
    buffer = io.BytesIO()
    soundfile.write(buffer, np.stack([tone] * channels, axis=1), rate, format=kind)
    return buffer.getvalue()


@pytest.fixture
def speech() -> FakeSpeech:
    return FakeSpeech(lambda _: "Hello there.")


@pytest.fixture
def engines(speech: FakeSpeech) -> Engines:
    return fake_engines(speech=speech)


def post(client: Any, data: bytes, **fields: str) -> Any:
    return client.post(WHISPER, files={"file": ("audio.wav", data)}, data=fields)


@pytest.mark.parametrize(
    ("rate", "channels", "kind"),
    [(16_000, 1, "WAV"), (44_100, 2, "WAV"), (48_000, 1, "FLAC"), (8_000, 1, "WAV"), (48_000, 2, "OGG")],
)
def test_any_rate_and_channels_become_16_khz_mono(rate: int, channels: int, kind: str) -> None:
    recording = read_recording(sound_file(2.0, rate=rate, channels=channels, kind=kind))
    assert recording.seconds == pytest.approx(2.0, abs=0.01)
    level = np.sqrt(np.mean(np.frombuffer(recording.pcm, "<i2").astype(float) ** 2)) / 32_768
    assert level == pytest.approx(0.2 / np.sqrt(2), rel=0.05)


def test_a_file_longer_than_a_block_loses_no_sample() -> None:
    assert read_recording(sound_file(65.0, rate=22_050)).seconds == pytest.approx(65.0, abs=0.01)


@pytest.mark.parametrize("data", [b"RIFF", b"not audio at all" * 100, b"\x89PNG\r\n\x1a\n" + bytes(500)])
def test_non_audio_data_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableAudio):
        read_recording(data)


def test_file_without_samples_has_no_audio() -> None:
    for data in (b"", sound_file(0.0)):
        with pytest.raises(NoAudio):
            read_recording(data)


def test_a_small_file_that_unpacks_to_hours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MAX_RECORDING_MINUTES", 1)
    with pytest.raises(AudioTooLong):
        read_recording(sound_file(61.0, kind="FLAC", level=0.0))


def test_adjacent_utterances_are_decoded_together_up_to_one_window(
    pipeline_settings: PipelineSettings,
) -> None:
    pcm = (LOUD * 50 + SILENT * 10) * 10
    pieces = find_pieces(pcm, settings=pipeline_settings, detector=LevelDetector())
    lengths = [merge_spans(spans) for spans in pieces]
    assert 3 <= len(pieces) <= 4
    assert all((span.end_sample or 0) - span.start_sample <= 28 * SAMPLE_RATE for span in lengths)


async def test_a_file_is_decoded_behind_live_speech(pipeline_settings: PipelineSettings) -> None:
    speech = FakeSpeech(lambda _: "Hello there.")
    recording = recordings.Recording((LOUD * 200 + SILENT * 50) * 2)
    pieces = find_pieces(recording.pcm, settings=pipeline_settings, detector=LevelDetector())
    transcript = await transcribe_pieces(speech, recording, pieces, language="en", settings=pipeline_settings)
    assert transcript.text == "Hello there. Hello there."
    assert set(speech.script.priorities) == {Priority.INTERACTIVE}


def test_silence_gives_an_empty_text_and_no_decode(alice: Person, speech: FakeSpeech) -> None:
    response = post(alice, sound_file(3.0, level=0.0))
    assert response.status_code == 200
    assert response.json()["text"] == ""
    assert not speech.requests


def test_noise_without_speech_gives_an_empty_text(alice: Person, speech: FakeSpeech) -> None:
    noise = np.random.default_rng(5).normal(0, 0.02, SAMPLE_RATE * 5)
    buffer = io.BytesIO()
    soundfile.write(buffer, noise, SAMPLE_RATE, format="WAV")
    assert post(alice, buffer.getvalue()).json()["text"] == ""
    assert not speech.requests


def test_garbage_and_empty_files_are_refused_with_a_message(alice: Person) -> None:
    for data in (b"", b"\0" * 4_000, b"RIFF\xff\xff\xff\x7fWAVEfmt "):
        response = post(alice, data)
        assert response.status_code == 422
        assert response.json()["code"] in {"NO_AUDIO", "UNREADABLE_AUDIO"}


def test_missing_file_and_invalid_language_are_refused(alice: Person) -> None:
    assert alice.post(WHISPER, data={"language": "en"}).status_code == 422
    assert post(alice, sound_file(1.0), language="English").status_code == 422


def test_transcribing_a_file_requires_sign_in(anonymous: TestClient) -> None:
    assert post(anonymous, sound_file(1.0)).status_code == 401


def test_real_speech_reaches_the_engine(alice: Person, speech: FakeSpeech, shared_data: Path) -> None:
    response = post(
        alice, (shared_data / "speech" / "jfk.wav").read_bytes(), model="whisper-1", language="en"
    )
    assert response.json()["text"] == "Hello there."
    assert response.json()["durationSeconds"] == pytest.approx(11.0, abs=0.01)
    assert len(speech.requests) == 1


def test_unavailable_engine_is_reported(alice: Person, speech: FakeSpeech, shared_data: Path) -> None:
    speech.script.fail_next(EngineUnavailable("gone"))
    response = post(alice, (shared_data / "speech" / "jfk.wav").read_bytes())
    assert response.status_code == 503
    assert "Retry-After" in response.headers
