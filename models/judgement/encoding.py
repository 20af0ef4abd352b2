"""Turns an exchange into the token ids that the judge reads.

One window holds the question, the requirement (if one is known) and as many sentences of the answer as fit:

    [CLS] question [SEP] requirement [SEP] sentence [SEP] sentence [SEP] …

Names, postcodes and words that reveal a gender are replaced first (neutral.py). The first two parts have
token type 0, the sentences token type 1. A long answer takes several windows; each repeats the last sentence
of the window before it as context.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from models.judgement.neutral import neutralize

MAX_WINDOW_TOKENS = 320
MAX_QUESTION_TOKENS = 64
MAX_REQUIREMENT_TOKENS = 32
MAX_SENTENCE_TOKENS = 96


class Tokenizer(Protocol):
    """The part of a Hugging Face tokenizer that is used here."""

    cls_token_id: int
    sep_token_id: int

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and the sentences of the answer to it."""

    question: str
    sentences: tuple[str, ...]
    requirement: str = ""
    """The line of the job description that the question is about; may be empty."""
    language: str = "en"
    """ISO 639-1 code of the language that is spoken."""


@dataclass(frozen=True, slots=True)
class Window:
    """Token ids of one window and where its sentences are."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    """Start and end of each sentence in ``ids``."""
    first: int
    """Index of the first sentence in the answer."""
    context: int
    """How many sentences at the start are context only: they were judged in the window before."""


def encode_exchange(tokenizer: Tokenizer, exchange: Exchange) -> list[Window]:
    """The windows of an exchange, in order; none if the answer has no sentences."""

    def tokens(text: str, limit: int) -> list[int]:
        return tokenizer.encode(text, add_special_tokens=False)[:limit]

    asked, required, *answered = neutralize(
        (exchange.question, exchange.requirement, *exchange.sentences), exchange.language
    )
    question = tokenizer.encode(asked, add_special_tokens=False)[-MAX_QUESTION_TOKENS:]
    head = [tokenizer.cls_token_id, *question, tokenizer.sep_token_id]
    head += [*tokens(required, MAX_REQUIREMENT_TOKENS), tokenizer.sep_token_id]
    sentences = [tokens(text, MAX_SENTENCE_TOKENS) or [tokenizer.sep_token_id] for text in answered]
    windows: list[Window] = []
    first = 0
    while first < len(sentences):
        context = 1 if first else 0
        windows.append(_fill(head, sentences, first - context, context, tokenizer.sep_token_id))
        first += len(windows[-1].spans) - context
    return windows


def _fill(
    head: Sequence[int], sentences: Sequence[Sequence[int]], first: int, context: int, separator: int
) -> Window:
    """A window with the sentences from ``first`` on, as many as fit and at least one beyond the context."""
    ids = list(head)
    spans: list[tuple[int, int]] = []
    for sentence in sentences[first:]:
        if len(spans) > context and len(ids) + len(sentence) + 1 > MAX_WINDOW_TOKENS:
            break
        spans.append((len(ids), len(ids) + len(sentence)))
        ids += [*sentence, separator]
    types = [0] * len(head) + [1] * (len(ids) - len(head))
    return Window(tuple(ids), tuple(types), tuple(spans), first, context)
