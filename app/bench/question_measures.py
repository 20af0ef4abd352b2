"""Quality metrics of generated questions, computed by code so that equal texts give equal results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.questions.wording import content_words
from app.text.similarity import cosine

MAX_WORDS = 60


@dataclass(frozen=True, slots=True)
class QuestionCounts:
    """Metrics of one question set."""

    total: int
    specific: int
    """Names something that the CV or the job description mentions."""
    well_formed: int
    """Ends with a question mark and has at most MAX_WORDS words."""
    forbidden: int

    def __add__(self, other: QuestionCounts) -> QuestionCounts:
        return QuestionCounts(
            self.total + other.total,
            self.specific + other.specific,
            self.well_formed + other.well_formed,
            self.forbidden + other.forbidden,
        )

    def shares(self) -> dict[str, float]:
        """Shares of all questions, from 0 to 1."""
        total = max(1, self.total)
        return {
            "specific_share": round(self.specific / total, 3),
            "well_formed_share": round(self.well_formed / total, 3),
            "forbidden_count": self.forbidden,
        }


def count_questions(texts: Sequence[str], *, source: str, forbidden: int = 0) -> QuestionCounts:
    """Count the properties of the questions in one set.

    ``source`` is the CV and the job description together, ``forbidden`` how many questions touch a forbidden
    topic. A question is specific if it shares two content words with the source, or one name (Kafka, NEWS2).
    """
    known = content_words(source)
    names = {word for word in re.findall(r"[\w+#.]+", source) if re.search(r"[A-Z0-9].*", word)}
    specific = 0
    for text in texts:
        common = content_words(text) & known
        named = {word.strip(".") for word in re.findall(r"(?<!^)[\w+#.]*[A-Z0-9][\w+#.]*", text)} & names
        specific += len(common) >= 2 or bool(named)
    return QuestionCounts(
        total=len(texts),
        specific=specific,
        well_formed=sum(text.endswith("?") and len(text.split()) <= MAX_WORDS for text in texts),
        forbidden=forbidden,
    )


def highest_similarity(vectors: Sequence[Sequence[float]]) -> float:
    """Largest cosine between two different unit vectors; 0 for fewer than two."""
    return max(
        (cosine(first, second) for index, first in enumerate(vectors) for second in vectors[index + 1 :]),
        default=0.0,
    )


def mean_similarity(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]]) -> float:
    """Similarity of two sets: the mean, over both, of the similarity to the nearest one in the other set."""
    if not first or not second:
        return 0.0
    nearest = [max(cosine(one, other) for other in second) for one in first]
    nearest += [max(cosine(one, other) for other in first) for one in second]
    return sum(nearest) / len(nearest)
