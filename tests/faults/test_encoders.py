"""SIGKILL of the workers of embeddings and of the judge while they work (fault 16).

FAULT_ROUNDS sets the number of kills of each; FAULT_SEED repeats a run.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from models.config import EnginesConfig
from models.judgement.encoding import Exchange
from models.judgement.weights import JUDGE_BASE
from models.ports import EngineError, EngineHealth, EngineKind, Engines, Priority
from models.runtime import build_engines
from tests.weights import fetch_weights

log = logging.getLogger(__name__)

pytestmark = pytest.mark.models

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "2"))
TEXTS = ["Planned the ovens of the night shift", "Repairs lifts", "Teaches geography"]
EXCHANGE = Exchange("What did you change?", ("I moved the ovens.", "It saved an hour each night."), "")


async def embed(engines: Engines) -> list[list[float]]:
    return await engines.embeddings.embed(TEXTS, priority=Priority.INTERACTIVE)


async def judge(engines: Engines) -> list[list[float]]:
    [judgment] = await engines.judge.judge([EXCHANGE], priority=Priority.INTERACTIVE)
    return [list(labels.values()) for labels in judgment.sentences]


def require_alike(result: object, expected: list[list[float]]) -> None:
    assert isinstance(result, list), result
    assert len(result) == len(expected)
    for row, other in zip(result, expected, strict=True):
        assert row == pytest.approx(other, abs=1e-5)


def find_worker(engines: Engines, kind: EngineKind) -> EngineHealth:
    return next(health for health in engines.health() if health.kind is kind)


@pytest.fixture
async def engines(tmp_path: Path) -> AsyncIterator[Engines]:
    engines = build_engines(EnginesConfig(fetch_weights(tmp_path / "weights", JUDGE_BASE)))
    yield engines
    await engines.stop()


@pytest.mark.timeout(300 + 60 * ROUNDS)
@pytest.mark.parametrize(("kind", "work"), [(EngineKind.EMBEDDINGS, embed), (EngineKind.JUDGE, judge)])
async def test_killed_encoders_lose_no_job(
    engines: Engines,
    kind: EngineKind,
    work: Callable[[Engines], Coroutine[Any, Any, list[list[float]]]],
    chance: random.Random,
) -> None:
    expected = await work(engines)
    waits: list[float] = []
    refused = 0
    for _ in range(ROUNDS):
        worker = find_worker(engines, kind)
        assert worker.worker_pid is not None
        jobs = [asyncio.create_task(work(engines)) for _ in range(3)]
        await asyncio.sleep(chance.uniform(0, 0.1))
        os.kill(worker.worker_pid, signal.SIGKILL)
        began = time.monotonic()
        for result in await asyncio.gather(*jobs, return_exceptions=True):
            if isinstance(result, EngineError) and result.retryable:
                refused += 1
            else:
                require_alike(result, expected)
        require_alike(await work(engines), expected)
        waits.append(time.monotonic() - began)
    log.warning(
        "killed=%d %s refused=%d median_seconds=%.1f slowest_seconds=%.1f",
        ROUNDS,
        kind,
        refused,
        median(waits),
        max(waits),
    )
    assert find_worker(engines, kind).restarts == ROUNDS
