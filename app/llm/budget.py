"""Token budgets: split a text into parts that fit the context window."""

from __future__ import annotations

import re

from models.ports import LlmEngine

TEMPLATE_TOKENS = 64
"""Allowance for the tokens that a chat template adds around two or three messages."""

_BOUNDARIES = (
    re.compile(r"(?<!\n\n)(?<=\n)\n++(?=\S)"),  # paragraphs
    re.compile(r"(?<=\n)(?=\S)"),  # lines
    re.compile(r"(?<=[.!?…。！？])\s+"),  # sentences
    re.compile(r"(?<=\s)(?=\S)"),  # words
)


async def fit_to_budget(llm: LlmEngine, text: str, *, max_tokens: int) -> list[str]:
    """Split ``text`` into as few consecutive parts as possible of at most ``max_tokens`` each.

    Nothing is lost: the joined parts are ``text``. Cuts are made between paragraphs where possible,
    else between lines, sentences or words, and within a word only if one word alone is too long.
    Raises ValueError for a budget below 16 tokens, and the errors of the engine.
    """
    if max_tokens < 16:
        raise ValueError("the budget is too small for any text")
    return await _fit(llm, text, max_tokens=max_tokens, level=0)


async def _fit(llm: LlmEngine, text: str, *, max_tokens: int, level: int) -> list[str]:
    if not text.strip():
        return []
    if (await llm.count_tokens([text]))[0] <= max_tokens:
        return [text]
    if level == len(_BOUNDARIES):
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
        # Counted separately, a piece may need one more token than as part of the joined text.
        if current and used + size + 1 > max_tokens:
            parts.append(current)
            current, used = "", 0
        if size > max_tokens:
            parts.extend(
                await _fit(llm, piece, max_tokens=max_tokens, level=min(level + 1, len(_BOUNDARIES)))
            )
            continue
        current, used = current + piece, used + size + 1
    if current:
        parts.append(current)
    return parts


def _split_once(text: str, level: int) -> list[str]:
    """Cut ``text`` at every boundary of one level; the joined pieces are ``text`` again."""
    pieces, start = [], 0
    for match in _BOUNDARIES[level].finditer(text):
        if match.end() > start:
            pieces.append(text[start : match.end()])
            start = match.end()
    pieces.append(text[start:])
    return [piece for piece in pieces if piece]
