"""Tells the answers that are clearly about a requirement of the job from those that are merely near to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from app.analysis.judging import JudgedAnswer
from app.analysis.requirement_kinds import find_names, names_time, needs_proof
from app.analysis.requirements import MIN_SHARED_STEMS, NAMED_SHARE, RequirementRelations
from app.text.similarity import covered_share
from app.text.words import content_stems

CLEAR_QUESTION = 0.6
"""Minimum cosine of a question with a requirement to be about it, whatever words it has."""
ASKED_QUESTION = 0.36
"""Lower limit for a question with a word of the requirement that is rare in the interview.

It does not hold for a degree, a license or years of work: a question about the subject is not about these.
"""
MAX_RARE_SHARE = 0.1
MIN_RARE = 3
"""A word in at most this many exchanges, or this share of them, is rare.

In an interview about pianos, "piano" does not say which requirement a question is about.
"""
NEAR = 0.4
"""Minimum cosine for a sentence without a rare word of the requirement to be shown as near to it."""
NEAR_WITH_WORD = 0.25
"""The same for one with such a word, which may mean something else: "full" program, "full" license."""
SHARED_RARE_WORD = 0.1
"""Bonus for each rare word in common when answers are ranked."""
MAX_NEAREST = 2


@dataclass(frozen=True, slots=True)
class RequirementPassages:
    """The answers of an interview, searched for requirements."""

    answers: Sequence[JudgedAnswer]
    relations: RequirementRelations
    language: str
    """Language that is spoken."""
    asked: Mapping[int, Set[str]]
    """Stems of the question, by index of the exchange, as ``said``."""
    said: Mapping[int, Set[str]]
    """Stems of question and answer together."""
    rare: Set[str]

    @classmethod
    def of(
        cls, answers: Sequence[JudgedAnswer], relations: RequirementRelations, *, language: str
    ) -> RequirementPassages:
        """Questions of the candidate, and courtesies, are left out."""
        kept = [item for item in answers if item.exchange.index in relations.touched and not _is_asking(item)]
        asked = {
            item.exchange.index: content_stems(item.exchange.question, language=language) for item in kept
        }
        said = {
            item.exchange.index: asked[item.exchange.index]
            | content_stems(item.exchange.answer, language=language)
            for item in kept
        }
        counts = Counter(stem for stems in said.values() for stem in stems)
        limit = max(MIN_RARE, MAX_RARE_SHARE * len(kept))
        rare = {stem for stem, count in counts.items() if count <= limit}
        return cls(kept, relations, language, asked, said, rare)

    def list_clear(self, requirement: str) -> list[JudgedAnswer]:
        """The answers that are about a requirement, the nearest first."""
        clear = [item for item in self.answers if self.is_clear(item, requirement)]
        return sorted(clear, key=lambda item: -self._rate(item, requirement))

    def list_nearest(self, requirement: str) -> list[tuple[JudgedAnswer, int]]:
        """Up to two answers with a sentence that may be about a requirement, and its index; possibly none."""
        stems = content_stems(requirement, language=self.language) & self.rare
        is_proof = needs_proof(requirement)
        is_time = names_time(requirement)
        words = self.relations.words
        options: list[tuple[float, JudgedAnswer, int]] = []
        for answer in self.answers:
            own = self.relations.find_cosines(answer.exchange.index, requirement)
            best: tuple[float, int] | None = None
            for at, item in enumerate(answer.sentences):
                shared = stems & content_stems(item.sentence.text, language=self.language)
                value = own.sentences[at] if own and at < len(own.sentences) else 0.0
                least = NEAR_WITH_WORD if shared else NEAR
                if item.is_instruction or (value < least if own else not shared):
                    continue
                if words and not words.is_near(requirement, item.sentence.text):
                    continue
                if is_proof and not (names_time(item.sentence.text) if is_time else shared):
                    continue
                worth = value + SHARED_RARE_WORD * len(shared)
                if best is None or worth > best[0]:
                    best = (worth, at)
            if best is not None:
                options.append((best[0], answer, best[1]))
        options.sort(key=lambda option: -option[0])
        return [(answer, at) for _, answer, at in options[:MAX_NEAREST]]

    def is_asked(self, answer: JudgedAnswer, requirement: str) -> bool:
        """Whether the question, not only the answer, is about a requirement."""
        if self.relations.words is not None:
            return self.relations.words.is_asked(requirement, answer.exchange.question)
        own = self.relations.find_cosines(answer.exchange.index, requirement)
        if own is None:
            return bool(self._shared(answer, requirement))
        return own.question >= CLEAR_QUESTION or (
            own.question >= ASKED_QUESTION and bool(self._shared(answer, requirement) & self.rare)
        )

    def find_named(self, answer: JudgedAnswer, requirement: str) -> int | None:
        """The first sentence with a name from the requirement; 0 if only the question has one."""
        names = find_names(requirement)
        for at, item in enumerate(answer.sentences):
            if names & find_names(item.sentence.text):
                return at
        return 0 if names & find_names(answer.exchange.question) else None

    def is_clear(self, answer: JudgedAnswer, requirement: str) -> bool:
        """Whether an answer is about a requirement beyond doubt."""
        if answer.exchange.index not in self.said:
            return False
        own = self.relations.find_cosines(answer.exchange.index, requirement)
        if own is None:
            # Words alone decided.
            return requirement in self.relations.touched[answer.exchange.index]
        if self.find_named(answer, requirement) is not None:
            return True
        if needs_proof(requirement):
            return own.question >= CLEAR_QUESTION
        stems = content_stems(requirement, language=self.language)
        said = self.said[answer.exchange.index]
        share = covered_share(stems, said)
        is_named = share >= NAMED_SHARE or (share >= 0.5 and len(stems & said) >= MIN_SHARED_STEMS)
        return is_named or self.is_asked(answer, requirement)

    def _shared(self, answer: JudgedAnswer, requirement: str) -> Set[str]:
        stems = content_stems(requirement, language=self.language)
        return stems & self.asked[answer.exchange.index]

    def _rate(self, answer: JudgedAnswer, requirement: str) -> float:
        """Nearness to a requirement: its largest cosine, and its rare words."""
        own = self.relations.find_cosines(answer.exchange.index, requirement)
        nearest = self.relations.touched[answer.exchange.index].get(requirement, 0.0)
        if own is not None:
            nearest = max(nearest, own.question, own.whole, *own.sentences)
        stems = content_stems(requirement, language=self.language) & self.said[answer.exchange.index]
        return nearest + SHARED_RARE_WORD * len(stems & self.rare)


def _is_asking(answer: JudgedAnswer) -> bool:
    """Whether the candidate asks something."""
    questions = sum(item.sentence.text.rstrip().endswith("?") for item in answer.sentences)
    return questions * 2 >= len(answer.sentences)
