"""Finds requirements of the job that the candidate says they do not meet.

The judge knows that something is missing, not what. A sentence such as "That was always my brother" names
nothing, and the question often says the requirement in other words. So a logistic model over the nearness of
the sentence, its question and the whole exchange to each requirement decides what it is about. The comparer
then reads the sentence with the requirement. Each of the two networks recognizes harmless talk that the other
one takes for a denial (docs/judgement.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.analysis.judging import JudgedAnswer, JudgedSentence
from app.analysis.lexicon import Lexicon
from app.analysis.log_odds import to_log_odds, to_probability
from app.analysis.requirement_passages import RequirementPassages
from app.analysis.requirements import ExchangeCosines, RequirementRelations
from models.judgement.claims_encoding import ClaimPair, Relation
from models.judgement.labels import SentenceLabel
from models.ports import Engines, Priority

MIN_GAP = 0.1
"""Minimum probability of a gap for a sentence to be compared with the requirement."""
MIN_DENIAL = 0.6
"""Minimum of the mean, in log-odds, of the probabilities of a gap and of a contradiction.

In 58 interviews written for development, 8 requirements reach it, 6 of them rightly; of the 13 at 0.5, 8 are.
"""
MIN_PLAIN_DENIAL = 0.3
"""Lower limit where the grammar of the sentence denies something: "I've never run one" (``Lexicon``).

The judge and the comparer only have to agree that it is no good news, as "I've never missed an entry" is.
"""
DIRECT_SENTENCES = 2
"""Number of sentences at the start of an answer that answer the question."""
MIN_OWN_COSINE = 0.15
"""Minimum cosine of a later plain denial with the requirement."""
MIN_GAP_BY_WORDS = 0.75
"""Minimum probability of a gap where words alone say what an exchange is about, without the comparer."""
MIN_PLAIN_GAP_BY_WORDS = 0.3
"""Lower limit there for a denial by grammar."""
MIN_LINK = 0.4
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
    is_plain: bool = False
    """The grammar of the sentence denies something, and its answer is clearly about the requirement."""


async def find_denials(
    engines: Engines,
    answers: Sequence[JudgedAnswer],
    relations: RequirementRelations,
    lexicon: Lexicon,
    *,
    priority: Callable[[], Priority],
) -> list[Denial]:
    """One denial per requirement, the most probable one, in the order of the answers. Raises EngineError."""
    passages = RequirementPassages.of(answers, relations, language=lexicon.language)
    suspected: list[Denial] = []
    best: dict[str, Denial] = {}

    def add(denial: Denial) -> None:
        known = best.get(denial.requirement)
        if known is None or denial.probability > known.probability:
            best[denial.requirement] = denial

    for answer in answers:
        is_measured = bool(relations.cosines.get(answer.exchange.index))
        for at, sentence in enumerate(answer.sentences):
            text = sentence.sentence.text
            gap = sentence.labels[SentenceLabel.GAP]
            is_plain = lexicon.is_plain_denial(text, question="" if at else answer.exchange.question)
            by_words = MIN_PLAIN_GAP_BY_WORDS if is_plain else MIN_GAP_BY_WORDS
            least = MIN_GAP if is_measured else by_words
            if gap < least or sentence.is_instruction or text.rstrip().endswith("?"):
                continue
            requirement = _find_requirement(relations, answer.exchange.index, at)
            if requirement and _count_items(requirement) < MANY_ITEMS:
                # A plain denial may be about something else ("I've never looked back").
                is_sure = (
                    is_plain
                    and passages.is_clear(answer, requirement)
                    and (
                        at < DIRECT_SENTENCES
                        or not is_measured
                        or _is_near(relations, answer, requirement, at)
                    )
                )
                denial = Denial(requirement, answer, sentence, gap, is_sure)
                suspected.append(denial) if is_measured else add(denial)
    for denial, contradicts in zip(
        suspected, await _compare(engines, suspected, priority=priority), strict=True
    ):
        probability = _blend(denial.probability, contradicts)
        if probability >= (MIN_PLAIN_DENIAL if denial.is_plain else MIN_DENIAL):
            add(replace(denial, probability=probability))
    return sorted(best.values(), key=lambda item: item.answer.exchange.index)


def _is_near(relations: RequirementRelations, answer: JudgedAnswer, requirement: str, at: int) -> bool:
    cosines = relations.cosines[answer.exchange.index].get(requirement)
    return cosines is not None and at < len(cosines.sentences) and cosines.sentences[at] >= MIN_OWN_COSINE


async def _compare(
    engines: Engines, denials: Sequence[Denial], *, priority: Callable[[], Priority]
) -> list[float]:
    """Probabilities that the sentences contradict the requirements."""
    if not denials:
        return []
    pairs = [
        ClaimPair(item.requirement, item.answer.exchange.question, item.sentence.sentence.text)
        for item in denials
    ]
    relations = await engines.judge.compare(pairs, priority=priority())
    return [relation[Relation.CONTRADICTS] for relation in relations]


def _blend(first: float, second: float) -> float:
    """The mean of two probabilities in log-odds."""
    return to_probability((to_log_odds(first) + to_log_odds(second)) / 2)


def _count_items(requirement: str) -> int:
    """How many things a requirement lists: "roulette, blackjack and one poker variant" has three.

    Text in parentheses explains the other items.
    """
    text = _IN_PARENTHESES.sub("", requirement)
    return sum(1 for item in _BETWEEN_ITEMS.split(text) if item.strip())


def _find_requirement(relations: RequirementRelations, index: int, at: int) -> str:
    """The requirement that a sentence of an exchange is about; empty if it is about none."""
    cosines = relations.cosines.get(index, {})
    if not cosines:
        touched = relations.touched.get(index, {})
        return max(touched, key=touched.__getitem__) if touched else ""
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
    return to_probability(_OFFSET + sum(_WEIGHTS[name] * value for name, value in signs.items()))
