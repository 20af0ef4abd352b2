"""SIGKILL of the processes that read documents and rate voices, while both work (fault 16).

FAULT_ROUNDS sets the number of kills; FAULT_SEED repeats a run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SECONDS
from tests.documents import samples
from tests.faults.recruiter import Recruiter
from tests.faults.test_kills import check_documents
from tests.rooms.speaker import Speaker
from tests.server_process import ServerProcess, has_speech
from tests.weights import fetch_weights

log = logging.getLogger(__name__)

pytestmark = pytest.mark.models

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "6"))
HELPERS = {"voice": "voice_activity", "documents": "sandbox.server"}
"""Words in the command lines of the processes."""


@pytest.fixture
async def server(data_dir: Path, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(
        data_dir,
        models_dir=fetch_weights(tmp_path / "weights", "whisper-tiny.en"),
        settings={
            "GREENROOM_SPEECH_MODEL": "whisper-tiny.en",
            "GREENROOM_LOG_LEVEL": "ERROR",
            "GREENROOM_BILLING_MODE": "off",
        },
    )
    await server.start(is_ready=has_speech)
    yield server
    await server.close()


async def upload_for_ever(recruiter: Recruiter) -> None:
    number = 0
    while True:
        assert (await recruiter.upload(f"{samples.CV}\nupload {number}")).is_success
        number += 1
        await asyncio.sleep(0.5)


@pytest.mark.timeout(180 + 5 * ROUNDS)
async def test_killed_helpers_cost_no_document_and_no_word(
    server: ServerProcess, recruiter: Recruiter, chance: random.Random, shared_data: Path
) -> None:
    interview = await recruiter.start_interview()
    with wave.open(str(shared_data / "speech" / "jfk.wav")) as file:
        once = file.readframes(file.getnframes())
    times = 2 + ROUNDS // 5
    spoken = (once + bytes(round(2 / FRAME_SECONDS) * FRAME_BYTES)) * times
    speaker = Speaker(interview["roomId"], interview["candidateToken"], spoken)
    await speaker.enter(server.url)
    playing = asyncio.create_task(speaker.play())
    uploading = asyncio.create_task(upload_for_ever(recruiter))
    kinds: list[str] = []
    while not playing.done():
        await asyncio.sleep(chance.uniform(0.2, 3.0))
        assert not uploading.done(), uploading.exception()
        kind = chance.choice(list(HELPERS))
        if len(kinds) < ROUNDS and (child := server.find_child(HELPERS[kind])):
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
                kinds.append(kind)
    await playing
    uploading.cancel()
    await asyncio.gather(uploading, return_exceptions=True)
    await check_documents(recruiter)
    await speaker.leave()
    assert (await recruiter.complete(interview)).is_success
    lines = await recruiter.read_lines(interview)
    text = " ".join(line["text"] for line in lines).lower()
    log.warning("killed=%s words=%d", {kind: kinds.count(kind) for kind in HELPERS}, len(text.split()))
    assert set(kinds) == set(HELPERS)
    assert speaker.acknowledged == -(-len(spoken) // FRAME_BYTES)
    assert text.count("country") == 2 * times, text
