"""Questions that are written while the speech bench plays interviews."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.bench.server_process import BenchServer

_JOB = """Shift Lead, Warehouse
Ostfield Parcels, Tromsø

Responsibilities
- Plan the shifts of 14 warehouse workers
- Move the invoices of two branches to one system
- Train new drivers on the tail lift
- Check deliveries against the order and settle differences with the carrier
- Cut the waiting time at the loading dock

Requirements
- Three years of experience as a shift lead or dispatcher
- A forklift license
- Confident use of a warehouse management system
- Experience with audits of dangerous goods
"""
_DISTRIBUTION = {"behavioral": 4, "technical": 6}


@asynccontextmanager
async def writing_questions(server: BenchServer, *, enabled: bool) -> AsyncIterator[list[str]]:
    """If enabled, write sets of ten questions one after the other; yields the list they are added to.

    Raises httpx.HTTPError at the end if that failed.
    """
    written: list[str] = []
    writing = asyncio.create_task(_write_questions(server, written)) if enabled else None
    try:
        yield written
    finally:
        if writing is not None:
            writing.cancel()
            failed = (await asyncio.gather(writing, return_exceptions=True))[0]
            if isinstance(failed, Exception):
                raise failed


async def _write_questions(server: BenchServer, written: list[str]) -> None:
    async with server.client() as http:
        read = await http.post(
            "/api/documents/process",
            files={"document": ("job.txt", _JOB.encode())},
            data={"type": "job_description"},
        )
        read.raise_for_status()
        job_id = read.json()["data"]["jobDescription"]["_id"]
        while True:
            created = await http.post("/api/interviews", json={"title": "Questions"})
            created.raise_for_status()
            answer = await http.post(
                "/api/questions/generate",
                json={
                    "interviewId": created.json()["interview"]["_id"],
                    "context": {"jobDescriptionId": job_id},
                    "distribution": _DISTRIBUTION,
                },
            )
            answer.raise_for_status()
            written += [one["question"] for one in answer.json()["questions"]]
