"""A full disk, and a locked or read-only database: refused clearly, nothing lost (fault 17)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pysqlite3.dbapi2 as sqlite
from sqlalchemy import event

from app.core.database import Database
from tests.conftest import Person
from tests.documents import samples
from tests.faults.conftest import Faults
from tests.faults.recruiter import Recruiter
from tests.server_process import ServerProcess

LOCKED_SECONDS = 10.0
WRITERS = 30


async def test_a_full_disk_is_reported_and_survived(
    recruiter: Recruiter, faults: Faults, server: ServerProcess
) -> None:
    interview = await recruiter.start_interview()
    assert (await recruiter.append(interview, "before")).is_success
    faults.fill_disk()
    append = await recruiter.append(interview, "line")
    assert (append.status_code, append.json()["code"]) == (507, "DISK_FULL")
    upload = await recruiter.upload(samples.CV)
    assert (upload.status_code, upload.json()["code"]) == (507, "DISK_FULL")
    assert [line["_id"] for line in await recruiter.read_lines(interview)] == ["before"]
    assert await recruiter.measure_health() < 1
    faults.fill_disk(False)
    assert (await recruiter.append(interview, "line")).is_success
    assert (await recruiter.upload(samples.CV)).is_success
    assert [line["_id"] for line in await recruiter.read_lines(interview)] == ["before", "line"]


async def test_pages_are_read_while_another_program_locks_the_database(
    recruiter: Recruiter, database_file: Path
) -> None:
    """More writers wait than there are connections, for longer than they may. Reading goes on."""
    interview = await recruiter.start_interview()
    other = sqlite.connect(str(database_file), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = [
        asyncio.create_task(recruiter.append(interview, f"line-{number}")) for number in range(WRITERS)
    ]
    loop = asyncio.get_running_loop()
    end = loop.time() + LOCKED_SECONDS
    rounds = 0
    while loop.time() < end:
        await recruiter.read_lines(interview)
        await recruiter.measure_health()
        rounds += 1
        await asyncio.sleep(0.1)
    other.execute("ROLLBACK")
    other.close()
    answers = await asyncio.gather(*writing)
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert all(answer.headers["Retry-After"] for answer in answers if answer.status_code == 503)
    # If reading waited as writing does, there would be two.
    assert rounds > 2
    stored = {line["_id"] for line in await recruiter.read_lines(interview)}
    assert stored == set(recruiter.appended)
    assert (await recruiter.append(interview, "after")).is_success


def test_a_read_only_database_is_reported(alice: Person, database: Database) -> None:
    def forbid(connection: sqlite.Connection, *_: object) -> None:
        if database.engine.dialect.name == "sqlite":
            connection.execute("PRAGMA query_only=ON")
        else:
            connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
            connection.commit()

    database.engine.dispose()
    event.listen(database.engine, "connect", forbid)
    refused = alice.post("/api/interviews", json={})
    assert (refused.status_code, refused.json()["code"]) == (503, "DATABASE_READ_ONLY")
    assert alice.get("/api/interviews").status_code == 200
    event.remove(database.engine, "connect", forbid)
    database.engine.dispose()
    assert alice.post("/api/interviews", json={}).status_code == 200
