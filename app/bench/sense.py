"""`greenroom bench sense`: how well Question Sense finds asked and answered questions in labeled sessions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.measuring import measure_sessions
from app.question_tracking.sessions import HELD_OUT_FILE, Session, misrecognize, read_sessions
from models.runtime import build_engines


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        type=Path,
        default=HELD_OUT_FILE,
        metavar="FILE",
        help="labeled sessions as in app/question_tracking/data (default: the held-out ones)",
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Read every session, as written and with errors like those of speech recognition."""
    sessions: Sequence[Session] = read_sessions(args.data)
    noisy = [misrecognize(item, seed=1_000 + index) for index, item in enumerate(sessions)]
    engines = build_engines(make_engines_config(Settings()))
    try:
        return {
            "asWritten": asdict(await measure_sessions(engines, sessions)),
            "misrecognized": asdict(await measure_sessions(engines, noisy)),
        }
    finally:
        await engines.stop()
