"""Chooses what a question is about and how code words it, by reading the finished questions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from app.questions.fact_choice import FactChooser
from app.questions.facts import Fact
from app.questions.question_rater import QuestionRater, load_question_rater
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.wording import similarity
from app.questions.wordings import Wording, list_questions

_MAX_LINES = 60
"""Lines, best first, whose questions are read for a slot."""
_WEIGHT_OF_READING = 3.0
"""Factor for the log-odds that a question can be asked, compared with the fitness of its line."""
_MAX_SHARE = 0.98
_GAIN_OF_LEVEL = 4.0
"""For what only candidates of this level are asked."""
_PENALTY_OF_TWIN = 3.0
"""For a question whose ask resembles one of the set."""
_MAX_SIMILARITY_OF_ASKS = 0.5
_PENALTY_OF_NATURE = 8.0
"""For what suits only lines of another nature: it is asked if nothing else is left."""


@dataclass(slots=True)
class QuestionChooser:
    """Ranks the questions that code could ask in a slot."""

    facts: FactChooser
    language: str
    difficulty: Difficulty
    reader: QuestionRater = field(default_factory=load_question_rater)

    def rank(
        self,
        category: QuestionCategory,
        *,
        focus: str,
        others: Sequence[str],
        number: int,
        only: Callable[[Fact], bool] | None = None,
    ) -> Iterator[tuple[Fact, str]]:
        """Questions with the line of each, best first; ``others`` are those of the set."""
        scored = self.facts.rank(category, focus=focus, only=only)
        found = [
            (score, fact, wording)
            for score, fact in islice(scored, _MAX_LINES)
            for wording in list_questions(
                fact,
                category=category,
                language=self.language,
                difficulty=self.difficulty,
                others=others,
                number=number,
            )
        ]
        if not found:
            return
        shares = self.reader.read([(fact, wording) for _, fact, wording in found], language=self.language)
        asks = [_find_ask(other) for other in others]
        totals = [
            score + _WEIGHT_OF_READING * self._odds(share) + self._judge(wording, asks)
            for (score, _, wording), share in zip(found, shares, strict=True)
        ]
        for at in np.argsort(-np.array(totals), kind="stable"):
            yield found[at][1], found[at][2].question

    @staticmethod
    def _odds(share: float) -> float:
        share = min(_MAX_SHARE, share)
        return math.log(share / (1 - share))

    def _judge(self, wording: Wording, asks: Sequence[str]) -> float:
        """How well the ask suits the level and the set."""
        ask = _find_ask(wording.question)
        is_twin = any(similarity(ask, other) > _MAX_SIMILARITY_OF_ASKS for other in asks)
        score = _GAIN_OF_LEVEL * wording.ask.startswith(self.difficulty) - _PENALTY_OF_TWIN * is_twin
        return score - _PENALTY_OF_NATURE * (not wording.suits_line)


def _find_ask(question: str) -> str:
    """The last sentence of a question, which asks something about the line before it."""
    return question.rpartition(". ")[2]
