"""Corrects the judge where it takes direct answers for evasions, in languages in which it was taught little.

The judge has read some 600 exchanges of German and of French, so it often takes the unfamiliar for the
evasive. What an answer plainly contains speaks against that: figures, and a plain no to a question about
experience. Of the 998 labeled exchanges of both languages, 159 of 359 answers without a figure are evasive,
11 of 211 with one, 3 of 428 with more, and none of 20 with a plain denial.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from app.analysis.lexicon import Lexicon
from app.analysis.log_odds import to_log_odds, to_probability
from app.text.folding import lower_speech
from app.text.numbers import asks_for_number, has_figure
from models.judgement.labels import EVADED, AnswerLabel

ONE_NUMBER = -1.3
NUMBERS = -2.4
"""What one number, or several, add to the log-odds of an evasion: half of what they do in the exchanges.

The judge sees them too, so counting them in full would count them twice.
"""
DENIAL = -3.0
"""The same for a plain denial in one of the first two sentences."""
ASKED_NUMBER = -3.0
"""The same, in addition, for a number where one was asked for."""
MOTIVATION = -1.0
"""The same for a question about reasons: the exchanges have few, and they are answered in many ways."""
UNTAUGHT = -0.85
"""What the log-odds of any evasion lose.

On trades that were left out, 40 of 48 evasions are found with all of these and 41 without; of 251 other
answers, one is taken for an evasion and six are without.
"""
FIRST_SENTENCES = 2
_WORD = re.compile(r"\d+(?:[.,: ]\d+)*|(?!prozent\b)[^\W\d]+", re.IGNORECASE)


def correct_answer(
    answer: Mapping[AnswerLabel, float],
    *,
    question: str,
    sentences: Sequence[str],
    lexicon: Lexicon,
) -> dict[AnswerLabel, float]:
    """The probabilities of the labels of an answer, with that of an evasion corrected by its words."""
    evaded = sum(answer[label] for label in EVADED)
    others = sum(answer.values()) - evaded
    corrected = to_probability(to_log_odds(evaded) + _weigh(question, sentences, lexicon))
    if others <= 0.0 or corrected >= evaded:
        return dict(answer)
    return {
        label: value * (corrected / evaded if label in EVADED else (1.0 - corrected) / others)
        for label, value in answer.items()
    }


def _weigh(question: str, sentences: Sequence[str], lexicon: Lexicon) -> float:
    """Log-odds that the words of an answer add to those of an evasion."""
    weight = UNTAUGHT
    if lexicon.motivation_questions.search(lower_speech(question)):
        weight += MOTIVATION
    numbers = sum(_count_numbers(text) for text in sentences)
    if numbers:
        weight += ONE_NUMBER if numbers == 1 else NUMBERS
        if asks_for_number(question):
            weight += ASKED_NUMBER
    if _denies(question, sentences[:FIRST_SENTENCES], lexicon):
        weight += DENIAL
    return weight


def _count_numbers(text: str) -> int:
    """How many figures a sentence has, two at most."""
    return min(2, sum(has_figure(word) for word in _WORD.findall(text)))


def _denies(question: str, sentences: Sequence[str], lexicon: Lexicon) -> bool:
    return any(
        lexicon.is_plain_denial(text, question="" if at else question) for at, text in enumerate(sentences)
    )
