"""Chooses the statement that a summary shows beside a line of the CV.

The judge names a statement without having read the CV (``side_by_side.py``), and the line beside it is often
about something else. A reader can compare the two only if the comparer sees a contradiction and they share a
word that is no name: employers and places are named in passing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.analysis.consistency.facts import ClaimKind, Discrepancy
from app.analysis.consistency.side_by_side import list_cv_lines
from app.analysis.interview_signs import rate_contradiction
from app.analysis.judging import JudgedAnswer, JudgedSentence
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, find_words
from models.judgement.claims_encoding import ClaimPair, Relation
from models.ports import Engines, Priority

CONTRADICTS = 0.55
"""Least probability of a contradiction by the comparer.

With the set that is read left out, 12 of 51 named statements of 212 interviews are shown. All 12 contradict the
CV, and 10 stand beside a line about the same thing; without both conditions, 39 and 22 of 51.
"""


async def choose_comparable(
    engines: Engines,
    found: Sequence[Discrepancy],
    answers: Sequence[JudgedAnswer],
    cv_text: str,
    *,
    priority: Callable[[], Priority],
) -> list[Discrepancy]:
    """The discrepancies to tell in a summary, with those that the judge named cut to their own sentence.

    Raises EngineError.
    """
    contexts = dict(list_cv_lines(cv_text))
    chosen: list[Discrepancy] = []
    for item in found:
        if item.kind is not ClaimKind.STATEMENT:
            chosen.append(item)
            continue
        line = item.counterpart.quote
        core = _find_core(item, answers)
        if core is None or not _share_word(line, *core):
            continue
        question, sentence = core
        pair = ClaimPair(contexts.get(line, line), question, sentence.sentence.text)
        [relation] = await engines.judge.compare([pair], priority=priority())
        if relation[Relation.CONTRADICTS] >= CONTRADICTS:
            chosen.append(_cut(item, sentence))
    return chosen


def _find_core(item: Discrepancy, answers: Sequence[JudgedAnswer]) -> tuple[str, JudgedSentence] | None:
    """The question, and the surest sentence of the quote: its neighbors only made it understandable."""
    quoted = [
        (at, sentence)
        for at, answer in enumerate(answers)
        for sentence in answer.counted
        if any(
            piece.line.id == item.statement.segment_id and piece.text in item.statement.quote
            for piece in sentence.sentence.pieces
        )
    ]
    if not quoted:
        return None
    at, sentence = max(quoted, key=lambda pair: rate_contradiction(answers, *pair))
    return answers[at].exchange.question, sentence


def _share_word(line: str, question: str, sentence: JudgedSentence) -> bool:
    """Whether a line has a word in lower case that the question or the sentence has too."""
    ignored = load_stop_words("en")
    said = content_stems(f"{question} {sentence.sentence.text}", ignored=ignored)
    plain = " ".join(word for match in find_words(line) if (word := match.group()).islower())
    return bool(said & content_stems(plain, ignored=ignored))


def _cut(item: Discrepancy, sentence: JudgedSentence) -> Discrepancy:
    pieces = [piece for piece in sentence.sentence.pieces if piece.line.id == item.statement.segment_id]
    return replace(item, statement=max(pieces, key=lambda piece: len(piece.text)).as_evidence())
