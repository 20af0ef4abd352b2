"""PostgreSQL or Redis away for a minute in the middle of interviews (`make test-scale`)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.cluster.conftest import Servers
from tests.cluster.proxy import Proxy
from tests.cluster.redis_server import RedisServer
from tests.cluster.visitor import make_pair, talk
from tests.faults.recruiter import Recruiter, eventually
from tests.tools.postgresql_cluster import PostgresqlServer, run_cluster

pytestmark = [pytest.mark.postgresql, pytest.mark.timeout(600)]

AWAY_SECONDS = 60


@pytest.fixture
def postgresql() -> Iterator[PostgresqlServer]:
    """A server for this test alone, which can be stopped."""
    with run_cluster(keeps_commits=True) as server:
        yield server


@pytest.fixture
def database_url(postgresql: PostgresqlServer) -> str:
    return postgresql.url


async def require_complete(recruiter: Recruiter, interview: dict[str, str], lines: int) -> None:
    """Everything that was typed is stored, in order and without gaps."""
    stored = await recruiter.read_lines(interview)
    assert [line["sequence"] for line in stored] == list(range(1, len(stored) + 1))
    texts = list(dict.fromkeys(line["text"] for line in stored))
    assert texts == [f"Line {number}." for number in range(lines)]


@pytest.mark.parametrize("service", ["postgresql", "redis"])
async def test_interviews_in_two_processes_go_on_after_a_minute_without(
    servers: Servers,
    proxy: Proxy,
    recruiter: Recruiter,
    postgresql: PostgresqlServer,
    redis: RedisServer,
    service: str,
) -> None:
    interviews = [await recruiter.start_interview() for _ in servers]
    pairs = [
        make_pair(proxy, recruiter, interview, server=name)
        for interview, name in zip(interviews, servers, strict=True)
    ]
    for visitor in (one for pair in pairs for one in pair):
        await visitor.enter()
    await asyncio.gather(*(talk(*pair, range(5)) for pair in pairs))

    async def can_read(status: int) -> bool:
        answers = [await recruiter.http.get("/api/interviews") for _ in servers]
        return {one.status_code for one in answers} == {status}

    if service == "postgresql":
        await asyncio.to_thread(postgresql.stop)
        await eventually(lambda: can_read(503), seconds=60)
    else:
        await redis.kill()
    talking = asyncio.gather(*(talk(*pair, range(5, 15)) for pair in pairs))
    await asyncio.sleep(AWAY_SECONDS)
    if service == "postgresql":
        # A line is acknowledged only once it is stored.
        assert not talking.done()
        await asyncio.to_thread(postgresql.start)
    else:
        # Rooms do not need Redis.
        assert talking.done()
        await redis.start()
    await talking
    await eventually(lambda: can_read(200), seconds=60)
    await asyncio.gather(*(talk(*pair, range(15, 20)) for pair in pairs))

    for interview, pair in zip(interviews, pairs, strict=True):
        await require_complete(recruiter, interview, 20)
        for visitor in pair:
            await visitor.until(lambda visitor=visitor: len(set(visitor.lines.values())) == 20)
            await visitor.leave()
        assert pair[1].gaps == 0
