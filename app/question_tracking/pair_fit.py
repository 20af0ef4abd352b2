"""Fits the matcher that also uses what the judge says about pairs, and writes ``pair_weights.json``.

    python -m app.question_tracking.pair_fit

It fits sessions that neither the network has read nor, but for ``heard-1.txt``, the other matcher, each with
several lists of prepared questions. To be run after ``asked_training`` and ``training``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.features import PAIR_FEATURES, add_pairs
from app.question_tracking.matching import PAIR_LANGUAGE, PAIR_WEIGHTS_FILE, load_matcher
from app.question_tracking.pair_reading import read_pairs
from app.question_tracking.sessions import (
    DATA_FOLDER,
    Session,
    choose_questions,
    count_labels,
    misrecognize,
    read_sessions,
)
from app.question_tracking.training import (
    FOLDS,
    KEPT_OF_FEW,
    Rows,
    fit_matcher,
    forget_answers,
    read_rows,
)
from app.question_tracking.variants import Variant, vary
from models.ports import Engines, Priority
from models.remembering import remember_results
from models.runtime import build_engines

FOREIGN_LISTS = (Variant.FOREIGN, Variant.HALF_FOREIGN, Variant.ONE_OF_EACH)
"""Lists with questions of other trades: one of them for each session, in turn."""
UNUSUAL_WEIGHT = 0.5
"""Weight of other lists than that of the session, which are rarer."""
SESSIONS_FOLDER = DATA_FOLDER / "pair-fit"
FOREIGN_FILES = "paraphrased-*.txt"
"""Sessions whose questions belong to their trade. Questions that are asked in every trade are not foreign."""


def list_sessions() -> list[Session]:
    paths = [
        DATA_FOLDER / "heard-1.txt",
        *sorted(SESSIONS_FOLDER.glob("*.txt")),
    ]
    return [item for path in paths for item in read_sessions(path) if item.language == PAIR_LANGUAGE]


async def _add_pairs(engines: Engines, rows: Rows) -> Rows:
    log_odds = await read_pairs(
        engines,
        rows.units,
        rows.session.questions,
        load_matcher().rate_all(rows.units, rows.features),
        priority=Priority.BACKGROUND,
    )
    return replace(rows, features=add_pairs(rows.features, log_odds))


def list_copies(session: Session, others: Sequence[Session], *, index: int) -> list[tuple[Session, float]]:
    """A session with its list and with others, as written and with errors, each with its weight.

    ``others`` have the foreign questions.
    """
    noisy = misrecognize(session, seed=index)
    few = choose_questions(session, range(index % KEPT_OF_FEW, len(session.questions), KEPT_OF_FEW))
    said = (session, noisy)
    foreign = FOREIGN_LISTS[index % len(FOREIGN_LISTS)]
    return [
        (session, 1.0),
        (noisy, 1.0),
        (few, UNUSUAL_WEIGHT),
        (vary(said[index % 2], others, foreign, seed=index), UNUSUAL_WEIGHT),
        (vary(said[(index + 1) % 2], others, Variant.THINNED, seed=index), UNUSUAL_WEIGHT),
    ]


async def fit() -> None:
    """Write ``pair_weights.json``."""
    engines = remember_results(build_engines(make_engines_config(Settings())))
    answered: list[Rows] = []
    unanswered: list[Rows] = []
    fold_of: list[int] = []
    try:
        sessions = list_sessions()
        others = [one for path in sorted(SESSIONS_FOLDER.glob(FOREIGN_FILES)) for one in read_sessions(path)]
        for index, session in enumerate(sessions):
            for copy, weight in list_copies(session, others, index=index):
                rows = replace(await read_rows(engines, copy), weight=weight)
                answered.append(await _add_pairs(engines, rows))
                unanswered.append(await _add_pairs(engines, forget_answers(rows)))
                fold_of.append(index % FOLDS)
        data = {
            "features": list(PAIR_FEATURES),
            "answered": fit_matcher(answered, fold_of),
            "unanswered": fit_matcher(unanswered, fold_of),
            "data": count_labels(sessions),
        }
        PAIR_WEIGHTS_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    finally:
        await engines.stop()


if __name__ == "__main__":
    asyncio.run(fit())
