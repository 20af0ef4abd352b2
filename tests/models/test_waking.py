"""Loading of the language and the speech model at their first use."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from models.config import EngineConfig, EnginesConfig
from models.engine_problems import EngineProblemCode
from models.ports import EngineKind, Engines, EngineState
from models.runtime import build_engines


def read_states(engines: Engines) -> dict[EngineKind, EngineState]:
    return {one.kind: one.state for one in engines.health()}


async def test_a_missing_model_is_known_before_anything_is_loaded(tmp_path: Path) -> None:
    engines = build_engines(EnginesConfig(tmp_path, llm=EngineConfig(model="smollm2-135m-instruct")))
    await engines.prepare()
    health = next(one for one in engines.health() if one.kind is EngineKind.LLM)
    assert health.state is EngineState.FAILED
    assert health.problem is not None
    assert health.problem.code is EngineProblemCode.MODEL_MISSING
    assert health.problem.params == {"model": "smollm2-135m-instruct"}


@pytest.mark.models
async def test_installed_models_load_when_woken_from_any_thread(tiny_config: EnginesConfig) -> None:
    engines = build_engines(tiny_config)
    await engines.prepare()
    states = read_states(engines)
    assert (states[EngineKind.LLM], states[EngineKind.SPEECH]) == (EngineState.STOPPED, EngineState.STOPPED)
    assert [one.worker_pid for one in engines.health()] == [None] * 4
    await asyncio.to_thread(engines.wake)
    try:
        async with asyncio.timeout(120):
            while {read_states(engines)[kind] for kind in (EngineKind.LLM, EngineKind.SPEECH)} != {
                EngineState.READY
            }:
                await asyncio.sleep(0.05)
    finally:
        await engines.stop()
