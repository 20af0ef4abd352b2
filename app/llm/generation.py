"""Checked generation: request one text, check it in code, retry once, else report it as missing.

The model never decides anything that a check in code cannot veto.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from models.ports import (
    Completion,
    CompletionRequest,
    LlmEngine,
    Message,
    ModelIdentity,
    Priority,
    QueueListener,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """Provenance of a generated text, stored with it."""

    model: str
    model_sha256: str
    prompt_version: str
    """``Prompt.label``."""
    duration_ms: int

    @classmethod
    def of(cls, identity: ModelIdentity, *, prompt_version: str, duration_ms: int) -> GenerationRecord:
        return cls(identity.name, identity.sha256, prompt_version, duration_ms)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a check refused a completion, worded as an instruction to the model (``it must end with …``)."""

    reason: str


Check = Callable[[str], T | Refusal]
"""Read a completion: return its value, or the reason to refuse it."""


@dataclass(frozen=True, slots=True)
class SlotResult(Generic[T]):
    """Outcome of one slot: the accepted value, or None after two refusals."""

    value: T | None
    """None: the slot is reported as missing and never filled with a default."""
    refusals: tuple[str, ...]
    record: GenerationRecord
    """Its duration covers all attempts together."""
    completions: tuple[Completion, ...]


@dataclass(frozen=True, slots=True)
class Attempt(Generic[T]):
    """One request of a slot, and the check of its completion."""

    request: CompletionRequest
    check: Callable[[Completion], Awaitable[T | Refusal]]


@dataclass(frozen=True, slots=True)
class RefusedAttempt:
    """The completion of the first attempt, and why it was refused."""

    completion: Completion
    reason: str


async def run_attempts(
    llm: LlmEngine,
    next_attempt: Callable[[RefusedAttempt | None], Attempt[T]],
    *,
    prompt_version: str,
    priority: Priority,
    on_queue: QueueListener | None = None,
) -> SlotResult[T]:
    """Run up to two attempts at one text; give up when both are refused.

    ``next_attempt`` gets None at first, then the refused attempt. Raises the errors of the engine.
    """
    refusals: list[str] = []
    completions: list[Completion] = []
    value: T | None = None
    refused: RefusedAttempt | None = None
    for _ in range(2):
        attempt = next_attempt(refused)
        completion = await llm.complete(attempt.request, priority=priority, on_queue=on_queue)
        completions.append(completion)
        verdict = await attempt.check(completion)
        if not isinstance(verdict, Refusal):
            value = verdict
            break
        refusals.append(verdict.reason)
        refused = RefusedAttempt(completion, verdict.reason)
    identity = completions[-1].model if completions[-1].model.name else llm.identity
    return SlotResult(
        value=value,
        refusals=tuple(refusals),
        record=GenerationRecord.of(
            identity,
            prompt_version=prompt_version,
            duration_ms=sum(c.duration_ms for c in completions),
        ),
        completions=tuple(completions),
    )


async def generate_slot(
    llm: LlmEngine,
    request: CompletionRequest,
    *,
    check: Check[T],
    prompt_version: str,
    priority: Priority,
    on_queue: QueueListener | None = None,
    retry: CompletionRequest | None = None,
    accept_cut: bool = False,
) -> SlotResult[T]:
    """Generate one text and check it; retry once if it is refused, then give up.

    The second attempt sends ``retry`` if given. Otherwise it sends the same request with another
    seed, some temperature, and the refused text and the reason as further messages: the prefix
    stays the same and is served from the cache. A completion that reached ``max_tokens`` is refused
    without a check, unless ``accept_cut`` says that the check drops an unfinished sentence itself.
    Raises the errors of the engine.
    """

    async def check_completion(completion: Completion) -> T | Refusal:
        if completion.finish_reason == "length" and not accept_cut:
            return Refusal("it is too long; write it shorter")
        return check(completion.text.strip())

    def next_attempt(refused: RefusedAttempt | None) -> Attempt[T]:
        if refused is None:
            return Attempt(request, check_completion)
        again = retry or _retry_request(request, refused.completion.text, refused.reason)
        return Attempt(again, check_completion)

    return await run_attempts(
        llm, next_attempt, prompt_version=prompt_version, priority=priority, on_queue=on_queue
    )


def _retry_request(request: CompletionRequest, text: str, reason: str) -> CompletionRequest:
    return replace(
        request,
        messages=(
            *request.messages,
            Message("assistant", text.strip() or "…"),
            Message("user", f"That text was refused: {reason}. Write it again, and nothing else."),
        ),
        seed=request.seed + 1,
        temperature=max(0.5, request.temperature),
    )
