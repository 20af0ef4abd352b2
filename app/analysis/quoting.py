"""Questions and quotes, shortened for report sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from app.analysis.exchanges import Exchange
from app.analysis.lexicon import Lexicon, load_lexicon
from app.analysis.sentences import split_clauses
from app.text.folding import lower_speech
from app.text.numbers import has_figure
from app.text.stop_words import LANGUAGES
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
_LEAD = re.compile(r"^(?:\w+, )+")
_REACTS = re.compile(
    r"^(?:\w+, )?(?:(?:that|this)(?:['’]\w+| (?:is|was|sounds|takes))|he|she|they|das (?:ist|war|klingt)"
    r"|c['’](?:est|était)|ça|cela)\b(?!.*\b(?:you|your|sie|ihr\w*|vous|votre|vos)\b)",
    re.IGNORECASE,
)
"""A statement about what was just said, not to the candidate."""
CLEAR_STEMS = 4
"""Content words of a question that is clear without the sentence before it."""
MIN_ASKED_STEMS = 2
"""Content words of a question that says what it asks for."""
MAX_SENTENCE_QUOTE_WORDS = 48
_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-ÖØ-Þ\"“„«])")


def shorten_question(question: str, *, with_context: bool = True) -> str:
    """The last part of a question, which says what is asked, without remarks around it.

    With context, a short question about "that" comes with the sentence that says what it is, and with the one
    before where that sentence refers back too.
    """
    sentences = _SENTENCE_BREAK.split(question.strip())
    asks = [_asks(item, in_question="?" in question) for item in sentences]
    if any(asks):
        # A remark after the question ("We have that here too.") is not what was asked.
        while not asks.pop():
            sentences.pop()
    last = first = sentences.pop()
    left = MAX_CONTEXT_SENTENCES
    while sentences and count_words(last) < MIN_QUESTION_WORDS:
        before = sentences.pop()
        if _is_remark(before):
            # What comes before a remark on the answer belongs to it.
            sentences = []
            break
        first = before
        last = f"{first} {last}"
        left -= 1
    if with_context and (first is not last or count_words(last) <= MAX_DEPENDENT_WORDS):
        last = _add_context(last, first, sentences[::-1][: max(left, 0)])
    last = _drop_lead(last)
    words = last.split()
    return last if len(words) <= MAX_QUESTION_WORDS else "… " + " ".join(words[-MAX_QUESTION_WORDS:])


def _asks(sentence: str, *, in_question: bool) -> bool:
    """Whether a sentence asks: by its mark or, in a turn without any, by how it starts ("Tell me …")."""
    if in_question:
        return sentence.endswith("?")
    spoken = lower_speech(sentence)
    return any(item.open_questions.match(item.leads.sub("", spoken)) for item in _list_lexicons())


def _is_remark(sentence: str) -> bool:
    """Whether a sentence before a question only reacts to the answer before it ("No, that's a good one.")."""
    if sentence.endswith("?"):
        return False
    return count_words(sentence) < MIN_CONTEXT_WORDS or _REACTS.match(sentence) is not None


def _drop_lead(question: str) -> str:
    """The question without a word like "Okay," at its start."""
    rest = _LEAD.sub("", question)
    if rest == question or not any(
        item.leads.fullmatch(lower_speech(question[: -len(rest)])) for item in _list_lexicons()
    ):
        return question
    return rest[:1].upper() + rest[1:]


@cache
def _list_lexicons() -> tuple[Lexicon, ...]:
    return tuple(lexicon for language in LANGUAGES if (lexicon := load_lexicon(language)) is not None)


def _add_context(question: str, first: str, before: Sequence[str]) -> str:
    """A question, which starts with the sentence ``first``, after those that say what it is about.

    ``before`` has the nearest sentence first. A question with enough content words needs none.
    """
    if len(content_stems(question)) >= CLEAR_STEMS:
        return question
    for sentence in before:
        longer = f"{sentence} {question}"
        needs_none = _REFERS.search(first) is None or count_words(longer) > MAX_QUESTION_WORDS
        if _is_remark(sentence) or needs_none:
            break
        first, question = sentence, longer
    return question


def choose_question(exchanges: Sequence[Exchange], *, with_context: bool = True) -> str:
    """Of a question and the same one asked again, the first one that says what it asks for.

    "Anna, do you want to go on?" only hands over, and "But roughly?" means nothing without the one before.
    """

    def count_stems(exchange: Exchange) -> int:
        asked = shorten_question(exchange.question, with_context=with_context)
        stems = content_stems(_ADDRESS.sub("", asked), language=exchange.language)
        return min(len(stems), MIN_ASKED_STEMS)

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


def cut_at_clause(text: str, most: int) -> str:
    """The first clauses of a text, ``most`` words at most; possibly none."""
    clauses = split_clauses(text)
    end = 0
    while end < len(clauses) and count_words(" ".join(clauses[: end + 1])) <= most:
        end += 1
    return " ".join(clauses[:end])


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
