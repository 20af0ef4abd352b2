"""Rooms and background work among several processes, on PostgreSQL without Redis (`make test-scale`)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.core.cluster import Cluster, RoomElsewhere
from app.core.database import Database
from tests.server_process import find_free_port

pytestmark = pytest.mark.postgresql


@asynccontextmanager
async def member(database: Database, name: str) -> AsyncIterator[Cluster]:
    cluster = Cluster(database, redis_url=f"redis://127.0.0.1:{find_free_port()}", server_name=name)
    yield cluster
    await cluster.stop()


async def test_a_room_names_the_process_that_has_it(database: Database) -> None:
    async with member(database, "a") as a, member(database, "b") as b:
        await a.claim_room("1")
        await b.claim_room("2")
        with pytest.raises(RoomElsewhere) as refusal:
            await b.claim_room("1")
        assert refusal.value.body()["server"] == "a"
        assert (a.list_rooms(), b.list_rooms()) == ({"1"}, {"2"})
        await a.release_room("1")
        await b.claim_room("1")


async def test_a_transcript_is_not_complete_while_another_process_stores_it(database: Database) -> None:
    async with member(database, "a") as a, member(database, "b") as b:
        await a.claim_transcript("1")
        assert await b.is_transcribed_elsewhere("1")
        assert not await a.is_transcribed_elsewhere("1")
        assert not await b.is_transcribed_elsewhere("2")
        await a.release_transcript("1")
        assert not await b.is_transcribed_elsewhere("1")


async def test_one_process_does_the_background_work_until_it_ends(database: Database) -> None:
    async with member(database, "b") as b:
        taken: list[str] = []

        async def take_over() -> None:
            taken.append("b")

        b.on_background.append(take_over)
        async with member(database, "a") as a:
            await a.start(installation_id="test")
            await b.start(installation_id="test")
            assert (a.is_background, b.is_background) == (True, False)
        await b._check()
        assert b.is_background
        assert taken == ["b"]


async def test_a_process_that_cannot_take_over_leaves_the_work_to_others(database: Database) -> None:
    async def fail() -> None:
        raise RuntimeError("the disk is full")

    async with member(database, "a") as a, member(database, "b") as b:
        a.on_background.append(fail)
        with pytest.raises(RuntimeError, match="disk is full"):
            await a._check()
        assert not a.is_background
        await b._check()
        assert b.is_background
