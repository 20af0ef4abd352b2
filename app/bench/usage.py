"""`greenroom bench usage`: admin dashboard and usage of a user with millions of engine calls, in ms."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable

import httpx

from app.bench.http_times import NO_MODELS, measure, percentiles
from app.bench.server_process import BenchServer, running_server
from app.bench.usage_data import fill

PERIODS = (7, 30, 90, 365)
"""Days of the periods that the page of a user offers."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--users", type=int, default=1_000, help="number of users")
    parser.add_argument("--interviews", type=int, default=50_000, help="number of interviews")
    parser.add_argument("--engine-calls", type=int, default=2_000_000, help="engine calls of one year")
    parser.add_argument("--recent", type=int, default=2_000, help="those of them that are not rolled up yet")
    parser.add_argument("--calls", type=int, default=60, help="requests of each kind, run sequentially")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Fill a temporary database, then measure a real server over HTTP.

    Times are milliseconds from the request to the complete response, as one browser sees them.
    """
    async with running_server(environment=NO_MODELS) as server, server.client() as client:
        began = time.perf_counter()
        user_ids = await asyncio.to_thread(
            fill,
            server.data_dir / "greenroom.db",
            users=args.users,
            interviews=args.interviews,
            calls=args.engine_calls,
            recent=args.recent,
        )
        filled_seconds = time.perf_counter() - began
        periods = []
        for days in PERIODS:

            async def read_usage(turn: int, days: int = days) -> None:
                user_id = user_ids[turn % len(user_ids)]
                await _get(client, f"/api/admin/users/{user_id}/usage", days=days)

            periods.append({"days": days, **await _measure(server, read_usage, calls=args.calls)})
        dashboard = await _measure(
            server, lambda _turn: _get(client, "/api/admin/dashboard"), calls=args.calls
        )
    return {
        "users": args.users,
        "interviews": args.interviews,
        "engine_calls": args.engine_calls,
        "recent": args.recent,
        "filled_seconds": round(filled_seconds, 1),
        "load_average": round(os.getloadavg()[0], 2),
        "dashboard": dashboard,
        "usage_of_a_user": periods,
    }


async def _measure(
    server: BenchServer, call: Callable[[int], Awaitable[None]], *, calls: int
) -> dict[str, float]:
    """Times of the calls, and the server's processor time per call, which other work hardly changes."""
    busy = server.processor_seconds()
    times = await measure(call, calls=calls)
    busy = server.processor_seconds() - busy
    return {**percentiles(times), "processor_ms": round(busy * 1000 / calls, 2)}


async def _get(client: httpx.AsyncClient, path: str, **query: int) -> None:
    (await client.get(path, params=query)).raise_for_status()
