"""How text is had from a language model: fenced input, budgeted input, one checked slot at a time.

The model never decides what a check by code cannot veto. Whatever comes from a CV, a job
description or a transcript is data; it reaches the model only through ``fence``.
"""

from __future__ import annotations

import re
import unicodedata
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

TEMPLATE_TOKENS = 64
"""Allowance for what a chat template adds around two or three messages."""

# --- Fencing ----------------------------------------------------------------------------------

_TAG_LIKE = re.compile(r"<(?=[A-Za-z/|!?])|(?<=[A-Za-z/|])>")
_FENCE_MARKS = re.compile(r"<{2,}|>{2,}")
_INSTRUCTION_MARKS = re.compile(r"\[(/?(?:INST|SYS|SYSTEM|AVAILABLE_TOOLS|TOOL_CALLS))\]", re.IGNORECASE)
_MANY_BLANK_LINES = re.compile(r"\n{3,}")
_LOOKALIKES = {"<": "‹", ">": "›"}


def neutralise(text: str) -> str:
    """``text`` without anything that a chat template or a fence could take for its own.

    Control and invisible format characters go (they hide instructions from people), and tag-like
    marks (``<|im_end|>``, ``</s>``, ``[INST]``, runs of ``<`` or ``>``) are spelled with other
    characters. Words stay as they are.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Co", "Cs"})
    text = _FENCE_MARKS.sub(lambda m: _LOOKALIKES[m.group()[0]] * len(m.group()), text)
    text = _TAG_LIKE.sub(lambda m: _LOOKALIKES[m.group()], text)
    text = _INSTRUCTION_MARKS.sub(r"(\1)", text)
    return _MANY_BLANK_LINES.sub("\n\n", text)


def fence(label: str, text: str) -> str:
    """``text`` between marks that cannot stand inside it, since ``neutralise`` respells them.

    ``label`` is ours (``CV``, ``JOB``, ``TRANSCRIPT``); equal input gives equal output, so that a
    fenced text can stand in a cached prefix.
    """
    return f"<<<{label}\n{neutralise(text).strip()}\n{label}>>>"


# --- Budget -----------------------------------------------------------------------------------

_BOUNDS = (
    re.compile(r"(?<=\n)\n+(?=\S)"),  # paragraphs
    re.compile(r"(?<=\n)(?=\S)"),  # lines
    re.compile(r"(?<=[.!?…。！？])\s+"),  # sentences
    re.compile(r"(?<=\s)(?=\S)"),  # words
)


def _split_once(text: str, level: int) -> list[str]:
    """``text`` cut at every bound of one level; the pieces joined are ``text`` again."""
    pieces, start = [], 0
    for match in _BOUNDS[level].finditer(text):
        if match.end() > start:
            pieces.append(text[start : match.end()])
            start = match.end()
    pieces.append(text[start:])
    return [piece for piece in pieces if piece]


async def fit_to_budget(llm: LlmEngine, text: str, *, max_tokens: int) -> list[str]:
    """``text`` in as few consecutive parts as fit ``max_tokens`` each, cut at the widest bound that fits.

    Nothing is lost: the parts joined are ``text``. A part is cut at paragraphs, else lines, else
    sentences, else words, else (one endless word) characters. Raises ValueError for a budget
    below 16 tokens, and what the engine raises.
    """
    if max_tokens < 16:
        raise ValueError("the budget is too small for any text")
    return await _fit(llm, text, max_tokens=max_tokens, level=0)


async def _fit(llm: LlmEngine, text: str, *, max_tokens: int, level: int) -> list[str]:
    if not text.strip():
        return []
    if (await llm.count_tokens([text]))[0] <= max_tokens:
        return [text]
    if level == len(_BOUNDS):
        half = len(text) // 2
        pieces = [text[:half], text[half:]]
    else:
        pieces = _split_once(text, level)
    if len(pieces) == 1:
        return await _fit(llm, text, max_tokens=max_tokens, level=level + 1)
    sizes = await llm.count_tokens(pieces)
    parts: list[str] = []
    current, used = "", 0
    for piece, size in zip(pieces, sizes, strict=True):
        # Counted apart, pieces may need a token more each than joined, never fewer than that.
        if current and used + size + 1 > max_tokens:
            parts.append(current)
            current, used = "", 0
        if size > max_tokens:
            parts.extend(await _fit(llm, piece, max_tokens=max_tokens, level=min(level + 1, len(_BOUNDS))))
            continue
        current, used = current + piece, used + size + 1
    if current:
        parts.append(current)
    return parts


# --- Slots ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """Where a generated text came from; stored with it."""

    model: str
    model_sha256: str
    prompt_version: str
    """``Prompt.label``."""
    duration_ms: int

    @classmethod
    def of(cls, identity: ModelIdentity, *, prompt_version: str, duration_ms: int) -> GenerationRecord:
        return cls(identity.name, identity.sha256, prompt_version, duration_ms)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a check refused a text, worded so that the model can mend it (``it must end with …``)."""

    reason: str


Check = Callable[[str], T | Refused]
"""Read a completion: the value that it stands for, or why it is refused."""


@dataclass(frozen=True, slots=True)
class SlotResult(Generic[T]):
    value: T | None
    """None: refused twice; the slot is reported as missing, never filled with a default."""
    refusals: tuple[str, ...]
    record: GenerationRecord
    """The time is that of every attempt together."""
    completions: tuple[Completion, ...]


async def ask_slot(
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
    """Ask, check by code, ask once more when refused, else give up.

    The second time is ``retry`` where one is given; else the same request with another seed, some
    temperature, and the refused text with its reason as further messages (the prefix stays, and
    is served from the cache). A completion that ``max_tokens`` cut off is refused unread, unless
    ``accept_cut`` says that the check itself drops an unfinished sentence.
    Raises what the engine raises.
    """
    refusals: list[str] = []
    completions: list[Completion] = []
    value: T | None = None
    for attempt in range(2):
        completion = await llm.complete(request, priority=priority, on_queue=on_queue)
        completions.append(completion)
        verdict: T | Refused
        if completion.finish_reason == "length" and not accept_cut:
            verdict = Refused("it is too long; write it shorter")
        else:
            verdict = check(completion.text.strip())
        if not isinstance(verdict, Refused):
            value = verdict
            break
        refusals.append(verdict.reason)
        if attempt == 0:
            request = retry or _again(request, completion.text, verdict.reason)
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


def _again(request: CompletionRequest, text: str, reason: str) -> CompletionRequest:
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
