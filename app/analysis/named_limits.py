"""Limits that candidates name: what they have not done, do not know or hold, or have done little of.

They were told openly, so they are no concern, but a recruiter wants to know them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.analysis.denials import DIRECT_SENTENCES
from app.analysis.interview_signs import EARLY_EXCHANGES, rate_limit
from app.analysis.judging import MOST_JUDGED_LANGUAGE, JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.quoting import close_quote, cut_at_clause, shorten_question, split_quote
from app.text.folding import lower_speech
from app.text.words import count_words
from models.judgement.labels import SentenceLabel

MAX_LIMITS = 3
MIN_GAP = 0.15
"""Least probability of a gap by the judge, where the grammar of the sentence denies something.

In 38 interviews, 20 of 20 such sentences after the first exchanges name an experience that is missing.
"""
MIN_LIMIT = 0.6
"""Least probability of a limit by the head for whole interviews, where it has read the answer."""
MIN_LATER_WORDS = 6
"""Words of a limit behind the start of an answer: a shorter sentence ("I haven't got a cat") is an aside."""
MAX_QUOTE_WORDS = 30
WAIVER_SENTENCES = 2
"""Sentences of the next question in which the interviewer may say that a gap does not matter."""


@dataclass(frozen=True, slots=True)
class NamedLimit:
    """What is missing, in the candidate's own words."""

    question: str
    quote: str
    segment_ids: frozenset[str]
    """The lines of the whole answer."""


def find_named_limits(answers: Sequence[JudgedAnswer], lexicon: Lexicon) -> list[NamedLimit]:
    """The surest ones, three at most, in the order of the interview.

    Not those that do not matter, as the interviewer says next ("That's fine, we don't have it").
    """
    rated = [
        (probability, at, answer)
        for answer, after in pairwise([*answers, None])
        if answer and not (after and _waives(after.exchange.question, lexicon))
        for probability, at in [_find_limit(answer, lexicon)]
        if probability > 0.0
    ]
    surest = sorted(rated, key=lambda item: -item[0])[:MAX_LIMITS]
    return [
        NamedLimit(
            shorten_question(answer.exchange.question),
            _quote(answer, at, lexicon),
            frozenset(line.id for line in answer.exchange.answered),
        )
        for _, at, answer in sorted(surest, key=lambda item: item[2].exchange.index)
    ]


def _find_limit(answer: JudgedAnswer, lexicon: Lexicon) -> tuple[float, int]:
    """The probability and the place of the sentence that is the surest limit; 0 if none is sure enough."""
    rated = [
        (probability, at)
        for at, item in enumerate(answer.sentences)
        if (at < DIRECT_SENTENCES or count_words(item.sentence.text) >= MIN_LATER_WORDS)
        and not item.is_instruction
        and (probability := rate_limit(answer, at)) is not None
    ]
    best = max(rated) if rated else _find_denial(answer, lexicon)
    return best if best[0] >= (MIN_LIMIT if rated else MIN_GAP) else (0.0, 0)


def _find_denial(answer: JudgedAnswer, lexicon: Lexicon) -> tuple[float, int]:
    """The probability of a gap and the place of the surest plain denial; 0 if there is none.

    At the start of an interview, people tell their life.
    """
    if answer.exchange.index < EARLY_EXCHANGES:
        return 0.0, 0
    question = answer.exchange.question
    least = MIN_GAP if _asks_for_experience(question, lexicon) else 0.0
    denials = [
        (max(item.labels[SentenceLabel.GAP], least), at)
        for at, item in enumerate(answer.sentences[:DIRECT_SENTENCES])
        if lexicon.is_plain_denial(item.sentence.text, question="" if at else question)
    ]
    return max(denials, default=(0.0, 0))


def _asks_for_experience(question: str, lexicon: Lexicon) -> bool:
    """Whether a plain denial is a gap by itself: in languages of which the judge has few examples."""
    if lexicon.language == MOST_JUDGED_LANGUAGE:
        return False
    return lexicon.experience_questions.search(lower_speech(question)) is not None


def _waives(question: str, lexicon: Lexicon) -> bool:
    """Whether the interviewer starts by saying that what was just missing is not needed."""
    return any(
        lexicon.waivers.search(lower_speech(sentence)) is not None
        for sentence in split_quote(question)[:WAIVER_SENTENCES]
        if not sentence.endswith("?")
    )


def _quote(answer: JudgedAnswer, at: int, lexicon: Lexicon) -> str:
    """The start of the answer if the sentence is part of it, else the sentence with the one it refers to.

    The sentence alone if what comes before it is long.
    """
    sentences = [item.sentence.text for item in answer.sentences]
    if at < DIRECT_SENTENCES:
        quote = " ".join(sentences[:DIRECT_SENTENCES])
    else:
        first = at - 1 if lexicon.refers_back(sentences[at]) else at
        quote = " ".join(sentences[first : at + 1])
    if count_words(quote) > MAX_QUOTE_WORDS:
        quote = cut_at_clause(sentences[at], MAX_QUOTE_WORDS) or sentences[at]
    return close_quote(quote)
