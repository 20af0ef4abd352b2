"""What is measured on a new machine at set-up, and what is left as it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app import setup_measurement
from app.core.capacity import MeasuredCapacity, load_capacity, save_capacity
from app.core.settings import Settings
from app.setup_measurement import measure_new_machine
from models.formats import GGML_MAGIC
from models.speech_choice import measurement_key, store_measurement
from tests.conftest import FrozenClock

CAPACITY = MeasuredCapacity(
    interviews=4,
    decode_seconds=0.5,
    voice_activity_seconds=0.04,
    cores=2,
    model="fake-speech",
    measured_at="2026-11-23T03:00:00+00:00",
)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What was measured. The weights are in 16 bits, so that both engines can run them."""
    made: list[str] = []
    weights = tmp_path / "ggml-base.bin"
    weights.write_bytes(GGML_MAGIC.to_bytes(4, "little") + bytes(40) + (1).to_bytes(4, "little"))

    async def measure_engines(_config: object) -> dict[str, float]:
        made.append("engines")
        return {"whisper_cpp": 1.4, "ctranslate2": 0.5}

    async def measure_capacity(_settings: Settings, *, now: object) -> MeasuredCapacity:
        del now
        made.append("capacity")
        return CAPACITY

    facts = {"sha256": "ab", "threads": 2, "path": str(weights)}
    monkeypatch.setattr(setup_measurement, "describe_speech", lambda _config: facts)
    monkeypatch.setattr(setup_measurement, "measure_speech_engines", measure_engines)
    monkeypatch.setattr(setup_measurement, "measure_capacity", measure_capacity)
    return made


def change(settings: Settings, **changes: Any) -> Settings:
    return settings.model_copy(update=changes)


async def test_a_new_machine_is_measured_and_its_capacity_is_kept(
    settings: Settings, clock: FrozenClock, calls: list[str]
) -> None:
    sentences = await measure_new_machine(settings, now=clock.now())
    assert calls == ["engines", "capacity"]
    assert sentences == ["Speech engines: whisper_cpp 1.40 s, ctranslate2 0.50 s", "Interviews at once: 4"]
    assert load_capacity(settings.data_dir) == CAPACITY


async def test_what_was_measured_before_is_left_as_it_is(
    settings: Settings, clock: FrozenClock, calls: list[str]
) -> None:
    settings.resolved_models_dir.mkdir(parents=True, exist_ok=True)
    store_measurement(settings.resolved_models_dir, measurement_key("ab", 2), {"ctranslate2": 0.5})
    save_capacity(settings.data_dir, CAPACITY)
    assert await measure_new_machine(settings, now=clock.now()) == []
    assert calls == []


@pytest.mark.parametrize(
    ("changes", "measured"),
    [
        ({"speech_provider": "openai_compatible"}, []),
        ({"speech_engine": "ctranslate2"}, ["capacity"]),
        ({"max_running_interviews": 3}, ["engines"]),
    ],
)
async def test_what_the_settings_decide_is_not_measured(
    settings: Settings, clock: FrozenClock, calls: list[str], changes: dict[str, Any], measured: list[str]
) -> None:
    await measure_new_machine(change(settings, **changes), now=clock.now())
    assert calls == measured


@pytest.mark.parametrize(("slow", "kept"), [("measure_speech_engines", CAPACITY), ("measure_capacity", None)])
async def test_a_measurement_that_takes_too_long_is_given_up_alone(
    settings: Settings,
    clock: FrozenClock,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
    slow: str,
    kept: MeasuredCapacity | None,
) -> None:
    async def never_end(*_args: object, **_named: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(setup_measurement, slow, never_end)
    sentences = await measure_new_machine(settings, now=clock.now(), limit_seconds=0)
    assert len(calls) == 1
    assert ["took too long" in sentence for sentence in sentences].count(True) == 1
    assert load_capacity(settings.data_dir) == kept
