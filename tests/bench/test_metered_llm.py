"""Tokens and seconds of the language model in `greenroom bench questions`."""

from __future__ import annotations

from dataclasses import replace

from app.bench.questions import MeteredLlm
from models.ports import Completion, CompletionRequest, Message, Priority
from tests.fakes.engines import FakeLlm


async def test_tokens_from_the_cache_do_not_count_as_read() -> None:
    first = Completion(
        "How?", "stop", prompt_tokens=500, cached_tokens=0, completion_tokens=20, duration_ms=5
    )
    metered = MeteredLlm(FakeLlm([first, replace(first, cached_tokens=400)]))
    for _ in range(2):
        request = CompletionRequest(messages=(Message("user", "Ask."),), max_tokens=30)
        await metered.complete(request, priority=Priority.BACKGROUND)
    work = metered.describe()
    assert (work["completions"], work["tokens_read"], work["tokens_written"]) == (2, 600, 40)
