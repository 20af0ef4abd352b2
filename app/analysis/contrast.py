"""Chooses the passage that the summary sets beside a line of the CV.

Most passages of the section 'Consistency check' are near a line, but about something else. This one shares
with its line a word that hardly any other answer has, in a sentence that denies or restricts something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from app.analysis.consistency.facts import SaidAboutLine
from app.analysis.consistency.ranking import denies_or_restricts
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import Background
from app.analysis.judging import JudgedAnswer
from app.text.stop_words import load_stop_words
from app.text.words import content_stems

MAX_EXCHANGES = 2
"""A word in more exchanges says what the interview is about, not which line of the CV is meant."""


def choose_contrast(
    side_by_side: Sequence[SaidAboutLine],
    answers: Sequence[JudgedAnswer],
    background: Background,
    *,
    without: Set[str],
) -> tuple[JudgedAnswer, SaidAboutLine] | None:
    """The answer and its passage; None if no passage fits. Segments of ``without`` are quoted elsewhere."""
    ignored = load_stop_words("en")
    entries = (background.cv_parsed or {}).get("experience") or []
    names = content_stems(" ".join(entry.get("company") or "" for entry in entries), ignored=ignored)
    counts = Counter(
        stem
        for answer in answers
        for stem in content_stems(f"{answer.exchange.question} {answer.exchange.answer}", ignored=ignored)
    )
    for passage in side_by_side:
        segments = {piece.segment_id for piece in passage.evidence}
        text = " ".join(piece.quote for piece in passage.evidence)
        stems = {stem for stem in content_stems(passage.cv_line, ignored=ignored) - names if stem.isalpha()}
        for answer in answers:
            if answer.exchange.kind is QuestionKind.MOTIVATION:
                # A summary of the career restricts, and names much of the CV.
                continue
            if segments & without or not segments & {line.id for line in answer.exchange.answered}:
                continue
            for item in answer.counted:
                said = item.sentence.text
                shared = stems & content_stems(said, ignored=ignored)
                is_about = any(counts[stem] <= MAX_EXCHANGES for stem in shared)
                if said in text and is_about and denies_or_restricts(said):
                    return answer, passage
    return None
