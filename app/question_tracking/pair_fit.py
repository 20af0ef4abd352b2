"""Fits the matcher that also uses what the judge says about pairs, and writes ``pair_weights.json``.

    python -m app.question_tracking.pair_fit

It fits sessions that neither the network has read nor, but for ``heard-1.txt``, the other matcher, whose
questions are asked in quite other words. To be run after ``asked_training`` and ``training``.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.features import PAIR_FEATURES, add_pairs
from app.question_tracking.matching import PAIR_LANGUAGE, PAIR_WEIGHTS_FILE, KnownVectors, load_matcher
from app.question_tracking.pair_reading import KnownPairs, read_pairs
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
from models.runtime import build_engines

UNUSUAL = (Variant.HALF_FOREIGN, Variant.THINNED)
"""Other lists of prepared questions: one for each session, in turn."""
SESSIONS_FOLDER = DATA_FOLDER / "pair-fit"


def list_sessions() -> list[Session]:
    paths = [
        DATA_FOLDER / "heard-1.txt",
        *sorted(SESSIONS_FOLDER.glob("*.txt")),
    ]
    return [item for path in paths for item in read_sessions(path) if item.language == PAIR_LANGUAGE]


async def _add_pairs(engines: Engines, rows: Rows, known: KnownPairs) -> Rows:
    log_odds = await read_pairs(
        engines,
        rows.units,
        rows.session.questions,
        load_matcher().rate_all(rows.units, rows.features),
        priority=Priority.BACKGROUND,
        known=known,
    )
    return replace(rows, features=add_pairs(rows.features, log_odds))


async def fit() -> None:
    """Write ``pair_weights.json``."""
    engines = build_engines(make_engines_config(Settings()))
    vectors, pairs = KnownVectors(), KnownPairs()
    try:
        sessions = list_sessions()
        noisy = [misrecognize(item, seed=index) for index, item in enumerate(sessions)]
        few = [
            choose_questions(item, range(index % KEPT_OF_FEW, len(item.questions), KEPT_OF_FEW))
            for index, item in enumerate(sessions)
        ]
        # Lists with foreign and with missing questions count less, because they are rarer.
        unusual = [
            vary(item, sessions, UNUSUAL[index % len(UNUSUAL)], seed=index)
            for index, item in enumerate(sessions)
        ]
        copies = [*sessions, *noisy, *few, *unusual]
        rows = [await read_rows(engines, item, vectors) for item in copies]
        fold_of = [index % len(sessions) % FOLDS for index in range(len(copies))]
        data = {
            "features": list(PAIR_FEATURES),
            "answered": fit_matcher([await _add_pairs(engines, item, pairs) for item in rows], fold_of),
            "unanswered": fit_matcher(
                [await _add_pairs(engines, forget_answers(item), pairs) for item in rows], fold_of
            ),
            "data": count_labels(sessions),
        }
        PAIR_WEIGHTS_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    finally:
        await engines.stop()


if __name__ == "__main__":
    asyncio.run(fit())
