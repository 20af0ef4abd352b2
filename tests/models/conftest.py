"""Fixtures of model tests: tiny real models, fetched once into the machine's cache, and their engines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from models.config import EngineConfig, EnginesConfig
from models.ports import Engines
from models.runtime import build_engines
from tests.weights import fetch_weights

TINY_LLM = "smollm2-135m-instruct"
TINY_SPEECH = "whisper-tiny.en"


@pytest.fixture(scope="session")
def tiny_models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fetch_weights(tmp_path_factory.mktemp("weights"), TINY_LLM, TINY_SPEECH)


@pytest.fixture
def tiny_config(tiny_models_dir: Path) -> EnginesConfig:
    return EnginesConfig(
        models_dir=tiny_models_dir,
        llm=EngineConfig(model=TINY_LLM, context_window=2048),
        speech=EngineConfig(model=TINY_SPEECH),
    )


@pytest_asyncio.fixture
async def tiny_engines(tiny_config: EnginesConfig) -> AsyncIterator[Engines]:
    engines = build_engines(tiny_config)
    await engines.start()
    yield engines
    await engines.stop()
