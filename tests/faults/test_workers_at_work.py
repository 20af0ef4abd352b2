"""SIGKILL of every worker while an interview is spoken, documents are read and reports are written.

Faults 11 and 16. FAULT_ROUNDS sets the number of kills of each worker; FAULT_SEED repeats a run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import random
import wave
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

import psutil
import pytest

from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SECONDS
from models.judgement.weights import JUDGE_BASE
from tests.documents import samples
from tests.faults.checks import check_documents
from tests.faults.recruiter import Json, Recruiter, eventually
from tests.rooms.speaker import Speaker
from tests.server_process import ServerProcess, has_speech
from tests.weights import fetch_weights

log = logging.getLogger(__name__)

pytestmark = pytest.mark.models

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "1"))
WORKERS = {
    "speech": ("models.worker", "speech"),
    "llm": ("models.worker", "llm"),
    "encoders": ("models.worker", "fork_server"),
    "voice": ("voice_activity",),
    "documents": ("sandbox.server",),
}
"""Words in the command lines of the processes. Embeddings and the judge are forks of one process, with its
command line: they are killed together here, and one by one in test_encoders.py.
"""
IN_INTERVIEW = ("speech", "llm", "voice", "documents")
IN_REPORT = ("llm", "encoders")
"""Reports wait while an interview runs."""
MODELS = ("whisper-tiny.en", "smollm2-135m-instruct", JUDGE_BASE)
EXCHANGES = (
    ("What did you change in the bakery?", "I moved the ovens, which saved the night shift an hour a day."),
    ("How did you find out what to change?", "I measured every step for two weeks and asked the bakers."),
    ("What went wrong?", "The first plan was too tight. Two batches burned, so I added a second timer."),
    ("Who worked with you?", "Four bakers and an electrician. I wrote the plan and they tested it at night."),
)
SECONDS_BETWEEN = (1.0, 4.0)


@pytest.fixture
async def server(data_dir: Path, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(
        data_dir,
        models_dir=fetch_weights(tmp_path / "weights", *MODELS),
        settings={
            "GREENROOM_LLM_MODEL": "smollm2-135m-instruct",
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


async def hold_interview(recruiter: Recruiter) -> Json:
    """An interview that is over, and whose report is due."""
    interview = await recruiter.start_interview()
    segments = [
        {"_id": f"{interview['_id']}-{number}-{speaker}", "speaker": speaker, "text": text}
        for number, exchange in enumerate(EXCHANGES)
        for speaker, text in zip(("recruiter", "candidate"), exchange, strict=True)
    ]
    path = f"/api/interview/{interview['_id']}/transcript/append"
    assert (await recruiter.http.post(path, json={"segments": segments})).is_success
    assert (await recruiter.complete(interview)).is_success
    return interview


async def has_report(recruiter: Recruiter, interview: Json) -> bool:
    response = await recruiter.http.get(f"/api/aisense/analysis/{interview['_id']}")
    assert response.status_code == 200, response.text
    status = response.json()["status"]
    assert status != "failed", response.text
    return bool(status == "completed")


def choose_order(chance: random.Random, kinds: Sequence[str]) -> list[str]:
    """Every kind ROUNDS times, at random, and none long after the others."""
    return [kind for _ in range(ROUNDS) for kind in chance.sample(kinds, len(kinds))]


@pytest.mark.timeout(300 + 30 * ROUNDS)
async def test_killed_workers_cost_no_document_and_no_word(
    server: ServerProcess, recruiter: Recruiter, chance: random.Random, shared_data: Path
) -> None:
    interview = await recruiter.start_interview()
    with wave.open(str(shared_data / "speech" / "jfk.wav")) as file:
        once = file.readframes(file.getnframes()) + bytes(round(2 / FRAME_SECONDS) * FRAME_BYTES)
    order = choose_order(chance, IN_INTERVIEW)
    # As long as the kills may take, and once more.
    times = 1 + math.ceil(len(order) * SECONDS_BETWEEN[1] * FRAME_BYTES / FRAME_SECONDS / len(once))
    spoken = once * times
    speaker = Speaker(interview["roomId"], interview["candidateToken"], spoken)
    await speaker.enter(server.url)
    playing = asyncio.create_task(speaker.play())
    uploading = asyncio.create_task(upload_for_ever(recruiter))
    killed: list[str] = []
    for kind in order:
        await asyncio.sleep(chance.uniform(*SECONDS_BETWEEN))
        assert not uploading.done(), uploading.exception()
        assert not playing.done(), "the recording is too short for the kills"
        if await kill(server, kind):
            killed.append(kind)
    await playing
    uploading.cancel()
    await asyncio.gather(uploading, return_exceptions=True)
    await check_documents(recruiter)
    await speaker.leave()
    assert (await recruiter.complete(interview)).is_success
    lines = await recruiter.read_lines(interview)
    text = " ".join(line["text"] for line in lines).lower()
    log.warning("killed=%s words=%d", Counter(killed), len(text.split()))
    assert set(killed) == set(IN_INTERVIEW)
    assert speaker.acknowledged == -(-len(spoken) // FRAME_BYTES)
    assert text.count("country") == 2 * times, text


@pytest.mark.timeout(300 + 60 * ROUNDS)
async def test_killed_workers_cost_no_report(
    server: ServerProcess, recruiter: Recruiter, chance: random.Random
) -> None:
    killed: list[str] = []
    for kind in choose_order(chance, IN_REPORT):
        interview = await hold_interview(recruiter)
        await eventually(partial(kill, server, kind), seconds=60)
        killed.append(kind)
        await asyncio.sleep(chance.uniform(0.1, 1.0))
        # Once more, if the report is not finished yet.
        await kill(server, kind)
        await eventually(partial(has_report, recruiter, interview), seconds=120)
    log.warning("killed=%s", Counter(killed))


async def kill(server: ServerProcess, kind: str) -> bool:
    """Kill a worker; False if it is just being started again after the kill before."""
    with contextlib.suppress(psutil.NoSuchProcess):
        child = server.find_child(*WORKERS[kind])
        if child is None:
            return False
        targets = child.children() if kind == "encoders" else [child]
        for target in targets:
            target.kill()
        return bool(targets)
    return False
