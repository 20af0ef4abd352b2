"""Questions and quotes, shortened for report sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.analysis.exchanges import Exchange
from app.analysis.sentences import split_clauses
from app.text.numbers import has_figure
from app.text.words import content_stems, count_words

MAX_QUESTION_WORDS = 30
MIN_QUESTION_WORDS = 5
MAX_DEPENDENT_WORDS = 12
"""Words of a question that may need the sentence before it."""
MAX_CONTEXT_SENTENCES = 2
"""Sentences before a last one that needs them."""
MIN_CONTEXT_WORDS = 2
"""A shorter one ("Sure.") says nothing."""
_REFERS = re.compile(
    r"\b(?:it|that|this|those|these|them|they|yours|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )there"
    r"|das|dies\w*|davon|dabei|damit|daran|ça|cela|en)\b",
    re.IGNORECASE,
)
"""Pronouns that need the sentence before them; "Were there any?" refers to nothing."""
_ADDRESS = re.compile(r"^\w+, ")
"""A name or an interjection ("Okay, …") at the start of a question."""
MIN_ASKED_STEMS = 2
"""Content words of a question that says what it asks for."""
MAX_SENTENCE_QUOTE_WORDS = 48
_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-ÖØ-Þ\"“„«])")


def shorten_question(question: str, *, with_context: bool = True) -> str:
    """The last part of a question, which says what is asked.

    With context, a short question about "that" comes with the sentence that says what it is, and with the one
    before where that sentence refers back too.
    """
    sentences = _SENTENCE_BREAK.split(question.strip())
    if "?" in question:
        # A remark after the question ("We have that here too.") is not what was asked.
        while not sentences[-1].endswith("?") and any("?" in sentence for sentence in sentences[:-1]):
            sentences.pop()
    last = first = sentences.pop()
    left = MAX_CONTEXT_SENTENCES
    while sentences and count_words(last) < MIN_QUESTION_WORDS:
        first = sentences.pop()
        last = f"{first} {last}"
        left -= 1
    if with_context and (first is not last or count_words(last) <= MAX_DEPENDENT_WORDS):
        last = _add_context(last, first, sentences[::-1][: max(left, 0)])
    words = last.split()
    return last if len(words) <= MAX_QUESTION_WORDS else "… " + " ".join(words[-MAX_QUESTION_WORDS:])


def _add_context(question: str, first: str, before: Sequence[str]) -> str:
    """A question, which starts with the sentence ``first``, after those that say what it is about.

    ``before`` has the nearest sentence first.
    """
    for sentence in before:
        longer = f"{sentence} {question}"
        is_empty = count_words(sentence) < MIN_CONTEXT_WORDS
        if is_empty or _REFERS.search(first) is None or count_words(longer) > MAX_QUESTION_WORDS:
            break
        first, question = sentence, longer
    return question


def choose_question(exchanges: Sequence[Exchange], *, with_context: bool = True) -> str:
    """Of a question and the same one asked again, the first one that says what it asks for.

    "Anna, do you want to go on?" only hands over, and "But roughly?" means nothing without the one before.
    """

    def count_stems(exchange: Exchange) -> int:
        asked = shorten_question(exchange.question, with_context=False)
        return min(len(content_stems(_ADDRESS.sub("", asked))), MIN_ASKED_STEMS)

    chosen = max(exchanges, key=count_stems)
    return shorten_question(chosen.question, with_context=with_context)


def shorten_quote(quote: str, most: int = MAX_SENTENCE_QUOTE_WORDS) -> str:
    """The most informative clauses of a quote, ``most`` words at most; an ellipsis marks omissions."""
    if count_words(quote) <= most:
        return quote
    clauses = split_clauses(quote)
    best: tuple[float, int, int] = (0.0, 0, 0)
    for start in range(len(clauses)):
        # Every clause has at least one word, unless there are several commas in a row.
        for end in range(start + 1, min(start + most, len(clauses)) + 1):
            text = " ".join(clauses[start:end])
            if count_words(text) > most:
                break
            worth = count_words(text) * (1.5 if has_figure(text) else 1.0)
            best = max(best, (worth, start, end), key=lambda item: item[0])
    worth, start, end = best
    if not worth:
        return " ".join(quote.split()[:most]) + " …"
    lead, tail = ("… " if start else ""), (" …" if end < len(clauses) else "")
    return f"{lead}{' '.join(clauses[start:end])}{tail}"


def close_quote(quote: str) -> str:
    """A quote with an ellipsis where it was cut inside a sentence."""
    if quote[:1].islower():
        quote = f"… {quote}"
    if quote.endswith((".", "!", "?", "…", '"', "”", "»", "“")):
        return quote
    return quote.rstrip(" ,;:–—") + " …"


def split_quote(quote: str) -> list[str]:
    """The sentences of a quote."""
    return _SENTENCE_BREAK.split(quote)
