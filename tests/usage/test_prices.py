"""Prices: exact integers, whatever the admin enters."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.core.settings import Settings
from app.usage.prices import Prices
from models.ports import EngineKind


def cost(kind: EngineKind, *, input_tokens: int = 0, output_tokens: int = 0, audio_ms: int = 0) -> int:
    prices = Prices.of(
        Settings(
            llm_input_price=Decimal("0.00015"),
            llm_output_price=Decimal("0.0006"),
            speech_price=Decimal("0.006"),
            embeddings_price=Decimal("0.00002"),
        )
    )
    return prices.cost(kind, input_tokens=input_tokens, output_tokens=output_tokens, audio_ms=audio_ms)


def test_a_million_tokens_cost_a_thousand_times_the_price() -> None:
    assert cost(EngineKind.LLM, input_tokens=1_000_000) == 15_000_000
    assert cost(EngineKind.LLM, output_tokens=1_000_000) == 60_000_000
    assert cost(EngineKind.EMBEDDINGS, input_tokens=1_000_000) == 2_000_000


def test_audio_is_priced_per_minute() -> None:
    assert cost(EngineKind.SPEECH, audio_ms=90_000) == 900_000


@pytest.mark.parametrize(("tokens", "microcents"), [(0, 0), (1, 15), (3, 45), (7, 105)])
def test_small_calls_are_not_rounded_away(tokens: int, microcents: int) -> None:
    assert cost(EngineKind.LLM, input_tokens=tokens) == microcents


def test_half_a_microcent_is_rounded_up() -> None:
    prices = Prices(llm_input=500, llm_output=0, embeddings=0, speech_minute=0)
    assert prices.cost(EngineKind.LLM, input_tokens=1, output_tokens=0, audio_ms=0) == 1


def test_local_models_cost_nothing_by_default() -> None:
    prices = Prices.of(Settings())
    for kind in EngineKind:
        assert prices.cost(kind, input_tokens=10**9, output_tokens=10**9, audio_ms=10**9) == 0
