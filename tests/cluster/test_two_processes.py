"""Two server processes on one PostgreSQL database and one Redis: `make test-scale` runs these tests.

The lines are typed and the audio is silence, so no model is needed: what passes between the processes and
what survives one of them does not depend on who wrote a line.
"""

from __future__ import annotations

import asyncio

import httpx
import psutil
import pytest

from tests.cluster.conftest import Servers
from tests.cluster.proxy import Caddy, Nginx, Proxy, RoomProxy
from tests.cluster.redis_server import RedisServer
from tests.cluster.visitor import Json, make_pair, talk
from tests.faults.recruiter import Recruiter, eventually
from tests.server_process import ServerProcess

pytestmark = [pytest.mark.postgresql, pytest.mark.timeout(400)]


every_proxy = pytest.mark.parametrize("proxy_type", [RoomProxy, Nginx, Caddy])


def count_connections(process: psutil.Process, port: int) -> int:
    """Open connections that a process and its children have made to a port."""
    return sum(
        connection.status == psutil.CONN_ESTABLISHED and connection.raddr.port == port
        for one in [process, *process.children(recursive=True)]
        for connection in one.net_connections(kind="tcp")
        if connection.raddr
    )


async def read_cluster(server: ServerProcess) -> Json:
    async with httpx.AsyncClient(base_url=server.url) as http:
        health: Json = (await http.get("/api/health")).json()
    return health


@every_proxy
async def test_a_killed_process_takes_no_other_room_with_it_and_its_own_room_goes_on(
    servers: Servers, proxy: Proxy, recruiter: Recruiter
) -> None:
    first = await recruiter.start_interview()
    second = await recruiter.start_interview()
    alice_1, cara_1 = make_pair(proxy, recruiter, first, server="a")
    alice_2, cara_2 = make_pair(proxy, recruiter, second, server="b")
    everyone = (alice_1, cara_1, alice_2, cara_2)
    for visitor in everyone:
        await visitor.enter()
    # All four browsers, which are in this process, are at the proxy, and the proxy is at both servers.
    assert count_connections(psutil.Process(), proxy.port) == len(everyone)
    for server in servers.values():
        assert count_connections(proxy.process, server.port) >= 2

    await asyncio.gather(talk(alice_1, cara_1, range(5)), talk(alice_2, cara_2, range(5)))
    talking = asyncio.ensure_future(
        asyncio.gather(talk(alice_1, cara_1, range(5, 25)), talk(alice_2, cara_2, range(5, 25)))
    )
    await cara_1.until(lambda: len(cara_1.lines) > 10)
    await cara_2.until(lambda: len(cara_2.lines) > 10)
    await servers["a"].kill()
    await talking

    # The room of b: one join, no gap, and every line was shown live, in order.
    for visitor in (alice_2, cara_2):
        assert len(visitor.joins) == 1
        await visitor.until(lambda visitor=visitor: len(visitor.lines) == 25)
        assert [visitor.lines[number] for number in sorted(visitor.lines)] == [
            f"Line {n}." for n in range(25)
        ]
    assert cara_2.gaps == 0
    assert cara_2.acknowledged == 75

    # The room of a: both are together again and go on, and nothing that was acknowledged is missing.
    for visitor in (alice_1, cara_1):
        await visitor.until(lambda visitor=visitor: len(visitor.joins) > 1)
    await talk(alice_1, cara_1, range(25, 30))
    spoken = {f"Line {n}." for n in range(30)}
    for visitor in (alice_1, cara_1):
        await visitor.until(lambda visitor=visitor: set(visitor.lines.values()) == spoken)
    await cara_1.until(lambda: set(cara_1.states[-1]["participants"]) == {"recruiter", "candidate"})
    stored = await recruiter.read_lines(first)
    assert [line["sequence"] for line in stored] == list(range(1, len(stored) + 1))
    assert {line["text"] for line in stored} == spoken

    # b does the background work now. When a is back, it sends newcomers of that room to b.
    async def has_taken_over() -> bool:
        return bool((await read_cluster(servers["b"]))["cluster"]["doesBackgroundWork"])

    await eventually(has_taken_over)
    await servers["a"].start()
    late = make_pair(proxy, recruiter, first, server="a")[1]
    await late.enter()
    assert late.redirects == ["b"]
    await late.until(lambda: len(late.lines) == len(stored))
    for visitor in (*everyone, late):
        await visitor.leave()


@every_proxy
async def test_a_participant_at_the_wrong_process_is_sent_to_the_right_one(
    servers: Servers, proxy: Proxy, recruiter: Recruiter
) -> None:
    # Not started: there is no transcript yet that could show where the room is.
    interview = (await recruiter.http.post("/api/interviews", json={})).json()["interview"]
    consent = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
    await recruiter.http.post(consent, json={"accepted": True})
    alice, _ = make_pair(proxy, recruiter, interview, server="a")
    _, cara = make_pair(proxy, recruiter, interview, server="b")
    await alice.enter()
    await cara.enter()
    assert cara.redirects == ["a"]
    assert set(cara.joins[0]["participants"]) == {"recruiter", "candidate"}
    await alice.leave()
    await cara.leave()


async def test_a_room_goes_on_without_redis_and_learns_late_what_others_did(
    servers: Servers, proxy: Proxy, recruiter: Recruiter, redis: RedisServer
) -> None:
    interview = await recruiter.start_interview()
    alice, cara = make_pair(proxy, recruiter, interview, server="a")
    await alice.enter()
    await cara.enter()

    async def is_redis(state: str) -> bool:
        return {(await read_cluster(one))["cluster"]["redis"] for one in servers.values()} == {state}

    await eventually(lambda: is_redis("ok"))
    await redis.kill()
    await alice.type_line("Redis is away.")
    await cara.send_frames(5)
    await cara.until(lambda: "Redis is away." in cara.lines.values())
    await eventually(lambda: is_redis("failed"))
    assert (await read_cluster(servers["a"]))["status"] == "degraded"
    # The other process ends the interview, but cannot announce it.
    async with httpx.AsyncClient(
        base_url=servers["b"].url, headers=recruiter.http.headers, timeout=60
    ) as other:
        assert (await other.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")).is_success
    await alice.until(lambda: alice.states[-1]["status"] == "completed")
    assert len(alice.joins) == 1
    await redis.start()
    await eventually(lambda: is_redis("ok"))
    await alice.leave()
    await cara.leave()


async def test_a_change_in_one_process_reaches_a_room_in_the_other(
    servers: Servers, proxy: Proxy, recruiter: Recruiter
) -> None:
    interview = await recruiter.start_interview()
    alice, _ = make_pair(proxy, recruiter, interview, server="a")
    await alice.enter()
    async with httpx.AsyncClient(
        base_url=servers["b"].url, headers=recruiter.http.headers, timeout=60
    ) as other:
        line = {"_id": "a-line", "speaker": "candidate", "text": "From the other process."}
        path = f"/api/interview/{interview['_id']}/transcript/append"
        assert (await other.post(path, json={"segments": [line]})).is_success
        await alice.until(lambda: "From the other process." in alice.lines.values())
        assert (await other.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")).is_success
    await alice.until(lambda: alice.states[-1]["status"] == "completed")
    await alice.leave()
