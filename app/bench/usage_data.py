"""Invented users, interviews and engine calls for `greenroom bench usage`."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import insert

from app.billing import accounts as billing
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.core.ids import new_id, new_link_token
from app.interviews.tables import Interview, InterviewStatus
from app.migrations.tables import metadata
from app.usage.rollup import roll_up
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome, EngineCall
from app.users.accounts import create_user
from app.users.tables import Role
from models.ports import EngineKind

DAYS = 365
_STEP = 20_000
_USES = (
    (EngineKind.LLM, UsageSource.QUESTIONS, "model-small"),
    (EngineKind.LLM, UsageSource.ANSWER_POINTS, "model-small"),
    (EngineKind.LLM, UsageSource.REPORT, "model-small"),
    (EngineKind.LLM, UsageSource.DOCUMENTS, "model-small"),
    (EngineKind.SPEECH, UsageSource.LIVE_TRANSCRIPTION, "speech-small"),
    (EngineKind.EMBEDDINGS, UsageSource.MATCHING, "embeddings-small"),
    (EngineKind.EMBEDDINGS, UsageSource.REPORT, "embeddings-small"),
    (EngineKind.JUDGE, UsageSource.REPORT, "embeddings-small"),
)


def fill(database_path: Path, *, users: int, interviews: int, calls: int, recent: int) -> list[str]:
    """Create users with their interviews and the engine calls of a year; returns the ids of the users.

    All calls but the last ``recent`` are rolled up, as they are while a server runs.
    """
    database = Database(make_engine(f"sqlite:///{database_path}", synchronous="OFF"))
    now = utc_now()
    user_ids = _create_users(database, users)
    for start in range(0, interviews, _STEP):
        with database.transaction() as session:
            session.execute(
                insert(metadata.tables[Interview.__tablename__]),
                [
                    _interview(user_ids[number % users], number, now)
                    for number in range(start, min(start + _STEP, interviews))
                ],
            )
    random = np.random.default_rng(16)
    older = calls - recent
    for start in range(0, older, _STEP):
        number = min(_STEP, older - start)
        # In chronological order, as a server writes them.
        ages = np.linspace(_age(start, older), _age(start + number, older), number)
        with database.transaction() as session:
            session.execute(insert(EngineCall), _calls(random, user_ids, now, ages))
    more = True
    while more:
        with database.transaction() as session:
            more = roll_up(session) > 0
    with database.transaction() as session:
        session.execute(insert(EngineCall), _calls(random, user_ids, now, np.zeros(recent)))
    database.dispose()
    return user_ids


def _age(call: int, calls: int) -> float:
    """Age in days of each call: from a year for the first to a day for the last."""
    return DAYS - (DAYS - 1) * call / calls


def _create_users(database: Database, number: int) -> list[str]:
    with database.transaction() as session:
        found = [
            create_user(session, username=f"recruiter-{index}", role=Role.RECRUITER).id
            for index in range(number)
        ]
        for user_id in found:
            billing.open_account(session, user_id, now=utc_now())
        return found


def _interview(owner_id: str, number: int, now: datetime) -> dict[str, Any]:
    return {
        "id": new_id(),
        "owner_id": owner_id,
        "title": f"Interview {number}",
        "candidate_name": f"Candidate {number}",
        "status": InterviewStatus.COMPLETED,
        "recruiter_token": new_link_token(),
        "candidate_token": new_link_token(),
        "created_at": now - timedelta(minutes=number),
    }


def _calls(
    random: np.random.Generator, user_ids: list[str], now: datetime, ages: Any
) -> list[dict[str, Any]]:
    """One call per age in days, of random users and uses."""
    rows = []
    owners = random.integers(len(user_ids), size=len(ages))
    uses = random.integers(len(_USES), size=len(ages))
    sizes = random.integers(1, 2000, size=len(ages))
    for age, owner, use, size in zip(ages, owners, uses, sizes, strict=True):
        kind, source, model = _USES[int(use)]
        is_speech = kind is EngineKind.SPEECH
        rows.append(
            {
                "at": now - timedelta(days=float(age)),
                "user_id": user_ids[int(owner)],
                "kind": kind,
                "source": source,
                "provider": "local",
                "model": model,
                "outcome": CallOutcome.FAILED if size % 50 == 0 else CallOutcome.SUCCEEDED,
                "calls": 1,
                "input_tokens": 0 if is_speech else int(size),
                "output_tokens": int(size) // 5 if kind is EngineKind.LLM else 0,
                "audio_ms": int(size) * 5 if is_speech else 0,
                "duration_ms": int(size),
                "cost_microcents": int(size) * 10,
            }
        )
    return rows
