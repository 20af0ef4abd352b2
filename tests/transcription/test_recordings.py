"""Transcription of single audio files."""

from __future__ import annotations

import asyncio
import contextlib
import io
import math
import struct
import sys
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import soundfile
from fastapi.testclient import TestClient

from app.transcription import recording_decoding, recording_reader
from app.transcription.errors import AudioTooLong, TooManyRecordings, UnreadableAudio
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_child import MEMORY_BYTES, read_pieces
from app.transcription.recording_decoding import Undecodable, read_recording
from app.transcription.recording_pieces import PieceCutter
from app.transcription.recording_reader import MAX_AT_ONCE, MAX_WAITING, RecordingReader
from app.transcription.recordings import transcribe_recording
from models.ports import SAMPLE_RATE, Engines, EngineUnavailable, Priority
from tests.conftest import Person
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.transcription.conftest import LOUD, SILENT, LevelDetector
from tests.transcription.sound_files import CutRecording, cut, sound_file

WHISPER = "/api/transcription/whisper"


@pytest.fixture
def speech() -> FakeSpeech:
    return FakeSpeech(lambda _: "Hello there.")


@pytest.fixture
def engines(speech: FakeSpeech) -> Engines:
    return fake_engines(speech=speech)


class NoDetector:
    """Voice activity detection that must not be used."""

    def probability(self, window: bytes) -> float:
        raise AssertionError("silence was given to the model")


def post(client: Any, data: bytes, **fields: str) -> Any:
    return client.post(WHISPER, files={"file": ("audio.wav", data)}, data=fields)


@pytest.mark.parametrize(
    ("rate", "channels", "kind"),
    [
        (16_000, 1, "WAV"),
        (44_100, 2, "WAV"),
        (48_000, 1, "FLAC"),
        (8_000, 1, "WAV"),
        (48_000, 2, "OGG"),
        (96_000, 2, "WAV"),
    ],
)
def test_any_rate_and_channels_become_16_khz_mono(rate: int, channels: int, kind: str) -> None:
    pcm = read_recording(sound_file(2.0, rate=rate, channels=channels, kind=kind))
    assert len(pcm) / 2 / SAMPLE_RATE == pytest.approx(2.0, abs=0.01)
    level = np.sqrt(np.mean(np.frombuffer(pcm, "<i2").astype(float) ** 2)) / 32_768
    assert level == pytest.approx(0.2 / np.sqrt(2), rel=0.05)


def wave_header(data_bytes: int, *, kind: int = 1, bits: int = 16) -> bytes:
    """The header of a mono WAV file at 16 kHz; ``kind`` is 1 for integers and 3 for floats."""
    width = bits // 8
    rate = struct.pack("<HHIIHH", kind, 1, SAMPLE_RATE, SAMPLE_RATE * width, width, bits)
    size = min(36 + data_bytes, 2**32 - 1)
    return (
        b"RIFF"
        + struct.pack("<I", size)
        + b"WAVEfmt \x10\0\0\0"
        + rate
        + b"data"
        + struct.pack("<I", data_bytes)
    )


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e30])
def test_samples_that_are_no_numbers_are_silent_or_clipped(value: float) -> None:
    samples = np.full(SAMPLE_RATE, value, dtype="<f4").tobytes()
    pcm = np.frombuffer(read_recording(wave_header(len(samples), kind=3, bits=32) + samples), "<i2")
    assert len(pcm) == SAMPLE_RATE
    assert len(set(pcm[2_000:-2_000].tolist())) == 1


def test_a_header_that_promises_two_gigabytes_is_not_believed() -> None:
    spoken = (np.sin(np.arange(SAMPLE_RATE) / 5) * 6_000).astype("<i2").tobytes()
    with contextlib.suppress(Undecodable):
        assert len(read_recording(wave_header(2**31) + spoken)) == len(spoken)


def test_twenty_milliseconds_are_too_short_for_a_word() -> None:
    pcm = read_recording(sound_file(0.02))
    assert len(pcm) == 2 * 320
    assert cut(pcm, PipelineSettings()) == []


def test_clipped_audio_stays_within_16_bits() -> None:
    pcm = np.frombuffer(read_recording(sound_file(1.0, level=8.0)), "<i2")
    assert (pcm.min(), pcm.max()) == pytest.approx((-32_768, 32_767), abs=1)


def test_a_file_longer_than_a_block_loses_no_sample() -> None:
    pcm = read_recording(sound_file(65.0, rate=22_050))
    assert len(pcm) / 2 / SAMPLE_RATE == pytest.approx(65.0, abs=0.01)


@pytest.mark.parametrize("data", [b"RIFF", b"not audio at all" * 100, b"\x89PNG\r\n\x1a\n" + bytes(500)])
def test_non_audio_data_is_refused(data: bytes) -> None:
    with pytest.raises(Undecodable, match="unreadable"):
        read_recording(data)


def test_file_without_samples_has_no_audio() -> None:
    for data in (b"", sound_file(0.0)):
        with pytest.raises(Undecodable, match="empty"):
            read_recording(data)


def test_a_small_file_that_unpacks_to_hours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording_decoding, "MAX_RECORDING_MINUTES", 1)
    with pytest.raises(Undecodable, match="too_long"):
        read_recording(sound_file(61.0, kind="FLAC", level=0.0))


def test_adjacent_utterances_are_decoded_together_up_to_one_window(
    pipeline_settings: PipelineSettings,
) -> None:
    pieces = cut((LOUD * 50 + SILENT * 10) * 10, pipeline_settings)
    assert 3 <= len(pieces) <= 4
    for piece in pieces:
        assert (
            (piece.span.end_sample or 0) - piece.span.start_sample == len(piece.pcm) // 2 <= 28 * SAMPLE_RATE
        )


def test_pieces_are_the_same_however_the_audio_arrives(pipeline_settings: PipelineSettings) -> None:
    pcm = (LOUD * 50 + SILENT * 45) * 6
    assert cut(pcm, pipeline_settings, block_bytes=1_111) == cut(pcm, pipeline_settings)


def test_silence_takes_no_memory_and_no_model(pipeline_settings: PipelineSettings) -> None:
    cutter = PieceCutter(pipeline_settings, LevelDetector())
    pieces = list(cutter.push(LOUD * 20 + SILENT * 100))
    assert len(pieces) == 1, "a piece is complete long before the end of the file"
    cutter._detector = NoDetector()
    for _ in range(20):
        assert list(cutter.push(bytes(2) * SAMPLE_RATE * 10)) == []
    assert len(cutter._audio) < 4 * SAMPLE_RATE


async def test_a_file_is_decoded_behind_live_speech(pipeline_settings: PipelineSettings) -> None:
    speech = FakeSpeech(lambda _: "Hello there.")
    recording = CutRecording(cut((LOUD * 200 + SILENT * 50) * 2, pipeline_settings))
    transcript = await transcribe_recording(speech, recording, language="en", settings=pipeline_settings)
    assert transcript.text == "Hello there. Hello there."
    assert set(speech.script.priorities) == {Priority.INTERACTIVE}


def test_silence_gives_an_empty_text_and_no_decode(alice: Person, speech: FakeSpeech) -> None:
    response = post(alice, sound_file(3.0, level=0.0))
    assert response.status_code == 200
    assert response.json()["text"] == ""
    assert not speech.requests


def silence() -> np.ndarray:
    return np.zeros(SAMPLE_RATE * 5)


def hiss() -> np.ndarray:
    return np.random.default_rng(5).normal(0, 0.02, SAMPLE_RATE * 5)


def music() -> np.ndarray:
    """Four chords of three tones each, with fading overtones."""
    times = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    chords = [(220, 277, 330), (196, 247, 294), (175, 220, 262), (165, 208, 247)]
    return np.concatenate(
        [
            sum(0.05 / n * np.sin(2 * np.pi * n * f * times) for f in chord for n in (1, 2, 3))
            * np.exp(-times)
            for chord in chords
        ]
    )


@pytest.mark.parametrize("make", [silence, hiss, music])
def test_noise_without_speech_gives_an_empty_text(
    alice: Person, speech: FakeSpeech, make: Callable[[], np.ndarray]
) -> None:
    buffer = io.BytesIO()
    soundfile.write(buffer, make(), SAMPLE_RATE, format="WAV")
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


# --- hostile recordings -------------------------------------------------------------------------


def has_no_new_privileges(pid: int) -> bool:
    return "NoNewPrivs:\t1" in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")


def scripted_reader(script: str) -> RecordingReader:
    """A reader whose process runs ``script`` instead of decoding."""
    return RecordingReader((sys.executable, "-c", script))


async def drain(reader: RecordingReader, data: bytes = b"audio") -> None:
    async with reader.open(data) as recording, aclosing(recording.pieces()) as pieces:
        async for _ in pieces:
            pass


async def test_recordings_are_decoded_in_processes_of_their_own_few_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A recruiter sends forty small files of two hours of silence: the server goes on, and refuses most."""
    reader = scripted_reader("import sys, time; sys.stdin.buffer.read(); time.sleep(600)")
    before = len(psutil.Process().children())
    uploads = [asyncio.create_task(drain(reader)) for _ in range(40)]
    refused = 40 - MAX_AT_ONCE - MAX_WAITING
    while sum(upload.done() for upload in uploads) < refused:
        await asyncio.sleep(0.01)
    failures = [upload.exception() for upload in uploads if upload.done()]
    assert [type(failure) for failure in failures] == [TooManyRecordings] * refused
    assert len(psutil.Process().children()) - before <= MAX_AT_ONCE
    for upload in uploads:
        upload.cancel()
    await asyncio.gather(*uploads, return_exceptions=True)
    assert len(psutil.Process().children()) == before
    assert (reader._open, reader._waiting) == (0, [])


async def test_a_turn_that_is_given_back_goes_to_the_caller_who_waits() -> None:
    reader = scripted_reader("import sys; sys.stdin.buffer.read()")
    results = await asyncio.gather(*(drain(reader) for _ in range(5)), return_exceptions=True)
    assert [type(result) for result in results] == [UnreadableAudio] * 5
    assert reader._open == 0


@pytest.mark.parametrize(
    "script",
    [
        "import os; os.kill(os.getpid(), 11)",
        "import sys; sys.stdout.buffer.write(b'\\xff' * 64)",
        "import sys; sys.stdout.buffer.write(b'\\0\\0\\0\\4\\0\\0\\0\\0nope')",
    ],
)
async def test_a_file_that_takes_over_its_process_is_unreadable(script: str) -> None:
    """The audio library has a flaw: its process crashes, or says what the attacker wants."""
    with pytest.raises(UnreadableAudio):
        await drain(scripted_reader(script))


async def test_the_process_of_a_recording_is_confined() -> None:
    """A flaw in the audio library must not lead to the database, the network or all of the memory."""
    reader = RecordingReader()
    async with reader.open(b"") as recording:
        child = psutil.Process(recording._process.pid)
        while child.rlimit(psutil.RLIMIT_AS) != (MEMORY_BYTES, MEMORY_BYTES):
            await asyncio.sleep(0.01)
        assert has_no_new_privileges(child.pid)
        assert child.environ().keys() & {"GREENROOM_ADMIN_PASSWORD", "HOME"} == set()
        assert child.nice() > psutil.Process().nice()


def test_two_hours_of_silence_are_read_in_seconds() -> None:
    frames = list(read_pieces(sound_file(600.0, kind="FLAC", level=0.0)))
    assert [header["event"] for header, _ in frames if header["event"] != "progress"] == ["end"]
    assert frames[-1][0]["seconds"] == pytest.approx(600.0, abs=0.01)


async def test_a_recording_that_is_too_long_is_refused_by_its_header() -> None:
    minutes = recording_reader.MAX_RECORDING_MINUTES
    assert minutes == recording_decoding.MAX_RECORDING_MINUTES
    with pytest.raises(AudioTooLong):
        await drain(RecordingReader(), sound_file(minutes * 60 + 1, rate=8_000, kind="FLAC", level=0.0))
