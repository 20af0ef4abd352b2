"""Reviews the requirements of the job: whether and how the interview shows each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from app.analysis.concerns import quote_denial
from app.analysis.denials import Denial
from app.analysis.evasions import is_evaded
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import Evidence, FindingKind, RequirementFinding, RequirementStatus, Severity
from app.analysis.judging import JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.requirement_kinds import name_skills, needs_proof
from app.analysis.requirement_passages import RequirementPassages
from app.analysis.requirements import MAX_LISTED, RequirementRelations
from app.analysis.selection import STRONG, SelectedConcern, copy_evidence, is_doubtful
from app.skills.requirements import MAX_NAME_WORDS
from app.text.words import content_stems, count_words
from models.judgement.labels import EVIDENCE, SentenceLabel

MAX_QUOTE_WORDS = 50
MAX_NEAR_QUOTE_WORDS = 30
OWN_COSINE = 0.3
"""Minimum cosine for a sentence to show the requirement that its exchange is about.

Of 24 sentences in twelve interviews written for development, most of those below showed something else.
"""
SURE_COSINE = 0.6
RELATED_COSINE = 0.2
"""Lower limit where the question names the requirement and the exchange is at SURE_COSINE."""
OWN_WORK_WORTH = 0.3
"""Bonus for an action or a result when sentences are ranked as evidence, added to the cosine."""
_OWN_WORK = (SentenceLabel.ACTION, SentenceLabel.RESULT)


def review_requirements(
    requirements: Sequence[str],
    answers: Sequence[JudgedAnswer],
    concerns: Sequence[SelectedConcern],
    denials: Sequence[Denial],
    relations: RequirementRelations,
    lexicon: Lexicon,
) -> list[RequirementFinding]:
    """Result of the interview for each of the first requirements, in their order."""
    denied = {item.requirement: item for item in denials}
    passages = RequirementPassages.of(answers, relations, language=lexicon.language)
    reviewer = _Reviewer(concerns, denied, relations, passages, lexicon)
    return [reviewer.review(requirement) for requirement in _drop_repeated(requirements)[:MAX_LISTED]]


def _drop_repeated(requirements: Sequence[str]) -> list[str]:
    """The requirements without bare names of skills that another one names in a sentence."""
    named = {line: name_skills(line) for line in requirements}
    return [
        line
        for line, names in named.items()
        if not (names and _is_name(line))
        or not any(names <= others for other, others in named.items() if not _is_name(other))
    ]


def _is_name(line: str) -> bool:
    """Whether a requirement is the bare name of a skill."""
    return count_words(line) <= MAX_NAME_WORDS


@dataclass(frozen=True, slots=True)
class _Reviewer:
    """Finds the evidence in the answers for one requirement at a time.

    In doubt, the requirement is not shown.
    """

    concerns: Sequence[SelectedConcern]
    denied: Mapping[str, Denial]
    """By requirement."""
    relations: RequirementRelations
    passages: RequirementPassages
    lexicon: Lexicon

    def review(self, requirement: str) -> RequirementFinding:
        cv_line = self.relations.cv_lines.get(requirement, "")

        def found(status: RequirementStatus, quote: tuple[Evidence, ...] = ()) -> RequirementFinding:
            return RequirementFinding(requirement, status, quote, cv_line)

        if denial := self.denied.get(requirement):
            return found(RequirementStatus.DENIED, quote_denial(denial))
        about = self.passages.list_clear(requirement)
        indexes = {answer.exchange.index for answer in about}
        against = [item for item in self.concerns if item.exchanges[0].index in indexes]
        against = [item for item in against if item.kind is not FindingKind.EVASION]
        grave = [
            item
            for item in against
            if item.shown_severity is Severity.HIGH and item.requirement == requirement
        ]
        if grave:
            return found(RequirementStatus.CONCERN, grave[0].quote)
        if not against and not needs_proof(requirement):
            quotes = [quote for answer in about if (quote := self._find_evidence(answer, requirement))]
            if quotes:
                return found(RequirementStatus.SHOWN, max(quotes, key=itemgetter(0))[1])
        if about:
            return found(RequirementStatus.DISCUSSED, self._quote_nearest(about[0], requirement))
        near = [
            piece
            for answer, at in self.passages.list_nearest(requirement)
            for piece in self._quote(answer, at, most=MAX_NEAR_QUOTE_WORDS)
        ]
        if near:
            return found(RequirementStatus.UNCLEAR, tuple(near))
        return found(RequirementStatus.IN_CV if cv_line else RequirementStatus.NOT_DISCUSSED)

    def _measure(self, answer: JudgedAnswer, requirement: str) -> float:
        return self.relations.touched.get(answer.exchange.index, {}).get(requirement, 0.0)

    def _list_cosines(self, answer: JudgedAnswer, requirement: str) -> Sequence[float]:
        """One per sentence; zeros if words alone decided."""
        own = self.relations.find_cosines(answer.exchange.index, requirement)
        known = own.sentences if own else ()
        return [*known, *([0.0] * (len(answer.sentences) - len(known)))]

    def _find_evidence(
        self, answer: JudgedAnswer, requirement: str
    ) -> tuple[float, tuple[Evidence, ...]] | None:
        """(rank, quote) of the sentence that shows the requirement best, with its continuation."""
        if answer.exchange.kind is QuestionKind.MOTIVATION or is_evaded(answer) or is_doubtful(answer):
            return None
        language = self.lexicon.language
        stems = content_stems(requirement, language=language)
        skills = name_skills(requirement)
        is_asked = bool(stems & content_stems(answer.exchange.question, language=language))
        is_sure = is_asked and self._measure(answer, requirement) >= SURE_COSINE
        least = RELATED_COSINE if is_sure else OWN_COSINE
        cosines = self.relations.find_cosines(answer.exchange.index, requirement)
        best: tuple[float, int] | None = None
        for at, (item, value) in enumerate(
            zip(answer.sentences, self._list_cosines(answer, requirement), strict=True)
        ):
            if words := self.relations.words:
                is_about = words.has_word(requirement, item.sentence.text) or words.is_asked(
                    requirement, answer.exchange.question
                )
            elif cosines is None:
                # Words alone decided.
                is_about = bool(stems & content_stems(item.sentence.text, language=language))
            else:
                is_about = value >= least or bool(skills & name_skills(item.sentence.text))
            if item.is_instruction or not is_about or item.any_of(EVIDENCE) < STRONG:
                continue
            worth = value + OWN_WORK_WORTH * max(item.labels[label] for label in _OWN_WORK)
            if best is None or worth > best[0]:
                best = (worth, at)
        if best is None:
            return None
        return self._measure(answer, requirement) + best[0], self._quote(answer, best[1])

    def _quote_nearest(self, answer: JudgedAnswer, requirement: str) -> tuple[Evidence, ...]:
        """The sentence with a name from the requirement; else the start of an answer to a question about it;
        else the sentence nearest to it.

        Sentences that fit are quoted after it.
        """
        options = [
            (value, item.any_of(EVIDENCE), at)
            for at, (item, value) in enumerate(
                zip(answer.sentences, self._list_cosines(answer, requirement), strict=True)
            )
            if not item.is_instruction
        ]
        if not options:
            return ()
        named = self.passages.find_named(answer, requirement)
        if named is not None:
            return self._quote(answer, named)
        is_asked = self.passages.is_asked(answer, requirement)
        return self._quote(answer, (options[0] if is_asked else max(options))[2])

    def _quote(self, answer: JudgedAnswer, at: int, *, most: int = MAX_QUOTE_WORDS) -> tuple[Evidence, ...]:
        """The sentence, with the one before it if it refers to that, and those after it that fit."""
        sentences = answer.sentences
        refers_back = self.lexicon.refers_back(sentences[at].sentence.text)
        start = at - 1 if at and refers_back else at
        end = at + 1
        while end < len(sentences) and not sentences[end].is_instruction:
            words = sum(count_words(item.sentence.text) for item in sentences[start : end + 1])
            if words > most:
                break
            end += 1
        return copy_evidence([item.sentence for item in sentences[start:end]])
