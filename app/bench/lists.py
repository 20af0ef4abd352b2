"""`greenroom bench lists`: sign-in, lists and search with thousands of records, in milliseconds."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

import httpx

from app.bench.http_times import NO_MODELS, measure_in_turn, percentiles
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
"""Pages to request, as fractions of the last page number."""
ORDERS = ("updatedAt", "createdAt", "name", "email")
PAGE = 10

Metrics = dict[str, dict[str, float]]
"""Percentiles of the calls, by what was called."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--candidates", type=int, default=50_000, help="number of candidates")
    parser.add_argument(
        "--interviews", type=int, default=10_000, help="number of interviews, one per candidate"
    )
    parser.add_argument("--jobs", type=int, default=2_000, help="number of job descriptions")
    parser.add_argument("--calls", type=int, default=300, help="total number of list calls, run sequentially")
    parser.add_argument(
        "--searches", type=int, default=60, help="number of searches of each kind, run sequentially"
    )
    parser.add_argument("--sign-ins", type=int, default=20, help="number of sign-ins, run sequentially")
    parser.add_argument(
        "--database-url", metavar="URL", help="an empty PostgreSQL database to measure instead of SQLite"
    )
    parser.add_argument(
        "--beside-sqlite",
        action="store_true",
        help="measure SQLite too, both call by call in turn, and compare them",
    )


@dataclass(frozen=True, slots=True)
class _Target:
    """One server, and a browser that is signed in to it."""

    server: BenchServer
    client: httpx.AsyncClient


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Fill the database, then measure a real server over HTTP.

    Times are milliseconds from the request to the complete response, as one browser sees them. With
    ``args.beside_sqlite``, two servers take turns, and ``p95_ratios`` compares their 95th percentiles.
    """
    urls = [None, args.database_url] if args.beside_sqlite else [args.database_url]
    async with AsyncExitStack() as stack:
        targets = [await _prepare(stack, url, args) for url in urls]
        figures = await _measure(targets, args)
    result: dict[str, object] = {
        "candidates": args.candidates,
        "interviews": args.interviews,
        "job_descriptions": args.jobs,
        "load_average": round(os.getloadavg()[0], 2),
    }
    if not args.beside_sqlite:
        return {**result, **figures[0]}
    sqlite, postgresql = figures
    return {
        **result,
        "p95_ratios": _compare(sqlite, postgresql),
        "sqlite": sqlite,
        "postgresql": postgresql,
    }


async def _prepare(stack: AsyncExitStack, url: str | None, args: argparse.Namespace) -> _Target:
    server = await stack.enter_async_context(running_server(environment=NO_MODELS, database_url=url))
    client = await stack.enter_async_context(server.client())
    await asyncio.to_thread(
        fill,
        server.database_url,
        owner=server.username,
        interviews=args.interviews,
        candidates=args.candidates,
        jobs=args.jobs,
    )
    return _Target(server, client)


async def _measure(targets: Sequence[_Target], args: argparse.Namespace) -> list[Metrics]:
    """The metrics of each server."""
    figures: list[Metrics] = [{} for _ in targets]

    async def measure_all(
        make: Callable[[_Target], Callable[[int], Awaitable[None]]], *, calls: int
    ) -> list[list[float]]:
        return await measure_in_turn([make(target) for target in targets], calls=calls)

    def note(part: str, times: Sequence[Sequence[float]]) -> None:
        for one, milliseconds in zip(figures, times, strict=True):
            one[part] = percentiles(milliseconds)

    note("sign_in", await measure_all(_sign_in, calls=args.sign_ins))
    calls = max(1, args.calls // len(PATHS))
    for name, path in PATHS.items():
        total = await _total(targets[0].client, path)
        note(f"list of {name}", await measure_all(_pages(path, total=total), calls=calls))
    total = await _total(targets[0].client, PATHS["candidates"])
    for order in ORDERS:
        pages = _pages(PATHS["candidates"], total=total, sort=order)
        note(f"candidates by {order}", await measure_all(pages, calls=2 * len(DEPTHS)))
    all_times: list[list[float]] = [[] for _ in targets]
    for kind, queries in search_queries(args.searches).items():
        busy = [target.server.processor_seconds() for target in targets]
        times = await measure_all(_searches(queries), calls=len(queries))
        note(f"search: {kind}", times)
        for target, one, before, all_of_one, new in zip(
            targets, figures, busy, all_times, times, strict=True
        ):
            # The minimum is least affected by other work on the machine.
            used = target.server.processor_seconds() - before
            one[f"search: {kind}"]["processor_ms"] = round(used * 1000 / len(queries), 2)
            all_of_one.extend(new)
    note("all_searches", all_times)
    note("dashboard", await measure_all(_get_dashboard, calls=calls))
    return figures


def _compare(first: Metrics, second: Metrics) -> dict[str, float]:
    """Ratio of the 95th percentiles: second server to first."""
    return {part: round(second[part]["p95_ms"] / first[part]["p95_ms"], 2) for part in first}


def _sign_in(target: _Target) -> Callable[[int], Awaitable[None]]:
    async def call(_turn: int) -> None:
        body = {"username": target.server.username, "password": target.server.password}
        (await target.client.post("/api/admin/login", json=body)).raise_for_status()

    return call


def _get_dashboard(target: _Target) -> Callable[[int], Awaitable[None]]:
    return lambda _turn: _get(target.client, "/api/admin/dashboard")


async def _get(client: httpx.AsyncClient, path: str, **query: int | str) -> None:
    (await client.get(path, params=query)).raise_for_status()


async def _total(client: httpx.AsyncClient, path: str) -> int:
    return int((await client.get(path)).raise_for_status().json()["pagination"]["total"])


def _pages(path: str, *, total: int, **query: str) -> Callable[[_Target], Callable[[int], Awaitable[None]]]:
    """Requests for pages near the start, in the middle and at the end, in turn."""
    last = max(1, -(-total // PAGE))

    def make(target: _Target) -> Callable[[int], Awaitable[None]]:
        async def call(turn: int) -> None:
            page = 1 + round(DEPTHS[turn % len(DEPTHS)] * (last - 1))
            await _get(target.client, path, page=page, limit=PAGE, **query)

        return call

    return make


def _searches(queries: Sequence[Query]) -> Callable[[_Target], Callable[[int], Awaitable[None]]]:
    def make(target: _Target) -> Callable[[int], Awaitable[None]]:
        async def call(turn: int) -> None:
            path, query = queries[turn]
            await _get(target.client, path, limit=PAGE, **query)

        return call

    return make
