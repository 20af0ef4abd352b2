"""A running interview survives a killed server and a killed speech worker.

Uses a real server process with real (tiny) models, and a client that sends unacknowledged frames again.
"""

from __future__ import annotations

import asyncio
import wave
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import jiwer
import pytest

from tests.rooms.speaker import Speaker
from tests.server_process import ADMIN, PASSWORD, ServerProcess, has_speech
from tests.weights import fetch_weights

pytestmark = pytest.mark.models

Json = dict[str, Any]
SPOKEN = (
    "and so my fellow americans ask not what your country can do for you ask what you can do for your country"
)
MAX_MISHEARD_WORDS = 5
"""On some processors, the tiny model hears "why you are" instead of "what your": wrong, but not lost."""


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fetch_weights(tmp_path_factory.mktemp("weights"), "smollm2-135m-instruct", "whisper-tiny.en")


@pytest.fixture
async def server(tmp_path: Path, weights: Path) -> AsyncIterator[ServerProcess]:
    models = {"GREENROOM_LLM_MODEL": "smollm2-135m-instruct", "GREENROOM_SPEECH_MODEL": "whisper-tiny.en"}
    process = ServerProcess(tmp_path / "data", models_dir=weights, settings=models)
    await process.start(is_ready=has_speech)
    yield process
    await process.stop()


async def _start_interview(http: httpx.AsyncClient) -> Json:
    signed_in = (await http.post("/api/admin/login", json={"username": ADMIN, "password": PASSWORD})).json()
    http.headers["Authorization"] = f"Bearer {signed_in['token']}"
    interview: Json = (await http.post("/api/interviews", json={})).json()["interview"]
    link = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
    await http.post(link, json={"accepted": True})
    started = await http.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
    assert started.status_code == 200
    return interview


def _make_speaker(interview: Json, recording: Path) -> Speaker:
    with wave.open(str(recording)) as file:
        pcm = file.readframes(file.getnframes())
    return Speaker(interview["roomId"], interview["candidateToken"], pcm + bytes(64_000))


async def _wait_for_frames(speaker: Speaker, number: int) -> None:
    async with asyncio.timeout(120):
        while speaker.acknowledged < number:
            await asyncio.sleep(0.05)


def _words(segments: list[Json]) -> str:
    text = " ".join(segment["text"] for segment in segments).lower()
    return " ".join("".join(c if c.isalpha() else " " for c in text).split())


async def _read_lines(http: httpx.AsyncClient, interview: Json) -> list[Json]:
    response = await http.get(f"/api/interview/{interview['_id']}/transcript?includeSegments=true")
    segments: list[Json] = response.json()["data"]["segments"]
    return segments


async def _wait_for_words(http: httpx.AsyncClient, interview: Json) -> list[Json]:
    """The lines once everything that was spoken is stored, which may be after the stream has ended."""
    async with asyncio.timeout(120):
        while not _are_all_there(_words(lines := await _read_lines(http, interview))):
            await asyncio.sleep(0.5)
    return lines


def _are_all_there(words: str) -> bool:
    compared = jiwer.process_words(SPOKEN, words)
    errors = compared.substitutions + compared.deletions + compared.insertions
    return len(words.split()) >= len(SPOKEN.split()) and errors <= MAX_MISHEARD_WORDS


async def test_killed_server_loses_no_interview_words_or_time(
    server: ServerProcess, shared_data: Path
) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        interview = await _start_interview(http)
        speaker = _make_speaker(interview, shared_data / "speech" / "jfk.wav")
        await speaker.enter(server.url)
        playing = asyncio.create_task(speaker.play())
        await _wait_for_frames(speaker, 85)
        before = (await http.get(f"/api/interviews/{interview['_id']}")).json()["interview"]
        await server.kill()
        await server.start(is_ready=has_speech)
        after = (await http.get(f"/api/interviews/{interview['_id']}")).json()["interview"]
        assert after["status"] == "in_progress"
        assert after["startedAt"] == before["startedAt"]
        assert after["elapsedSeconds"] > before["elapsedSeconds"]
        await playing
        lines = await _wait_for_words(http, interview)
        assert [line["sequence"] for line in lines] == list(range(1, len(lines) + 1))
        assert _words(lines).count("fellow americans") == 1
        await speaker.leave()


async def test_killed_speech_worker_loses_no_word(server: ServerProcess, shared_data: Path) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        interview = await _start_interview(http)
        speaker = _make_speaker(interview, shared_data / "speech" / "jfk.wav")
        await speaker.enter(server.url)
        playing = asyncio.create_task(speaker.play())
        await _wait_for_frames(speaker, 60)
        server.kill_worker("speech")
        await playing
        await _wait_for_words(http, interview)
        health = (await http.get("/api/health")).json()
        speech = next(one for one in health["engines"] if one["kind"] == "speech")
        assert (speech["state"], speech["restarts"]) == ("ready", 1)
        await speaker.leave()
