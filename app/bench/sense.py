"""`greenroom bench sense`: how well Question Sense finds asked and answered questions in labeled sessions."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from app.bench.sense_speech import hear_sessions
from app.bench.word_errors import sum_word_errors
from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.measuring import SenseMetrics, measure_variants
from app.question_tracking.sessions import HELD_OUT_FILE, Session, misrecognize, read_sessions
from models.remembering import remember_results
from models.runtime import build_engines


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        type=Path,
        default=HELD_OUT_FILE,
        metavar="FILE",
        help="labeled sessions as in app/question_tracking/data (default: the held-out ones)",
    )
    parser.add_argument(
        "--audio",
        type=Path,
        metavar="DIR",
        help="recordings of the sessions, a folder each: play them into the live pipeline, in virtual time",
    )
    parser.add_argument(
        "--matcher-only",
        action="store_true",
        help="do not let the language model read what the matcher leaves open",
    )
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="where the sessions as heard are written (with --audio)"
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Read every session, as written and with errors like those of speech recognition, with varied lists.

    With ``--audio``, write the sessions as the live pipeline hears them, and read those instead.
    """
    sessions = read_sessions(args.data)
    reads_twice = not args.matcher_only
    if args.audio is not None:
        if args.write is None:
            raise ValueError("--audio needs --write")
        heard = await asyncio.to_thread(hear_sessions, sessions, args.audio)
        args.write.write_text("\n\n".join(one.text for one in heard) + "\n", encoding="utf-8")
        measured = await _measure({"asHeard": read_sessions(args.write)}, reads_twice=reads_twice)
        return {"wordErrorRate": sum_word_errors(one.errors for one in heard).rate, **measured}
    noisy = [misrecognize(item, seed=1_000 + index) for index, item in enumerate(sessions)]
    return await _measure({"asWritten": sessions, "misrecognized": noisy}, reads_twice=reads_twice)


async def _measure(versions: Mapping[str, Sequence[Session]], *, reads_twice: bool) -> dict[str, object]:
    """The figures of each version of the sessions. Foreign questions come from the same version."""
    engines = remember_results(build_engines(make_engines_config(Settings())))
    try:
        return {
            name: _describe(await measure_variants(engines, sessions, sessions, reads_twice=reads_twice))
            for name, sessions in versions.items()
        }
    finally:
        await engines.stop()


def _describe(found: Mapping[str, SenseMetrics]) -> dict[str, object]:
    """Metrics by variant of the prepared questions (``Variant``), and under "all"."""
    return {name: asdict(figures) for name, figures in found.items()}
