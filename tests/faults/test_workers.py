"""SIGKILL of the model workers at random moments: each is back within seconds (faults 11 and 16)."""

from __future__ import annotations

import asyncio
import os
import random
import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from models.store import ModelStore
from tests.faults.recruiter import Recruiter, eventually
from tests.server_process import ServerProcess

pytestmark = pytest.mark.models

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "4"))
MAX_BACK_SECONDS = 10.0 if "FAULT_ROUNDS" in os.environ else 60.0
"""Twice the goal of five seconds in the long form. The short form runs beside other tests."""


def are_ready(health: dict[str, object]) -> bool:
    engines = health["engines"]
    assert isinstance(engines, list)
    states: dict[str, str] = {one["kind"]: one["state"] for one in engines}
    return states["llm"] == states["speech"] == "ready"


@pytest.mark.timeout(300 + 15 * ROUNDS)
async def test_killed_workers_are_back_within_seconds(tmp_path: Path) -> None:
    store = ModelStore(tmp_path / "weights")
    for name in ("smollm2-135m-instruct", "whisper-tiny.en"):
        store.fetch(store.catalog.get(name))
    server = ServerProcess(
        tmp_path / "data",
        models_dir=store.models_dir,
        settings={
            "GREENROOM_LLM_MODEL": "smollm2-135m-instruct",
            "GREENROOM_SPEECH_MODEL": "whisper-tiny.en",
            "GREENROOM_LOG_LEVEL": "ERROR",
        },
    )
    await server.start(is_ready=are_ready)
    back: list[float] = []
    try:
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            # Only administrators see how often an engine was restarted.
            await Recruiter(http).sign_in()

            async def is_back(restarts: int) -> bool:
                health = (await http.get("/api/health")).json()
                return are_ready(health) and sum(one["restarts"] for one in health["engines"]) == restarts

            for number in range(ROUNDS):
                server.kill_worker(("llm", "speech")[number % 2])
                began = time.monotonic()
                await eventually(partial(is_back, number + 1))
                back.append(time.monotonic() - began)
                await asyncio.sleep(random.uniform(0, 1))
    finally:
        await server.stop()
    assert max(back) < MAX_BACK_SECONDS, back
