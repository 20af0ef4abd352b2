"""Practical facts that were asked for and answered: notice or earliest start, and pay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.exchanges import Exchange
from app.analysis.lexicon import Lexicon
from app.analysis.quoting import close_quote, split_quote
from app.analysis.sentences import split_clauses
from app.text.folding import lower_speech
from app.text.numbers import has_figure, number_values
from app.text.words import count_words

MAX_FACT_WORDS = 30
MAX_QUESTION_WORDS = 30
"""A longer sentence tells something, in which such a word only occurs."""
MAX_BARE_WORDS = 6
"""Words of a first sentence that is no more than the answer ("One month, I think.")."""
MIN_AMOUNT = 10
"""A smaller number is no pay."""
LATE_SHARE = 0.5
"""In the first half of an interview the same words are about the work."""
CLOSING_SHARE = 0.85
"""Near the end, a plain mention of pay in the question is enough if the answer is about the speaker."""


class Topic(StrEnum):
    """What a practical question is about."""

    NOTICE = "notice"
    """The notice period, or when the candidate can start."""
    PAY = "pay"


@dataclass(frozen=True, slots=True)
class PracticalFact:
    """What the candidate said about one topic, in their own words."""

    topic: Topic
    quote: str


def find_practicalities(exchanges: Sequence[Exchange], lexicon: Lexicon) -> list[PracticalFact]:
    """At most one fact for each topic, where both the question and a sentence of the answer fit it.

    The last such exchange counts: what was said before it may have been corrected.
    """
    late, closing = (int(len(exchanges) * share) for share in (LATE_SHARE, CLOSING_SHARE))
    facts = []
    for topic in Topic:
        quotes = [
            quote
            for at, exchange in enumerate(exchanges[late:], late)
            if (quote := _find_asked(topic, exchange, lexicon, is_closing=at >= closing))
        ]
        facts += [PracticalFact(topic, quote) for quote in quotes[-1:]]
    return facts


def _find_asked(topic: Topic, exchange: Exchange, lexicon: Lexicon, *, is_closing: bool) -> str:
    """The fact if the question asks for it; a notice period is often told where pay was asked about."""
    if _asks_about(topic, exchange.question, lexicon):
        return _find_fact(topic, exchange, lexicon)
    mentions_pay = is_closing and _asks(exchange.question, lexicon.practical["mentions_pay"])
    if topic is Topic.PAY:
        quote = _find_fact(topic, exchange, lexicon) if mentions_pay else ""
        return quote if lexicon.speaks_of_self(quote) else ""
    asks_pay = mentions_pay or _asks_about(Topic.PAY, exchange.question, lexicon)
    return _find_named_notice(exchange, lexicon) if asks_pay else ""


def _asks_about(topic: Topic, question: str, lexicon: Lexicon) -> bool:
    """Whether one of the last two sentences of the interviewer's turn asks about a topic."""
    return _asks(question, lexicon.practical[f"asks_{topic}"])


def _asks(question: str, pattern: re.Pattern[str]) -> bool:
    return any(
        count_words(sentence) <= MAX_QUESTION_WORDS and pattern.search(lower_speech(sentence)) is not None
        for sentence in split_quote(question)[-2:]
    )


def _find_fact(topic: Topic, exchange: Exchange, lexicon: Lexicon) -> str:
    """The sentence with the date, duration or amount, and the next one if that has another."""
    sentences = [item.text for item in exchange.sentences]
    fits = [_fits(topic, text, lexicon) for text in sentences]
    if True not in fits:
        return ""
    first = _find_notice(sentences, fits, lexicon) if topic is Topic.NOTICE else fits.index(True)
    if any(fits[first + 1 : first + 2]):
        both = " ".join(sentences[first : first + 2])
        # An amount after the first one is worth more than the rest of its sentence.
        if topic is Topic.PAY or count_words(both) <= MAX_FACT_WORDS:
            return _cut(topic, both, lexicon)
    return _cut(topic, sentences[first], lexicon)


def _find_named_notice(exchange: Exchange, lexicon: Lexicon) -> str:
    """The first sentence that names the notice period or the start, with a date or length of time."""
    says = lexicon.practical["says_notice"]
    return next(
        (
            quote
            for item in exchange.sentences
            if says.search(lower_speech(item.text))
            and _fits(Topic.NOTICE, item.text, lexicon)
            and (quote := _cut(Topic.NOTICE, item.text, lexicon))
        ),
        "",
    )


def _find_notice(sentences: Sequence[str], fits: Sequence[bool], lexicon: Lexicon) -> int:
    """The sentence that answers a question about notice: a short first one, else the first that names it."""
    opening = sentences[0]
    if fits[0] and (count_words(opening) <= MAX_BARE_WORDS or lexicon.speaks_of_self(opening)):
        return 0
    says = lexicon.practical["says_notice"]
    named = (at for at, text in enumerate(sentences) if fits[at] and says.search(lower_speech(text)))
    return next(named, fits.index(True))


def _fits(topic: Topic, text: str, lexicon: Lexicon) -> bool:
    """Whether a sentence or clause has a date or length of time, or an amount."""
    spoken = lower_speech(text)
    if topic is Topic.NOTICE:
        return lexicon.practical["times"].search(spoken) is not None
    amounts = lexicon.practical["durations"].sub(" ", spoken)
    values = [float(value) for value in number_values(amounts)]
    return has_figure(amounts) and max(values, default=MIN_AMOUNT) >= MIN_AMOUNT


def _cut(topic: Topic, text: str, lexicon: Lexicon) -> str:
    """As many whole clauses as are short enough; empty if the fact is not among them."""
    clauses = split_clauses(text)
    end = 0
    while end < len(clauses) and count_words(" ".join(clauses[: end + 1])) <= MAX_FACT_WORDS:
        end += 1
    quote = " ".join(clauses[:end])
    return close_quote(quote) if _fits(topic, quote, lexicon) else ""
