"""Requirements of the job: which answers are about each, and what they show for it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np

from app.analysis.concerns import SelectedConcern, is_evaded
from app.analysis.consistency.side_by_side import list_cv_lines
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import (
    Background,
    Evidence,
    FindingKind,
    RequirementFinding,
    RequirementStatus,
    Severity,
)
from app.analysis.judging import MAX_EXCHANGES, JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.selection import STRONG, copy_evidence, is_doubtful
from app.analysis.text_cache import TextCache
from app.analysis.vectors import embed_texts
from app.questions.line_kinds import LineKind, load_classifier
from app.skills.catalog import find_skills
from app.skills.requirements import MAX_NAME_WORDS
from app.text.similarity import covered_share
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, count_words
from models.judgement.labels import EVIDENCE, SentenceLabel
from models.ports import EngineError, Engines, Priority

VECTOR_LANGUAGE = "en"
"""Language of the embeddings. In others, words decide alone."""
MAX_LISTED = 20
"""Requirements that are looked for."""
MAX_SENTENCES = 800
"""Sentences that are compared with requirements: those of an hour of speech."""
MAX_QUOTE_WORDS = 50
MIN_SHARED_STEMS = 3
"""Content words of a long requirement that name it together with half of the others."""
OWN_WORK_WORTH = 0.3
"""What an action or a result adds to the worth of a sentence as evidence, beside its cosine."""
_OWN_WORK = (SentenceLabel.ACTION, SentenceLabel.RESULT)
_YEARS = re.compile(r"\b(?:years?|jahren?|ans|années)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RequirementReading:
    """What answers and CV have to do with the requirements of the job."""

    touched: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    """For each exchange, by its index, how near it is to the requirements that it is about, 0 to 1."""
    sentences: Mapping[int, Mapping[str, Sequence[float]]] = field(default_factory=dict)
    """For each exchange, the cosine of each of its sentences with a requirement; empty without embeddings."""
    cv_lines: Mapping[str, str] = field(default_factory=dict)
    """The line of the CV that is about a requirement, verbatim."""

    def find_nearest(self) -> dict[int, str]:
        """The requirement that each exchange is nearest to; exchanges that are about none are left out."""
        return {index: max(near, key=near.__getitem__) for index, near in self.touched.items() if near}


async def read_requirements(
    engines: Engines,
    exchanges: Sequence[Exchange],
    background: Background,
    *,
    language: str,
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> RequirementReading:
    """Which exchanges, and which lines of the CV, are about which requirement: by meaning and by name.

    What ``cache`` holds is not compared again. Without the embeddings engine, and in languages that it was
    not trained on, words decide alone.
    """
    read = [item for item in exchanges if item.kind is not QuestionKind.COURTESY and item.sentences]
    read = read[:MAX_EXCHANGES]
    requirements = background.requirements[:MAX_LISTED]
    if not requirements or not read:
        return RequirementReading()
    lines = list_cv_lines(background.cv_text)
    spoken = [[item.question or item.answer, f"{item.question} {item.answer}"] for item in read]
    left = MAX_SENTENCES
    for texts, item in zip(spoken, read, strict=True):
        texts += [sentence.text for sentence in item.sentences[:left]]
        left = max(0, left - len(item.sentences))
    groups = [*spoken, [text for pair in lines for text in pair]]
    cosines: list[list[list[float]]] | None = None
    if language == VECTOR_LANGUAGE:
        with suppress(EngineError):
            cosines = await _compare(
                engines, groups, requirements, priority=priority, cache=cache or TextCache()
            )
    touched: dict[int, dict[str, float]] = {}
    sentences: dict[int, dict[str, list[float]]] = {}
    for at, item in enumerate(read):
        rows = None if cosines is None else cosines[at]
        near, own = _read_exchange(spoken[at][1], rows, requirements, language=language)
        touched[item.index] = near
        sentences[item.index] = {line: own[line] for line in near if line in own}
    in_cv = _find_cv_lines(lines, None if cosines is None else cosines[-1], requirements, language=language)
    return RequirementReading(touched, sentences, in_cv)


def _read_exchange(
    text: str, rows: Sequence[Sequence[float]] | None, requirements: Sequence[str], *, language: str
) -> tuple[dict[str, float], dict[str, list[float]]]:
    """How near an exchange is to requirements, and the cosines of its sentences with each.

    ``rows`` has the cosines of the question, of the whole, and of each sentence; None if words decide alone.
    """
    if rows is None:
        return _choose_near(text, requirements, None, limits=ANSWER_LIMITS, language=language), {}
    near = _choose_near(text, requirements, _maxima(rows[:2]), limits=ANSWER_LIMITS, language=language)
    own = {line: [row[at] for row in rows[2:]] for at, line in enumerate(requirements)}
    for line, values in own.items():
        best = max(values, default=0.0)
        if best >= SENTENCE_COSINE:
            near[line] = max(near.get(line, 0.0), best)
    return near, own


def _find_cv_lines(
    lines: Sequence[tuple[str, str]],
    rows: Sequence[Sequence[float]] | None,
    requirements: Sequence[str],
    *,
    language: str,
) -> dict[str, str]:
    """The line of the CV that is nearest to each requirement that one is about.

    ``rows`` has two for each line: those of the line and of the line with its heading.
    """
    best: dict[str, tuple[float, str]] = {}
    for at, (line, context) in enumerate(lines):
        nearest = None if rows is None else _maxima(rows[2 * at : 2 * at + 2])
        near = _choose_near(context, requirements, nearest, limits=CV_LIMITS, language=language)
        for requirement, closeness in near.items():
            if closeness > best.get(requirement, (0.0, ""))[0]:
                best[requirement] = (closeness, line)
    return {requirement: line for requirement, (_, line) in best.items()}


def _maxima(rows: Sequence[Sequence[float]]) -> list[float]:
    """The largest value of each column."""
    return [max(column) for column in zip(*rows, strict=True)]


@dataclass(frozen=True, slots=True)
class _Limits:
    """From when a text is about a requirement."""

    cosine: float
    share: float
    """The share of the content words of the requirement that is enough where words decide alone."""


ANSWER_LIMITS = _Limits(cosine=0.42, share=0.3)
"""Of 74 requirements of ten interviews written for development, two in three have an exchange at this cosine.
Read one by one, nearly all of these exchanges are about the requirement; below it, more and more are not."""
CV_LIMITS = _Limits(cosine=0.55, share=0.75)
"""A line of a CV says less than an answer; the nearest one is often about something else."""
RELATED_COSINE = 0.2
"""Cosine from which a sentence belongs to a requirement that its question is about."""
SENTENCE_COSINE = 0.5
"""Cosine from which a single sentence is about a requirement."""
NAMED_SHARE = 0.75
"""Share of the content words of a requirement that is enough beside cosines."""


def _name_skills(text: str) -> set[str]:
    return {skill.name for skill in find_skills(text)}


def _choose_near(
    text: str, requirements: Sequence[str], cosines: Sequence[float] | None, *, limits: _Limits, language: str
) -> dict[str, float]:
    """How near a text is to the requirements that it is about."""
    ignored = load_stop_words(language)
    said = content_stems(text, ignored=ignored)
    skills = _name_skills(text)
    near: dict[str, float] = {}
    for at, requirement in enumerate(requirements):
        stems = content_stems(requirement, ignored=ignored)
        share = covered_share(stems, said)
        is_named = share >= NAMED_SHARE or (share >= 0.5 and len(stems & said) >= MIN_SHARED_STEMS)
        values = [share] if is_named or (cosines is None and share >= limits.share) else []
        if skills & _name_skills(requirement):
            # The name of a skill may be an everyday word too ("lean"): any other sign is nearer.
            values.append(limits.cosine)
        if cosines is not None and cosines[at] >= limits.cosine:
            values.append(cosines[at])
        if values:
            near[requirement] = max(values)
    return near


async def _compare(
    engines: Engines,
    groups: Sequence[Sequence[str]],
    requirements: Sequence[str],
    *,
    priority: Callable[[], Priority],
    cache: TextCache,
) -> list[list[list[float]]]:
    """For each group, the cosines of each of its texts with every requirement. Raises EngineError."""
    keys = [_make_key(engines, group, requirements) for group in groups]
    rows: dict[str, list[list[float]]] = {key: json.loads(text) for key in keys if (text := cache.find(key))}
    missing = {key: group for key, group in zip(keys, groups, strict=True) if key not in rows}
    if missing:
        texts = [*requirements, *(text for group in missing.values() for text in group)]
        vectors = np.array(await embed_texts(engines, texts, priority=priority))
        lines, others = vectors[: len(requirements)], vectors[len(requirements) :]
        cosines = (others @ lines.T).round(3).tolist()
        for key, group in missing.items():
            rows[key], cosines = cosines[: len(group)], cosines[len(group) :]
            await cache.add(key, json.dumps(rows[key]))
    return [rows[key] for key in keys]


def _make_key(engines: Engines, group: Sequence[str], requirements: Sequence[str]) -> str:
    """Hash of everything that the cosines of a group follow from."""
    model = engines.embeddings.identity
    parts = ["requirements", model.name, model.sha256, group, requirements]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def needs_proof(requirement: str) -> bool:
    """Whether papers show a requirement and words do not: a degree, a licence, a number of years."""
    scores = load_classifier().score(requirement)
    return max(scores, key=scores.__getitem__) is LineKind.CREDENTIAL or bool(_YEARS.search(requirement))


def review_requirements(
    requirements: Sequence[str],
    answers: Sequence[JudgedAnswer],
    concerns: Sequence[SelectedConcern],
    reading: RequirementReading,
    lexicon: Lexicon,
) -> list[RequirementFinding]:
    """What the interview shows for each of the first requirements, in their order."""
    reviewer = _Reviewer(answers, concerns, reading, lexicon)
    return [reviewer.review(requirement) for requirement in _drop_repeated(requirements)[:MAX_LISTED]]


def _drop_repeated(requirements: Sequence[str]) -> list[str]:
    """The requirements without bare names of skills that another one names in a sentence."""
    named = {line: _name_skills(line) for line in requirements}
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
    """Finds what the answers show for one requirement after the other. In doubt, it is not shown."""

    answers: Sequence[JudgedAnswer]
    concerns: Sequence[SelectedConcern]
    reading: RequirementReading
    lexicon: Lexicon

    def review(self, requirement: str) -> RequirementFinding:
        cv_line = self.reading.cv_lines.get(requirement, "")

        def found(status: RequirementStatus, quote: tuple[Evidence, ...] = ()) -> RequirementFinding:
            return RequirementFinding(requirement, status, quote, cv_line)

        near = sorted(
            (answer for answer in self.answers if self._measure(answer, requirement)),
            key=lambda answer: -self._measure(answer, requirement),
        )
        indexes = {answer.exchange.index for answer in near}
        against = [item for item in self.concerns if item.exchanges[0].index in indexes]
        against = [item for item in against if item.kind is not FindingKind.EVASION]
        grave = [
            item for item in against if item.severity is Severity.HIGH and item.requirement == requirement
        ]
        if grave:
            return found(RequirementStatus.CONCERN, grave[0].quote)
        if not against and not needs_proof(requirement):
            quotes = [quote for answer in near if (quote := self._find_evidence(answer, requirement))]
            if quotes:
                return found(RequirementStatus.SHOWN, max(quotes, key=itemgetter(0))[1])
        if near:
            return found(RequirementStatus.DISCUSSED, self._quote_nearest(near[0], requirement))
        return found(RequirementStatus.IN_CV if cv_line else RequirementStatus.NOT_DISCUSSED)

    def _measure(self, answer: JudgedAnswer, requirement: str) -> float:
        return self.reading.touched.get(answer.exchange.index, {}).get(requirement, 0.0)

    def _list_cosines(self, answer: JudgedAnswer, requirement: str) -> Sequence[float]:
        """One for each sentence; zeros where words decided alone."""
        own = self.reading.sentences.get(answer.exchange.index, {}).get(requirement, ())
        return [*own, *([0.0] * (len(answer.sentences) - len(own)))]

    def _find_evidence(
        self, answer: JudgedAnswer, requirement: str
    ) -> tuple[float, tuple[Evidence, ...]] | None:
        """(worth, quote) of the sentence that shows the requirement best, with what follows it."""
        if answer.exchange.kind is QuestionKind.MOTIVATION or is_evaded(answer) or is_doubtful(answer):
            return None
        ignored = load_stop_words(self.lexicon.language)
        stems = content_stems(requirement, ignored=ignored)
        asked = content_stems(answer.exchange.question, ignored=ignored)
        is_surely_about = self._measure(answer, requirement) >= CV_LIMITS.cosine
        best: tuple[float, int] | None = None
        for at, (item, value) in enumerate(
            zip(answer.sentences, self._list_cosines(answer, requirement), strict=False)
        ):
            said = content_stems(item.sentence.text, ignored=ignored)
            is_asked = is_surely_about or bool(stems & asked)
            is_about = value >= ANSWER_LIMITS.cosine or bool(stems & said)
            is_about = is_about or (is_asked and value >= RELATED_COSINE)
            if item.is_instruction or not is_about or item.any_of(EVIDENCE) < STRONG:
                continue
            worth = value + OWN_WORK_WORTH * max(item.labels[label] for label in _OWN_WORK)
            if best is None or worth > best[0]:
                best = (worth, at)
        if best is None:
            return None
        return self._measure(answer, requirement) + best[0], self._quote(answer, best[1])

    def _quote_nearest(self, answer: JudgedAnswer, requirement: str) -> tuple[Evidence, ...]:
        cosines = self._list_cosines(answer, requirement)
        kept = [at for at, item in enumerate(answer.sentences) if not item.is_instruction]
        best = max(kept, key=lambda at: (cosines[at], answer.sentences[at].any_of(EVIDENCE)), default=0)
        return self._quote(answer, best)

    def _quote(self, answer: JudgedAnswer, at: int) -> tuple[Evidence, ...]:
        """The sentence, with the one before it if it refers to that, and those after it that fit."""
        sentences = answer.sentences
        refers_back = self.lexicon.refers_back(sentences[at].sentence.text)
        start = at - 1 if at and refers_back else at
        end = at + 1
        while end < len(sentences) and not sentences[end].is_instruction:
            words = sum(count_words(item.sentence.text) for item in sentences[start : end + 1])
            if words > MAX_QUOTE_WORDS:
                break
            end += 1
        return copy_evidence([item.sentence for item in sentences[start:end]])
