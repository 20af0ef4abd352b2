"""`greenroom bench writes`: transcript lines stored per second, each in a transaction of its own."""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.bench.http_times import percentiles
from app.bench.list_data import index_records
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.core.ids import new_id
from app.interviews.tables import Interview
from app.migrations.upgrade import upgrade
from app.transcription.pipeline.events import Speaker
from app.transcription.repository import next_sequence
from app.transcription.tables import TranscriptSegment
from app.users.tables import Role, User

LINE = "We moved the service to two data centers and kept the old one as a fallback for a month. " * 2


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lines", type=int, default=2_000, help="number of lines for each number of writers")
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8], help="threads that write at once")
    parser.add_argument("--interviews", type=int, default=50, help="number of running interviews")
    parser.add_argument(
        "--database-url", metavar="URL", help="an empty PostgreSQL database to measure instead of SQLite"
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Measure without a server: what the database allows, and waiting for the disk at every commit."""
    return await asyncio.to_thread(_run, args)


def _run(args: argparse.Namespace) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        engine = make_engine(args.database_url or f"sqlite:///{Path(folder) / 'greenroom.db'}")
        upgrade(engine)
        database = Database(engine)
        index_records(database)
        interview_ids = fill(database, interviews=args.interviews)
        measured = [
            {"writers": writers, **measure(database, interview_ids, lines=args.lines, writers=writers)}
            for writers in args.writers
        ]
        database.dispose()
    return {
        "database": engine.dialect.name,
        "lines": args.lines,
        "load_average": round(os.getloadavg()[0], 2),
        "writes": measured,
    }


def fill(database: Database, *, interviews: int) -> list[str]:
    """Create a user with this many interviews; their ids."""
    with database.transaction() as session:
        user = User(username="bench", username_key="bench", role=Role.RECRUITER)
        session.add(user)
        session.flush()
        found = [Interview(id=new_id(), owner_id=user.id) for _ in range(interviews)]
        session.add_all(found)
        return [interview.id for interview in found]


def measure(database: Database, interview_ids: list[str], *, lines: int, writers: int) -> dict[str, float]:
    """Lines per second, and milliseconds of a transaction with its wait for other writers.

    ``refused``: lines that waited longer than a writer may.
    """

    def store(turn: int) -> float | None:
        began = time.perf_counter()
        try:
            with database.transaction() as session:
                _append(session, interview_ids[turn % len(interview_ids)])
        except OperationalError:
            return None
        return (time.perf_counter() - began) * 1000

    began = time.perf_counter()
    with ThreadPoolExecutor(writers) as pool:
        times = [taken for taken in pool.map(store, range(lines)) if taken is not None]
    seconds = time.perf_counter() - began
    return {
        "lines_per_second": round(len(times) / seconds, 1),
        "refused": lines - len(times),
        **percentiles(times),
    }


def _append(session: Session, interview_id: str) -> None:
    sequence = next_sequence(session, interview_id=interview_id)
    session.add(
        TranscriptSegment(
            interview_id=interview_id,
            sequence=sequence,
            speaker=Speaker.CANDIDATE,
            text=LINE,
            started_seconds=6.0 * sequence,
            ended_seconds=6.0 * sequence + 5,
            spoken_at=utc_now(),
        )
    )
