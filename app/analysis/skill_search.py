"""Searches for required skills that neither profile nor CV names, in the interview and by meaning.

Done when the report is written, so that showing it stays fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import anyio.to_thread
import numpy as np

from app.analysis.findings import Background, FoundSkill
from app.analysis.judging import JudgedAnswer, JudgedSentence
from app.matching.embedding import Vectors
from app.matching.fit import list_required, read_evidence
from app.matching.meaning import can_be_described, choose_statement
from app.matching.passages import list_statements
from app.skills.evidence import FOUND_SCORE
from app.skills.matches import MatchKind, MatchSource, SkillMatch
from app.skills.passages import Passage, find_closest
from app.skills.requirements import Requirement
from app.text.folding import lower_speech
from app.text.words import count_words
from models.judgement.labels import SentenceLabel
from models.ports import EngineError, Engines, Priority
from models.vectors import embed_texts

MAX_SPOKEN = 120
"""Maximum number of spoken statements compared by meaning, longest first: about a second on two cores."""
MIN_STATEMENT_WORDS = 4

_DONE = (SentenceLabel.ACTION, SentenceLabel.METHOD, SentenceLabel.RESULT, SentenceLabel.OWNERSHIP)
_ADVERSE = (SentenceLabel.GAP, SentenceLabel.BLAME, SentenceLabel.EVASION, SentenceLabel.GENERIC)
_BY_NAME = (MatchKind.NAME, MatchKind.SYNONYM)
_OWN = re.compile(r"\b(?:i|we|ich|wir|je|nous)\b|\bj'")
_USED = re.compile(
    r"\b(?:i|we)(?:'ve|'d| have| had| also| mostly| still| always| then)* (?:use|used|work|worked)\b"
)
_NOT_DONE = re.compile(
    r"\b(?:not|never|no|none|without|nobody|hardly|barely|instead of|rather than)\b|n't\b|"
    r"\b(?:nicht|nie|niemals|keine?[mnrs]?|ohne|statt|kaum|pas|jamais|sans|aucune?|plutôt que)\b|"
    r"\b(?:i|we)(?:'ve|'d| have| had| also| then| only| ever)* "
    r"(?:watched|considered|discussed|planned|attended|asked|avoided|rejected|dropped|hired|observed|"
    r"shadowed|noticed|wished|applied for)\b"
)
_ONLY_NEAR = re.compile(
    r"^(?:i )?(?:attended|watched|observed|shadowed|studied|learned|learnt|visited)\b|"
    r"\b(?:interest(?:ed)? in|hobbies)\b",
    re.IGNORECASE,
)
"""Statements of a CV that are near a skill in meaning and do not show it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Words of the candidate that may show a skill; without a segment they are from the CV."""

    passage: Passage
    segment_id: str | None = None

    def as_match(self, kind: MatchKind, words: str) -> SkillMatch:
        source = MatchSource.CV if self.segment_id is None else MatchSource.INTERVIEW
        return SkillMatch(FOUND_SCORE, kind, source, words, self.segment_id)


async def search_skills(
    engines: Engines,
    background: Background,
    answers: Sequence[JudgedAnswer],
    *,
    priority: Callable[[], Priority],
) -> tuple[FoundSkill, ...]:
    """The required skills that are not named in profile or CV, where something else shows or names them.

    The CV in other words comes first, then the interview by name, then the interview in other words. A skill
    that the candidate only mentions has a score of 0. Without the embeddings engine only names are found.
    """
    named = await anyio.to_thread.run_sync(_search_names, background, answers)
    described = [item for item in named.open_items if can_be_described(item)]
    try:
        nearness = await _Nearness.measure(engines, described, [*named.in_cv, *named.spoken], priority)
    except EngineError:
        nearness = _Nearness({}, {})
    found: list[FoundSkill] = []
    for item in named.open_items:
        match = (
            nearness.find(item, named.in_cv)
            or named.matches.get(item.label)
            or nearness.find(item, named.spoken)
        )
        match = match or named.mentions.get(item.label)
        if match:
            found.append(FoundSkill(item.label, match))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _NamedSkills:
    """The skills found by name in the interview, and those still to be compared by meaning."""

    open_items: Sequence[Requirement]
    """The required skills that are not named in profile or CV."""
    matches: Mapping[str, SkillMatch]
    mentions: Mapping[str, SkillMatch]
    """Skills that the candidate mentions without describing work with them: "I never used Kafka"."""
    in_cv: Sequence[Statement]
    spoken: Sequence[Statement]


def _search_names(background: Background, answers: Sequence[JudgedAnswer]) -> _NamedSkills:
    evidence = read_evidence(background.cv_text, background.cv_parsed)
    open_items = [item for item in list_required(background.required_skills) if not evidence.finds(item)]
    spoken = list(list_shown(answers)) if open_items else []
    matches = {item.label: match for item in open_items if (match := _find_named(item, spoken))}
    said = list(_list_said(answers)) if len(matches) < len(open_items) else []
    mentions = {
        item.label: replace(match, score=0, kind=None)
        for item in open_items
        if item.label not in matches and (match := _find_named(item, said, kinds=_BY_NAME))
    }
    statements = list_statements(background.cv_text)
    in_cv = [Statement(Passage(text)) for text in statements if not _ONLY_NEAR.search(text)]
    return _NamedSkills(open_items, matches, mentions, in_cv, _choose_longest(spoken))


def _list_said(answers: Sequence[JudgedAnswer]) -> Iterator[Statement]:
    for answer in answers:
        for item in answer.counted:
            for piece in item.sentence.pieces:
                yield Statement(Passage(piece.text), piece.line.id)


def list_shown(answers: Sequence[JudgedAnswer]) -> Iterator[Statement]:
    """Statements of the candidate about their own work, without plans, denials and the work of others."""
    for answer in answers:
        for item in answer.sentences:
            if _is_shown(item):
                for piece in item.sentence.pieces:
                    yield Statement(Passage(piece.text), piece.line.id)


def _is_shown(item: JudgedSentence) -> bool:
    text = lower_speech(item.sentence.text)
    if item.is_instruction or any(map(item.has, _ADVERSE)) or _NOT_DONE.search(text):
        return False
    return bool(_OWN.search(text) and any(map(item.has, _DONE))) or _USED.search(text) is not None


def _find_named(
    item: Requirement, spoken: Sequence[Statement], *, kinds: Collection[MatchKind] = tuple(MatchKind)
) -> SkillMatch | None:
    found = find_closest(item, [statement.passage for statement in spoken])
    if found is None:
        return None
    kind, words, passage = found
    if kind not in kinds:
        return None
    statement = next(statement for statement in spoken if statement.passage is passage)
    return statement.as_match(kind, words)


def _choose_longest(spoken: Sequence[Statement]) -> list[Statement]:
    telling = [item for item in spoken if count_words(item.passage.text) >= MIN_STATEMENT_WORDS]
    return sorted(telling, key=lambda item: -len(item.passage.text))[:MAX_SPOKEN]


@dataclass(frozen=True, slots=True)
class _Nearness:
    """The vectors of required skills and of statements."""

    requirements: dict[str, Vectors]
    statements: dict[str, Vectors]

    @classmethod
    async def measure(
        cls,
        engines: Engines,
        requirements: Sequence[Requirement],
        statements: Sequence[Statement],
        priority: Callable[[], Priority],
    ) -> _Nearness:
        """Raises EngineError. The engine is not called if there is nothing to compare."""
        if not requirements or not statements:
            return cls({}, {})
        labels = [item.label for item in requirements]
        texts = list(dict.fromkeys([*labels, *(item.passage.text for item in statements)]))
        rows = await embed_texts(engines, texts, priority=priority)
        vectors = dict(zip(texts, np.asarray(rows, dtype=np.float32), strict=True))
        return cls({label: vectors[label] for label in labels}, vectors)

    def find(self, item: Requirement, statements: Sequence[Statement]) -> SkillMatch | None:
        compared = [statement for statement in statements if statement.passage.text in self.statements]
        if item.label not in self.requirements or not compared:
            return None
        table = np.stack([self.statements[statement.passage.text] for statement in compared])
        best = choose_statement(self.requirements[item.label], table)
        return (
            None if best is None else compared[best].as_match(MatchKind.MEANING, compared[best].passage.text)
        )
