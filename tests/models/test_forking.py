"""Workers of embeddings and of the judge, which are forks of one process."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from models.config import EngineConfig, EnginesConfig
from models.judgement.encoding import Exchange
from models.judgement.weights import JUDGE_BASE
from models.ports import EngineHealth, EngineKind, Engines, EngineState, EngineUnavailable, Priority
from models.runtime import build_engines
from tests.weights import fetch_weights

pytestmark = pytest.mark.models

WORDS = ("planned", "the", "night", "shift", "of", "a", "bakery", "and", "repaired", "lifts", "alone")
TEXTS = ["Plans the night shift", "Repairs lifts"]
EXCHANGE = Exchange("What did you change?", ("I moved the ovens.", "It saved an hour each night."), "")
SERVER = """
import asyncio, pathlib, sys
from models.config import EnginesConfig
from models.ports import Priority
from models.runtime import build_engines

async def main():
    engines = build_engines(EnginesConfig(models_dir=pathlib.Path(sys.argv[1])))
    await engines.embeddings.embed(["Repairs lifts"], priority=Priority.INTERACTIVE)
    print("embedded", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def embed(engines: Engines) -> list[list[float]]:
    return await engines.embeddings.embed(TEXTS, priority=Priority.INTERACTIVE)


def find_health(engines: Engines, kind: EngineKind) -> EngineHealth:
    return next(health for health in engines.health() if health.kind is kind)


def find_process(engines: Engines, kind: EngineKind) -> psutil.Process:
    pid = find_health(engines, kind).worker_pid
    assert pid is not None
    return psutil.Process(pid)


async def require_end(process: psutil.Process) -> None:
    """Wait until the process has ended. An orphan may stay a zombie, if init does not collect it."""
    async with asyncio.timeout(60):
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.05)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    return fetch_weights(tmp_path / "weights", JUDGE_BASE)


@pytest.fixture
async def engines(weights: Path) -> AsyncIterator[Engines]:
    engines = build_engines(EnginesConfig(models_dir=weights))
    yield engines
    await engines.stop()


async def test_both_encoders_are_forks_of_one_process_and_end_with_the_server(engines: Engines) -> None:
    before = psutil.Process().children(recursive=True)
    await embed(engines)
    await engines.judge.judge([EXCHANGE], priority=Priority.INTERACTIVE)
    embeddings, judge = (find_process(engines, kind) for kind in (EngineKind.EMBEDDINGS, EngineKind.JUDGE))
    parent = embeddings.parent()
    assert parent is not None
    assert parent == judge.parent()
    # Another thread would not survive a fork, and its locks would stay locked.
    assert parent.num_threads() == 1
    assert (embeddings.nice(), judge.nice()) == (parent.nice(), parent.nice())
    await engines.stop()
    assert psutil.Process().children(recursive=True) == before


async def test_a_killed_fork_server_is_replaced(engines: Engines) -> None:
    expected = await embed(engines)
    worker = find_process(engines, EngineKind.EMBEDDINGS)
    parent = worker.parent()
    assert parent is not None
    worker.suspend()
    parent.kill()
    await require_end(worker)
    for own, other in zip(await embed(engines), expected, strict=True):
        assert own == pytest.approx(other, abs=1e-5)
    assert find_health(engines, EngineKind.EMBEDDINGS).restarts == 1


async def test_a_forked_worker_that_cannot_load_says_why(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged-model"
    damaged.mkdir()
    (damaged / "model.safetensors").write_bytes(b"not weights")
    module = {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}
    (damaged / "modules.json").write_text(json.dumps([module]))
    engines = build_engines(EnginesConfig(tmp_path, embeddings=EngineConfig(model=str(damaged))))
    try:
        with pytest.raises(
            EngineUnavailable, match=r"ended with status 1\. Its last output: .*damaged-model"
        ):
            await embed(engines)
        assert find_health(engines, EngineKind.EMBEDDINGS).state is EngineState.FAILED
    finally:
        await engines.stop()


async def test_no_fork_outlives_a_killed_server(weights: Path) -> None:
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVER, str(weights), stdout=PIPE)
    assert server.stdout is not None
    assert await server.stdout.readline() == b"embedded\n"
    fork_server, worker = psutil.Process(server.pid).children(recursive=True)
    server.kill()
    await server.wait()
    await require_end(worker)
    await require_end(fork_server)


async def test_batches_of_different_sizes_do_not_make_an_encoder_grow(engines: Engines) -> None:
    chance = random.Random(1)

    async def embed_batch(texts: int) -> None:
        words = [" ".join(chance.choices(WORDS, k=chance.randrange(3, 120))) for _ in range(texts)]
        await engines.embeddings.embed(words, priority=Priority.INTERACTIVE)

    async def measure_bytes() -> int:
        # The memory of a job is returned before the next one is done.
        await embed_batch(1)
        return int(find_process(engines, EngineKind.EMBEDDINGS).memory_info().rss)

    for _ in range(3):
        await embed_batch(32)
    before = await measure_bytes()
    for _ in range(12):
        await embed_batch(chance.randrange(1, 33))
    assert await measure_bytes() < 1.05 * before
