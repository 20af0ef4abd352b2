"""Finds the clause that makes a sentence a concern, for the title of the concern."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.analysis.concerns import MIN_CONCERN_WORDS
from app.analysis.findings import FindingKind
from app.analysis.judging import any_of
from app.analysis.selection import SelectedConcern
from app.analysis.sentences import split_clauses
from app.text.words import count_words
from models.judgement.encoding import Exchange
from models.judgement.labels import CONCERNS
from models.ports import Engines, Judgment, Priority

MIN_CLAUSE_WORDS = 3
MIN_LOSS = 0.1
"""Minimum drop in the concern's probability without a clause; below it, no clause stands out.
"""


async def mark_clauses(
    engines: Engines, concerns: Sequence[SelectedConcern], *, priority: Callable[[], Priority]
) -> tuple[SelectedConcern, ...]:
    """The concerns, each with the clause that contributes most to it.

    Sentences of one clause, and evasions, stay as they are. Raises EngineError if the judge fails.
    """
    marked = list(concerns)
    for index, concern in enumerate(concerns):
        clauses = split_clauses(concern.core)
        if concern.kind is FindingKind.EVASION or len(clauses) == 1:
            continue
        options = [at for at, clause in enumerate(clauses) if count_words(clause) >= MIN_CLAUSE_WORDS]
        rest = {at: " ".join(clauses[:at] + clauses[at + 1 :]) for at in options}
        options = [at for at in options if count_words(rest[at]) >= MIN_CONCERN_WORDS]
        if not options:
            continue
        texts = [concern.core, *(rest[at] for at in options)]
        question = concern.exchanges[0].question
        judgments = await engines.judge.judge(
            [Exchange(question, (text,), concern.requirement) for text in texts], priority=priority()
        )
        whole, *left = map(_read_concern, judgments)
        least, at = min(zip(left, options, strict=True))
        if whole - least >= MIN_LOSS:
            marked[index] = replace(concern, clause=clauses[at])
    return tuple(marked)


def _read_concern(judgment: Judgment) -> float:
    return max(any_of(sentence[label] for label in CONCERNS) for sentence in judgment.sentences)
