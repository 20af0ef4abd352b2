"""SIGKILL of the server at random moments of an interview and of uploads (fault 16).

Nothing that was acknowledged is lost, nothing is stored or charged twice, and the server serves again.
FAULT_ROUNDS sets the number of kills; FAULT_SEED repeats a run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import time
from pathlib import Path
from statistics import median

import pysqlite3.dbapi2 as sqlite
import pytest

from app.backup.database import check_database
from tests.documents import samples
from tests.faults.checks import check_documents, check_lines, speak
from tests.faults.recruiter import Json, Recruiter, interrupted
from tests.forking_server import ForkingServerProcess
from tests.server_process import ServerProcess

log = logging.getLogger(__name__)

IS_LONG = "FAULT_ROUNDS" in os.environ
ROUNDS = int(os.environ.get("FAULT_ROUNDS", "6"))
MAX_RESTART_SECONDS = 15.0 if IS_LONG else 60.0
"""Until the server serves again. The short form runs beside other tests."""
LOSS_SERVERS = ServerProcess if IS_LONG else ForkingServerProcess
"""The long form measures whole starts. Beside other tests, each took 24 of the 40 s of a round."""


async def upload(recruiter: Recruiter, prefix: str) -> None:
    number = 0
    while True:
        with interrupted():
            await recruiter.upload(f"{samples.CV}\n{prefix} {number}")
            number += 1
        await asyncio.sleep(0.2)


@pytest.mark.parametrize("server_type", [LOSS_SERVERS])
@pytest.mark.timeout(60 + 30 * ROUNDS)
async def test_killed_servers_lose_and_repeat_nothing(
    server: ServerProcess, recruiter: Recruiter, chance: random.Random, database_file: Path
) -> None:
    interview = await recruiter.start_interview()
    assert (await recruiter.append(interview, "first")).is_success
    assert (await recruiter.upload(samples.CV)).is_success
    restarts: list[float] = []
    for number in range(ROUNDS):
        work = [
            asyncio.create_task(speak(recruiter, interview, f"round-{number}")),
            asyncio.create_task(upload(recruiter, f"round {number}")),
        ]
        if chance.random() < 0.3:
            work.append(asyncio.create_task(complete(recruiter, interview, after=chance.uniform(0, 0.5))))
        await asyncio.sleep(chance.uniform(0.05, 1.0))
        await server.kill()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        let_time_pass(database_file)
        began = time.monotonic()
        await server.start()
        restarts.append(time.monotonic() - began)
        await check_lines(recruiter, interview)
        if (await recruiter.read_interview(interview))["status"] == "completed":
            interview = await start_another(recruiter)
    await check_documents(recruiter)
    await asyncio.gather(*(recruiter.complete(interview) for _ in range(5)))
    await server.stop()
    check_charges(database_file)
    assert check_database(database_file) is None
    log.warning("killed=%d median_seconds=%.1f slowest_seconds=%.1f", ROUNDS, median(restarts), max(restarts))
    assert max(restarts) < MAX_RESTART_SECONDS, restarts


STARTS = 3
"""Interviews that are started at once, in each round."""
START_ROUNDS = int(os.environ.get("FAULT_ROUNDS", "3"))


@pytest.mark.parametrize("server_type", [ForkingServerProcess])
@pytest.mark.timeout(60 + 30 * ROUNDS)
async def test_servers_killed_during_a_start_have_started_or_not(
    server: ServerProcess, recruiter: Recruiter, chance: random.Random, database_file: Path
) -> None:
    """A start that was acknowledged holds, one without an answer is whole or has no trace, and both can be
    asked for again; each interview is charged once in the end."""
    cut_off = 0
    interviews: list[Json] = []
    for _ in range(START_ROUNDS):
        prepared = [await recruiter.prepare_interview() for _ in range(STARTS)]
        acknowledged: set[str] = set()
        starting = [asyncio.create_task(start(recruiter, one, acknowledged)) for one in prepared]
        # Most starts take a few hundredths of a second.
        await asyncio.sleep(chance.uniform(0, 0.08))
        await server.kill()
        await asyncio.gather(*starting)
        cut_off += STARTS - len(acknowledged)
        assert check_database(database_file) is None
        # Each running interview takes a credit of the plan.
        pay_for_more(database_file)
        await server.start()
        for interview in prepared:
            found = await recruiter.read_interview(interview)
            started_at = found["startedAt"]
            assert (found["status"] == "in_progress") == (started_at is not None), found
            assert started_at is not None or interview["_id"] not in acknowledged
            assert (await recruiter.start(interview)).status_code == 200
            again = await recruiter.read_interview(interview)
            assert again["status"] == "in_progress"
            assert started_at in (None, again["startedAt"]), "an interview does not begin twice"
        interviews += prepared
    await server.kill()
    let_time_pass(database_file)
    await server.start()
    for interview in interviews:
        assert (await recruiter.complete(interview)).status_code == 200
    await server.stop()
    check_charges(database_file)
    with contextlib.closing(sqlite.connect(str(database_file))) as connection:
        [charges] = connection.execute(
            "SELECT COUNT(*) FROM ledger_entries WHERE kind = 'charge' AND unit = 'credits' AND price > 0"
        ).fetchone()
    assert charges == STARTS * START_ROUNDS
    log.warning("killed=%d starts_cut_off=%d", START_ROUNDS, cut_off)


async def start(recruiter: Recruiter, interview: Json, acknowledged: set[str]) -> None:
    with interrupted():
        if (await recruiter.start(interview)).is_success:
            acknowledged.add(interview["_id"])


async def complete(recruiter: Recruiter, interview: Json, *, after: float) -> None:
    await asyncio.sleep(after)
    with interrupted():
        await recruiter.complete(interview)


async def start_another(recruiter: Recruiter) -> Json:
    recruiter.appended.clear()
    return await recruiter.start_interview()


PLENTY = 1_000


_MAKE_PLENTY = (
    "INSERT INTO ledger_entries (user_id, unit, kind, amount, balance, key, created_at)"
    " SELECT user_id, 'credits', 'adjustment', ? - credits_remaining, ?, 'plenty:' || hex(randomblob(16)),"
    " datetime('now') FROM billing_accounts",
    "INSERT INTO ledger_entries (user_id, unit, kind, amount, balance, key, created_at)"
    " SELECT user_id, 'documents', 'adjustment', ? - documents_remaining, ?,"
    " 'plenty:' || hex(randomblob(16)), datetime('now') FROM billing_accounts",
)


def pay_for_more(database_file: Path) -> None:
    """While the server is down: credits and documents for many more rounds."""
    with contextlib.closing(sqlite.connect(str(database_file))) as connection, connection:
        for statement in _MAKE_PLENTY:
            connection.execute(statement, (PLENTY, PLENTY))
        connection.execute(
            "UPDATE billing_accounts SET credits_remaining = ?, documents_remaining = ?", (PLENTY, PLENTY)
        )


def let_time_pass(database_file: Path) -> None:
    """While the server is down: make running interviews cost a credit, and pay for more."""
    pay_for_more(database_file)
    with contextlib.closing(sqlite.connect(str(database_file))) as connection, connection:
        connection.execute(
            "UPDATE interviews SET started_at = datetime(started_at, '-30 minutes')"
            " WHERE status = 'in_progress' AND started_at > datetime('now', '-20 minutes')"
        )


def check_charges(database_file: Path) -> None:
    """Every completed interview is charged as it says, once, however often its end was requested."""
    with contextlib.closing(sqlite.connect(str(database_file))) as connection:
        billed = dict(
            connection.execute(
                "SELECT id, billed_credits FROM interviews WHERE status = 'completed' AND billed_credits > 0"
            )
        )
        charges = connection.execute(
            "SELECT subject_id, price FROM ledger_entries"
            " WHERE kind = 'charge' AND unit = 'credits' AND price > 0"
        ).fetchall()
        balances = connection.execute(
            "SELECT a.credits_remaining, SUM(CASE l.unit WHEN 'credits' THEN l.amount ELSE 0 END),"
            " a.documents_remaining, SUM(CASE l.unit WHEN 'documents' THEN l.amount ELSE 0 END)"
            " FROM billing_accounts a JOIN ledger_entries l ON l.user_id = a.user_id GROUP BY a.user_id"
        ).fetchall()
    assert billed
    assert sorted(charges) == sorted(billed.items())
    assert balances
    for credits_left, credits_booked, documents_left, documents_booked in balances:
        assert (credits_left, documents_left) == (credits_booked, documents_booked)
