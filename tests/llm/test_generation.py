"""Checked generation: accept, retry once, else report the slot as missing."""

from __future__ import annotations

import pytest

from app.llm.generation import Refusal, generate_slot
from models.ports import Completion, CompletionRequest, EngineTimeout, Message, ModelIdentity, Priority
from tests.fakes.engines import FakeLlm

REQUEST = CompletionRequest(messages=(Message("user", "Write."),), max_tokens=20)


def _check(text: str) -> str | Refusal:
    return text.upper() if text.startswith("good") else Refusal("it must start with good")


async def test_a_refused_text_is_retried_with_the_reason() -> None:
    llm = FakeLlm(["bad", "good now"])
    result = await generate_slot(
        llm, REQUEST, check=_check, prompt_version="p@1", priority=Priority.INTERACTIVE
    )
    assert result.value == "GOOD NOW"
    assert result.refusals == ("it must start with good",)
    retry = llm.requests[1]
    assert retry.messages[0] == REQUEST.messages[0]
    assert "it must start with good" in retry.messages[-1].content
    assert retry.seed != REQUEST.seed
    assert result.record.model == "fake-llm"
    assert result.record.duration_ms == 2


async def test_a_text_refused_twice_is_reported_missing() -> None:
    llm = FakeLlm(["bad", "worse"])
    result = await generate_slot(
        llm, REQUEST, check=_check, prompt_version="p@1", priority=Priority.INTERACTIVE
    )
    assert result.value is None
    assert len(llm.requests) == 2


async def test_a_truncated_text_is_refused_without_a_check() -> None:
    cut = Completion("good but", "length", 1, 0, 1, 1, ModelIdentity("m", "s"))
    llm = FakeLlm([cut, "good end"])
    result = await generate_slot(
        llm, REQUEST, check=_check, prompt_version="p@1", priority=Priority.INTERACTIVE
    )
    assert result.value == "GOOD END"


async def test_engine_errors_are_raised() -> None:
    llm = FakeLlm([EngineTimeout("slow")])
    with pytest.raises(EngineTimeout):
        await generate_slot(llm, REQUEST, check=_check, prompt_version="p@1", priority=Priority.INTERACTIVE)


async def test_a_truncated_text_can_be_left_to_the_check() -> None:
    cut = Completion("good but", "length", 1, 0, 1, 1, ModelIdentity("m", "s"))
    result = await generate_slot(
        FakeLlm([cut]),
        REQUEST,
        check=_check,
        prompt_version="p@1",
        priority=Priority.INTERACTIVE,
        accept_cut=True,
    )
    assert result.value == "GOOD BUT"
