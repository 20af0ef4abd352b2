"""Tells by words alone which requirements an exchange is about, in languages without embeddings.

One common word proves nothing: "experience", "team" and "knowledge" stand in many requirements, and an answer
of a hundred words holds a word of nearly every one. What the question asks about counts most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from app.analysis.requirement_kinds import find_names, names_time
from app.text.numbers import asks_for_number
from app.text.stop_words import load_requirement_words
from app.text.words import content_stems

MIN_SHARE = 0.5
"""Minimum share of the telling words of a requirement for a text to be about it, if it has three of them."""
WHOLE_SHARE = 0.75
"""The same if it has fewer, and for a line of a CV."""
MIN_SHARED = 3
ASKED_SHARE = 0.3
"""Minimum share of the telling words of a part that a question about it has."""
MAX_ASKED = 3
"""A word in more questions than this says what the job is, not which requirement a question is about."""
MIN_COMPOUND_LETTERS = 6
"""Letters of a word that is recognized in a compound: "Versammlung" in "Eigentümerversammlung"."""
_COMPOUNDING = "de"
_PARTS = re.compile(r"[,;:()/]|\b(?:und|oder|et|ou)\b")
_CAPITALIZED = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-Þ][\w+#.]*")


def find_telling_stems(text: str, *, language: str) -> frozenset[str]:
    """Stems of the words of a text that tell what it is about; "experience" and "good" do not."""
    return content_stems(text, ignored=load_requirement_words(), language=language)


def find_shared(required: Set[str], said: Set[str], *, language: str) -> set[str]:
    """The required stems that were said, in German also as the part of a compound."""
    shared = set(required & said)
    if language == _COMPOUNDING:
        shared |= {stem for stem in required - shared if any(_are_compounds(stem, other) for other in said)}
    return shared


def _are_compounds(required: str, said: str) -> bool:
    """Whether one word ends with the other, or what was said begins with what is required.

    The end of a compound says what it names: an owner is no meeting of owners.
    """
    short, long = sorted((required, said), key=len)
    return len(short) >= MIN_COMPOUND_LETTERS and (long.endswith(short) or said.startswith(required))


def _share_name(requirement: str, text: str) -> bool:
    """Whether both have the name of the same skill, or the same abbreviation.

    Only capitalized words count: other ones may mean something else than in English ("sens").
    """
    return bool(_find_capitalized_names(requirement) & _find_capitalized_names(text))


@lru_cache(maxsize=4096)
def _find_capitalized_names(text: str) -> frozenset[str]:
    """Each requirement is compared with each sentence, and a look into the catalog takes 0.4 ms."""
    return frozenset(find_names(" ".join(_CAPITALIZED.findall(text))))


@dataclass(frozen=True, slots=True)
class RequirementWords:
    """The telling words of requirements, looked up in the texts of one interview."""

    language: str
    common: Set[str]
    """Stems of too many questions to say which requirement one is about."""

    @classmethod
    def of(cls, questions: Sequence[str], *, language: str) -> RequirementWords:
        counts = Counter(
            stem for question in questions for stem in find_telling_stems(question, language=language)
        )
        return cls(language, {stem for stem, count in counts.items() if count > MAX_ASKED})

    def rate(self, requirement: str, *, question: str, whole: str) -> float:
        """How near an exchange is to a requirement, 0 to 1; 0 if it is not about it.

        ``whole`` is the question with its answer.
        """
        required = find_telling_stems(requirement, language=self.language)
        shared = self._share(required, whole)
        share = len(shared) / len(required) if required else 0.0
        if self.is_asked(requirement, question):
            return MIN_SHARE + MIN_SHARE * share
        if names_time(requirement) and not names_time(whole):
            return 0.0
        if _share_name(requirement, whole):
            return max(share, MIN_SHARE)
        is_about = share >= WHOLE_SHARE or (share >= MIN_SHARE and len(shared) >= MIN_SHARED)
        return share if is_about else 0.0

    def is_asked(self, requirement: str, question: str) -> bool:
        """Whether a question has the telling words of a part of the requirement.

        Years of work also need "how many".
        """
        if names_time(requirement) and not asks_for_number(question):
            return False
        for part in _PARTS.split(requirement):
            required = find_telling_stems(part, language=self.language)
            if len(self._share(required - self.common, question)) >= max(1.0, ASKED_SHARE * len(required)):
                return True
        return False

    def is_near(self, requirement: str, text: str) -> bool:
        """Whether a sentence has enough telling words of a requirement to be shown with it."""
        required = find_telling_stems(requirement, language=self.language)
        shared = self._share(required, text)
        return len(shared) >= max(1.0, MIN_SHARE * len(required)) or _share_name(requirement, text)

    def has_word(self, requirement: str, text: str) -> bool:
        """Whether a text has any telling word of a requirement."""
        return bool(self._share(find_telling_stems(requirement, language=self.language), text))

    def cover(self, requirement: str, line: str) -> float:
        """The share of the telling words of a requirement that a line of a CV has; 0 if too small."""
        required = find_telling_stems(requirement, language=self.language)
        share = len(self._share(required, line)) / len(required) if required else 0.0
        if _share_name(requirement, line):
            return max(share, MIN_SHARE)
        return share if share >= WHOLE_SHARE else 0.0

    def _share(self, required: Set[str], text: str) -> set[str]:
        said = find_telling_stems(text, language=self.language)
        return find_shared(required, said, language=self.language)
