"""Checked generation: ask the model for one text, check it by code, retry once, else report it missing.

The model never decides anything that a check in code cannot veto.
"""

from __future__ import annotations

from collections.abc import Callable
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
    refusals: list[str] = []
    completions: list[Completion] = []
    value: T | None = None
    for attempt in range(2):
        completion = await llm.complete(request, priority=priority, on_queue=on_queue)
        completions.append(completion)
        verdict: T | Refusal
        if completion.finish_reason == "length" and not accept_cut:
            verdict = Refusal("it is too long; write it shorter")
        else:
            verdict = check(completion.text.strip())
        if not isinstance(verdict, Refusal):
            value = verdict
            break
        refusals.append(verdict.reason)
        if attempt == 0:
            request = retry or _retry_request(request, completion.text, verdict.reason)
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


def _retry_request(request: CompletionRequest, text: str, reason: str) -> CompletionRequest:
    return replace(
        request,
        messages=(
            *request.messages,
            Message("assistant", text.strip() or "…"),
            Message("user", f"That does not do: {reason}. Write it again, and nothing else."),
        ),
        seed=request.seed + 1,
        temperature=max(0.5, request.temperature),
    )
