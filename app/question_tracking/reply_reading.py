"""Reads undecided questions once more with the judge: line, reply and question together.

Where recognition has spoiled a line, the reply of the candidate often says what was asked. The log-odds of
the judge's reader of replies and those of the matcher make one calibrated probability
(``reply_weights.json``, fitted by ``reply_fit``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from app.question_tracking.features import Matrix
from app.question_tracking.second_reading import Fusion
from app.question_tracking.spoken import Unit
from models.judgement.asked_encoding import AskedPair
from models.ports import Engines, Priority

REPLY_FUSION_FILE = Path(__file__).parent / "reply_weights.json"
UNITS_PER_QUESTION = 4
"""Units that are read beside an undecided question, the most probable ones."""


@cache
def load_reply_fusion() -> Fusion:
    return Fusion.read(REPLY_FUSION_FILE)


def make_pair(unit: Unit, question: str) -> AskedPair:
    """What the judge reads of a unit whose reply is complete."""
    return AskedPair(question, unit.before, unit.windows[0], unit.reply)


async def read_replies(
    engines: Engines,
    units: Sequence[Unit],
    questions: Sequence[str],
    table: Matrix,
    readable: Mapping[int, Sequence[int]],
    *,
    priority: Priority,
) -> Matrix:
    """The table (units × questions) with the probabilities of both readers where a reply says more.

    ``readable`` has the units of each undecided question that may be read, as from ``list_readable``. The
    first UNITS_PER_QUESTION are read, each once; the others count no more. Raises EngineError.
    """
    places = [(row, question) for question, rows in readable.items() for row in rows[:UNITS_PER_QUESTION]]
    pairs = [make_pair(units[row], questions[question]) for row, question in places]
    log_odds = await engines.judge.read_asked(pairs, priority=priority) if pairs else []
    fusion = load_reply_fusion()
    result = table.copy()
    for question, rows in readable.items():
        result[rows[UNITS_PER_QUESTION:], question] = 0.0
    for (row, question), value in zip(places, log_odds, strict=True):
        result[row, question] = fusion.rate(float(table[row, question]), value, units[row].reply)
    return result
