"""Fits what the reader of replies adds to the matcher, and writes ``reply_weights.json`` with its figures.

    python -m app.question_tracking.reply_fit

To be run after ``asked_training --replies`` and ``pair_fit``. It reads the sessions of ``pair_fit`` with
invented errors: neither network has read them. The figures compare the matcher alone with both readers, each
file with a fit to the other files.
"""

from __future__ import annotations

import asyncio
import json

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.matching import PAIR_LANGUAGE
from app.question_tracking.pair_fit import SESSIONS_FOLDER
from app.question_tracking.reply_reading import REPLY_FUSION_FILE, UNITS_PER_QUESTION, make_pair
from app.question_tracking.second_fit import describe_fit, rate_sessions
from app.question_tracking.sessions import DATA_FOLDER, Session, misrecognize, read_sessions
from app.question_tracking.spoken import Unit
from models.judgement.weights import REPLY_WEIGHTS_FILE
from models.ports import Priority
from models.remembering import remember_results
from models.runtime import build_engines

RECOGNIZED_FILE = DATA_FOLDER / "heard-1.txt"


def list_sessions() -> dict[str, list[Session]]:
    """The sessions of the fit by name of the file, as speech recognition writes them."""
    found = {RECOGNIZED_FILE.stem: read_sessions(RECOGNIZED_FILE)}
    for path in sorted(SESSIONS_FOLDER.glob("*.txt")):
        sessions = [session for session in read_sessions(path) if session.language == PAIR_LANGUAGE]
        found[path.stem] = [misrecognize(session, seed=index) for index, session in enumerate(sessions)]
    return found


async def fit() -> None:
    """Write ``reply_weights.json``."""
    engines = remember_results(build_engines(make_engines_config(Settings())))

    async def read(unit: Unit, question: str) -> float:
        pairs = [make_pair(unit, question)]
        (log_odds,) = await engines.judge.read_asked(pairs, priority=Priority.BACKGROUND)
        return log_odds

    try:
        files = list_sessions()
        questions = await rate_sessions(
            engines, files, read, units_per_question=UNITS_PER_QUESTION, reads_replies=False
        )
    finally:
        await engines.stop()
    data = describe_fit(REPLY_WEIGHTS_FILE.name, questions, files)
    REPLY_FUSION_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(fit())
