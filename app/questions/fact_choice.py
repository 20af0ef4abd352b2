"""Chooses facts for the questions of a set: by category and seniority, without repetitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.questions.facts import Fact
from app.questions.fitness import SENIORITY, fitness
from app.questions.level_lines import are_twins, share_lines
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.wording import content_words, similarity

_PENALTY_OF_USE = 12.0
_PENALTY_OF_TWIN = 9.0
"""For a line about the same thing as one of the set."""
_MIN_SUITABILITY_OF_SHARE = 0.5
"""Suitability below which a line of this level gains nothing."""
_PENALTY_OF_OTHER_SHARE = 3.0
"""For a line that the other levels are asked about. Matters where few lines are left."""
_PENALTY_OF_THE_SAME_POSITION = 6.0
"""For the advertised position if the set has asked about it: whatever is asked about it is much alike."""
_GAIN_OF_SHARE = 13.0
"""For a line that this level is asked about, times its suitability: a poor line is not asked about only
because it is one of this level."""


class FactChooser:
    """Chooses facts, best first, each once, spread over positions and sources."""

    def __init__(
        self,
        facts: Sequence[Fact],
        *,
        existing: Sequence[str] = (),
        difficulty: Difficulty = Difficulty.MID,
    ) -> None:
        self._difficulty = difficulty
        self._existing = list(existing)
        self._used: list[Fact] = []
        self.use(facts)

    def use(self, facts: Sequence[Fact], meanings: Mapping[str, Sequence[float]] | None = None) -> None:
        """Choose among these facts from now on: the same lines, with kinds that are known better.

        ``meanings`` are the vectors of lines by their texts.
        """
        self._facts = list(facts)
        self._meanings = meanings or {}
        self._shares: dict[str, int] | None = None if SENIORITY[self._difficulty] else {}

    def choose(
        self, category: QuestionCategory, *, focus: str = "", only: Callable[[Fact], bool] | None = None
    ) -> Fact | None:
        """The best fact for ``category``, among those that ``only`` accepts if there are any.

        A used fact is chosen again if the others suit the category less.
        """
        ranked = self.rank(category, focus=focus, only=only)
        if not ranked:
            return None
        best = ranked[0][1]
        self._used.append(best)
        return best

    def rank(
        self, category: QuestionCategory, *, focus: str = "", only: Callable[[Fact], bool] | None = None
    ) -> list[tuple[float, Fact]]:
        """The facts for ``category`` with their scores, best first, like ``choose``."""
        if self._shares is None:
            self._shares = share_lines(self._facts)
        left = [fact for fact in self._facts if only is None or only(fact)] or self._facts
        scored = [(self._score(fact, category, focus), fact) for fact in left]
        return sorted(scored, key=lambda one: one[0], reverse=True)

    def take(self, fact: Fact) -> None:
        """Note that a question is about ``fact``."""
        self._used.append(fact)

    def release(self, fact: Fact) -> None:
        """Let another question be about a fact that was chosen."""
        self._used.remove(fact)

    def replace(self, chosen: Fact, other: Fact) -> bool:
        """Use ``other`` instead of ``chosen``, which becomes free again; False if ``other`` is in use."""
        if other in self._used:
            return False
        self.release(chosen)
        self._used.append(other)
        return True

    def _are_twins(self, fact: Fact, other: Fact) -> bool:
        return are_twins(fact, other, self._meanings.get(fact.text), self._meanings.get(other.text))

    def _score(self, fact: Fact, category: QuestionCategory, focus: str) -> float:
        score = fitness(fact, category, self._difficulty)
        if self._shares:
            share = self._shares.get(fact.text, 0) * SENIORITY[self._difficulty]
            gain = fact.suitability if fact.suitability >= _MIN_SUITABILITY_OF_SHARE else 0.0
            score += _GAIN_OF_SHARE * gain * max(0.0, share)
            score -= _PENALTY_OF_OTHER_SHARE * max(0.0, -share)
        if focus:
            score += 3.0 * bool(content_words(fact.text) & content_words(focus))
        score -= _PENALTY_OF_USE * sum(fact == other or fact.said == other.said for other in self._used)
        if fact in self._used and (fact.source, fact.kind) == ("job", "career"):
            score -= _PENALTY_OF_THE_SAME_POSITION
        # Avoid repeating a topic, an employer or a source.
        score -= 2.5 * max((similarity(fact.text, other.text) for other in self._used), default=0.0)
        score -= _PENALTY_OF_TWIN * any(self._are_twins(fact, other) for other in self._used)
        score -= 2.5 * max((similarity(fact.text, question) for question in self._existing), default=0.0)
        score -= 0.5 * sum(bool(fact.where) and fact.where == other.where for other in self._used)
        # Gaps come first, but a set is not about gaps alone.
        score -= 0.9 * (fact.kind == "gap") * sum(other.kind == "gap" for other in self._used)
        return score - 0.3 * sum(
            (fact.source, fact.kind) == (other.source, other.kind) for other in self._used[-3:]
        )
