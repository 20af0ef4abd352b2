"""`greenroom bench lists`: what a recruiter with thousands of records waits for: sign-in and lists."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path

import httpx
import numpy as np
from sqlalchemy import select

from app.bench.server_process import BenchServer, running_server
from app.candidates.tables import Candidate
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions.tables import JobDescription
from app.users.tables import User

PATHS = {
    "interviews": "/api/interviews",
    "candidates": "/api/candidates/profiles",
    "job_descriptions": "/api/job-descriptions",
    "users": "/api/admin/users",
}
DEPTHS = (0.0, 0.01, 0.1, 0.5, 0.9, 1.0)
"""Which pages are asked for, as shares of the way to the last one."""
PAGE = 10

_WORDS = ["payments", "ledger", "reconciliation", "Python", "team", "hiring", "migration", "latency"]
_CV = " ".join(_WORDS * 90)
"""About 6 kB, as a CV of two pages: a list must not become slow by what it does not show."""
_STATUSES = tuple(status for status in InterviewStatus if status != InterviewStatus.IN_PROGRESS)
_NO_MODELS = {
    f"GREENROOM_{engine}_{key}": value
    for engine in ("LLM", "SPEECH", "EMBEDDINGS")
    for key, value in (("PROVIDER", "openai"), ("BASE_URL", "http://127.0.0.1:9/v1"))
}
"""No model is needed here, and none is to be loading meanwhile; nothing asks these addresses."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--interviews", type=int, default=10_000, help="interviews, and as many candidates")
    parser.add_argument("--jobs", type=int, default=2_000, help="job descriptions")
    parser.add_argument("--calls", type=int, default=300, help="list calls in all, one after the other")
    parser.add_argument("--sign-ins", type=int, default=20, help="sign-ins, one after the other")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Fill a database of the bench's own, then measure a real server over HTTP.

    Times are milliseconds from the request to the whole answer, as one browser sees them.
    """
    async with running_server(environment=_NO_MODELS) as server, server.client() as client:
        await asyncio.to_thread(
            _fill,
            server.data_dir / "greenroom.db",
            owner=server.username,
            interviews=args.interviews,
            jobs=args.jobs,
        )
        sign_in = await _measure(lambda _turn: _sign_in(client, server), calls=args.sign_ins)
        calls = max(1, args.calls // len(PATHS))
        lists = []
        for name, path in PATHS.items():
            total = await _total(client, path)
            times = await _measure(_pages(client, path, total=total), calls=calls)
            lists.append({"list": name, "total": total, **times})
        dashboard = await _measure(lambda _turn: _get(client, "/api/admin/dashboard"), calls=calls)
    return {
        "interviews": args.interviews,
        "job_descriptions": args.jobs,
        "sign_in": sign_in,
        "lists": lists,
        "dashboard": dashboard,
    }


def _fill(database_path: Path, *, owner: str, interviews: int, jobs: int) -> None:
    database = Database(make_engine(f"sqlite:///{database_path}"))
    now = utc_now()
    with database.transaction() as session:
        owner_id = session.scalars(select(User.id).where(User.username_key == owner)).one()
        positions = [
            JobDescription(
                owner_id=owner_id,
                title_key=f"engineer {number}",
                company_key="agency",
                raw_text=_CV,
                parsed={
                    "title": f"Engineer {number}",
                    "company": {"name": "Agency"},
                    "requiredSkills": _WORDS,
                },
                updated_at=now - timedelta(minutes=number),
            )
            for number in range(jobs)
        ]
        people = [
            Candidate(
                owner_id=owner_id,
                name=f"Candidate {number}",
                name_key=f"candidate {number}",
                email=f"candidate{number}@example.com",
                email_key=f"candidate{number}@example.com",
                cv_text=_CV,
                cv_parsed={"summary": _CV[:500], "skills": _WORDS},
                updated_at=now - timedelta(minutes=number),
            )
            for number in range(interviews)
        ]
        session.add_all([*positions, *people])
        session.flush()
        session.add_all(
            Interview(
                owner_id=owner_id,
                title=f"Interview {number}",
                position=f"Engineer {number % jobs}" if jobs else "Engineer",
                candidate_name=people[number].name,
                candidate_email=people[number].email,
                status=_STATUSES[number % len(_STATUSES)],
                candidate_id=people[number].id,
                job_description_id=positions[number % jobs].id if jobs else None,
                live_notes=_CV[:1000],
                created_at=now - timedelta(minutes=number),
            )
            for number in range(interviews)
        )
    database.dispose()


async def _sign_in(client: httpx.AsyncClient, server: BenchServer) -> None:
    body = {"username": server.username, "password": server.password}
    (await client.post("/api/admin/login", json=body)).raise_for_status()


async def _get(client: httpx.AsyncClient, path: str, **query: int) -> None:
    (await client.get(path, params=query)).raise_for_status()


async def _total(client: httpx.AsyncClient, path: str) -> int:
    return int((await client.get(path)).raise_for_status().json()["pagination"]["total"])


def _pages(client: httpx.AsyncClient, path: str, *, total: int) -> Callable[[int], Awaitable[None]]:
    """Calls for pages near the beginning, in the middle and at the end, in turn."""
    last = max(1, -(-total // PAGE))

    async def call(turn: int) -> None:
        page = 1 + round(DEPTHS[turn % len(DEPTHS)] * (last - 1))
        await _get(client, path, page=page, limit=PAGE)

    return call


async def _measure(call: Callable[[int], Awaitable[None]], *, calls: int) -> dict[str, float]:
    milliseconds: list[float] = []
    for turn in range(calls):
        began = time.perf_counter()
        await call(turn)
        milliseconds.append((time.perf_counter() - began) * 1000)
    return _percentiles(milliseconds)


def _percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    return {
        "p50_ms": round(float(np.percentile(milliseconds, 50)), 2),
        "p95_ms": round(float(np.percentile(milliseconds, 95)), 2),
        "worst_ms": round(max(milliseconds), 2),
    }
