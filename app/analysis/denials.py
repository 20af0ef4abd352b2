"""Finds requirements of the job that the candidate says they do not meet.

The judge knows that something is missing, not what. A sentence such as "That was always my brother" names
nothing, and the question often says the requirement in other words. So a logistic model over the nearness of
the sentence, its question and the whole exchange to each requirement decides (docs/judgement.md).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.judging import JudgedAnswer, JudgedSentence
from app.analysis.requirements import ExchangeCosines, RequirementReading
from models.judgement.labels import SentenceLabel

MIN_GAP = 0.5
"""Minimum probability of a gap for a sentence to deny a requirement."""
MIN_GAP_BY_WORDS = 0.75
"""The same where words alone say which requirement an exchange is about."""
MIN_LINK = 0.5
"""Minimum probability that the sentence is about the requirement."""
MANY_ITEMS = 3
"""If a requirement lists this many things, what is missing may be one of them."""
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_BETWEEN_ITEMS = re.compile(r"[,;]|\b(?:and|und|et)\b", re.IGNORECASE)
_WEIGHTS = {
    "sentence": 0.40,
    "question": 2.73,
    "whole": 5.19,
    "whole_lead": 2.85,
    "question_lead": 4.99,
    "sentence_lead": 3.44,
}
_OFFSET = -4.73
"""Fitted on 499 gaps of the training data, each with twelve requirements of its trade and without its own.

On trades that were left out, the requirement is found for 65 % of the gaps, a wrong one for 2 %, and one for
12 % of those whose requirement is not listed.
"""


@dataclass(frozen=True, slots=True)
class Denial:
    """A sentence that says that a requirement is not met."""

    requirement: str
    answer: JudgedAnswer
    sentence: JudgedSentence
    probability: float
    """Of a gap."""


def find_denials(answers: Sequence[JudgedAnswer], reading: RequirementReading) -> list[Denial]:
    """One denial per requirement, the most probable one, in the order of the answers."""
    best: dict[str, Denial] = {}
    for answer in answers:
        for at, sentence in enumerate(answer.sentences):
            gap = sentence.labels[SentenceLabel.GAP]
            if sentence.is_instruction or gap < MIN_GAP:
                continue
            requirement = _find_requirement(reading, answer.exchange.index, at, gap)
            if not requirement or _count_items(requirement) >= MANY_ITEMS:
                continue
            if requirement not in best or gap > best[requirement].probability:
                best[requirement] = Denial(requirement, answer, sentence, gap)
    return sorted(best.values(), key=lambda item: item.answer.exchange.index)


def _count_items(requirement: str) -> int:
    """How many things a requirement lists: "roulette, blackjack and one poker variant" has three.

    What stands in parentheses explains the others.
    """
    text = _IN_PARENTHESES.sub("", requirement)
    return sum(1 for item in _BETWEEN_ITEMS.split(text) if item.strip())


def _find_requirement(reading: RequirementReading, index: int, at: int, gap: float) -> str:
    """The requirement that a sentence of an exchange is about; empty if it is about none."""
    cosines = reading.cosines.get(index, {})
    if not cosines:
        touched = reading.touched.get(index, {})
        return max(touched, key=touched.__getitem__) if touched and gap >= MIN_GAP_BY_WORDS else ""
    if any(at >= len(item.sentences) for item in cosines.values()):
        return ""
    links = {line: rate_link(line, cosines, at) for line in cosines}
    requirement = max(links, key=links.__getitem__)
    return requirement if links[requirement] >= MIN_LINK else ""


def rate_link(requirement: str, cosines: Mapping[str, ExchangeCosines], at: int) -> float:
    """Probability that the sentence at this place of its answer is about a requirement.

    A lead is the distance to the best of the other requirements.
    """
    own = cosines[requirement]
    others = [item for line, item in cosines.items() if line != requirement]
    signs = {
        "sentence": own.sentences[at],
        "question": own.question,
        "whole": own.whole,
        "whole_lead": own.whole - max((item.whole for item in others), default=0.0),
        "question_lead": own.question - max((item.question for item in others), default=0.0),
        "sentence_lead": own.sentences[at] - max((item.sentences[at] for item in others), default=0.0),
    }
    return 1.0 / (1.0 + math.exp(-_OFFSET - sum(_WEIGHTS[name] * value for name, value in signs.items())))
