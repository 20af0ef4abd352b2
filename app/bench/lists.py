"""`greenroom bench lists`: sign-in, lists and search with thousands of records, in milliseconds."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence

import httpx

from app.bench.http_times import NO_MODELS, measure, percentiles
from app.bench.list_data import fill
from app.bench.search_queries import Query, search_queries
from app.bench.server_process import BenchServer, running_server

PATHS = {
    "interviews": "/api/interviews",
    "candidates": "/api/candidates/profiles",
    "job_descriptions": "/api/job-descriptions",
    "users": "/api/admin/users",
}
DEPTHS = (0.0, 0.01, 0.1, 0.5, 0.9, 1.0)
"""Pages to request, as shares of the way to the last one."""
ORDERS = ("updatedAt", "createdAt", "name", "email")
PAGE = 10


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--candidates", type=int, default=50_000, help="number of candidates")
    parser.add_argument(
        "--interviews", type=int, default=10_000, help="number of interviews, one per candidate"
    )
    parser.add_argument("--jobs", type=int, default=2_000, help="number of job descriptions")
    parser.add_argument(
        "--calls", type=int, default=300, help="total number of list calls, one after the other"
    )
    parser.add_argument(
        "--searches", type=int, default=60, help="number of searches of each kind, one after the other"
    )
    parser.add_argument("--sign-ins", type=int, default=20, help="number of sign-ins, one after the other")
    parser.add_argument(
        "--database-url", metavar="URL", help="an empty PostgreSQL database to measure instead of SQLite"
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Fill the database, then measure a real server over HTTP.

    Times are milliseconds from the request to the complete response, as one browser sees them.
    """
    async with (
        running_server(environment=NO_MODELS, database_url=args.database_url) as server,
        server.client() as client,
    ):
        await asyncio.to_thread(
            fill,
            server.database_url,
            owner=server.username,
            interviews=args.interviews,
            candidates=args.candidates,
            jobs=args.jobs,
        )
        sign_in = await measure(lambda _turn: _sign_in(client, server), calls=args.sign_ins)
        calls = max(1, args.calls // len(PATHS))
        lists = []
        for name, path in PATHS.items():
            total = await _total(client, path)
            times = await measure(_pages(client, path, total=total), calls=calls)
            lists.append({"list": name, "total": total, **percentiles(times)})
        orders = []
        for order in ORDERS:
            total = await _total(client, PATHS["candidates"])
            times = await measure(
                _pages(client, PATHS["candidates"], total=total, sort=order), calls=2 * len(DEPTHS)
            )
            orders.append({"candidates_by": order, **percentiles(times)})
        searches: list[dict[str, object]] = []
        all_times: list[float] = []
        for kind, queries in search_queries(args.searches).items():
            busy = server.processor_seconds()
            times = await measure(_searches(client, queries), calls=len(queries))
            busy = server.processor_seconds() - busy
            all_times += times
            # The minimum is least affected by other work of the machine.
            processor = {"processor_ms": round(busy * 1000 / len(queries), 2)}
            searches.append({"search": kind, "calls": len(queries), **percentiles(times), **processor})
        dashboard = await measure(lambda _turn: _get(client, "/api/admin/dashboard"), calls=calls)
    return {
        "candidates": args.candidates,
        "interviews": args.interviews,
        "job_descriptions": args.jobs,
        "load_average": round(os.getloadavg()[0], 2),
        "sign_in": percentiles(sign_in),
        "lists": lists,
        "orders": orders,
        "searches": searches,
        "all_searches": percentiles(all_times),
        "dashboard": percentiles(dashboard),
    }


async def _sign_in(client: httpx.AsyncClient, server: BenchServer) -> None:
    body = {"username": server.username, "password": server.password}
    (await client.post("/api/admin/login", json=body)).raise_for_status()


async def _get(client: httpx.AsyncClient, path: str, **query: int | str) -> None:
    (await client.get(path, params=query)).raise_for_status()


async def _total(client: httpx.AsyncClient, path: str) -> int:
    return int((await client.get(path)).raise_for_status().json()["pagination"]["total"])


def _pages(
    client: httpx.AsyncClient, path: str, *, total: int, **query: str
) -> Callable[[int], Awaitable[None]]:
    """Requests for pages near the start, in the middle and at the end, in turn."""
    last = max(1, -(-total // PAGE))

    async def call(turn: int) -> None:
        page = 1 + round(DEPTHS[turn % len(DEPTHS)] * (last - 1))
        await _get(client, path, page=page, limit=PAGE, **query)

    return call


def _searches(client: httpx.AsyncClient, queries: Sequence[Query]) -> Callable[[int], Awaitable[None]]:
    async def call(turn: int) -> None:
        path, query = queries[turn]
        await _get(client, path, limit=PAGE, **query)

    return call
