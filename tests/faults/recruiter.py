"""A recruiter at a server that fails now and then: remembers what the server acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.server_process import ADMIN, PASSWORD

Json = dict[str, Any]


@dataclass
class Recruiter:
    http: httpx.AsyncClient
    appended: list[str] = field(default_factory=list)
    """Ids of transcript lines that the server acknowledged, in that order."""
    uploaded: list[str] = field(default_factory=list)
    """Ids of documents that the server acknowledged."""

    async def sign_in(self) -> httpx.Response:
        response = await self.http.post("/api/admin/login", json={"username": ADMIN, "password": PASSWORD})
        if response.is_success:
            self.http.headers["Authorization"] = f"Bearer {response.json()['token']}"
        return response

    async def prepare_interview(self) -> Json:
        """A new interview whose candidate has consented."""
        made: Json = (await self.http.post("/api/interviews", json={})).json()["interview"]
        consent = f"/api/interviews/candidate/{made['candidateToken']}/consent"
        await self.http.post(consent, json={"accepted": True})
        return made

    async def start(self, interview: Json) -> httpx.Response:
        return await self.http.patch(f"/api/interviews/recruiter/{interview['_id']}/start")

    async def start_interview(self) -> Json:
        made = await self.prepare_interview()
        started = await self.start(made)
        assert started.status_code == 200, started.text
        return made

    async def read_interview(self, interview: Json) -> Json:
        response = await self.http.get(f"/api/interviews/{interview['_id']}")
        assert response.status_code == 200, response.text
        body: Json = response.json()["interview"]
        return body

    async def complete(self, interview: Json) -> httpx.Response:
        return await self.http.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")

    async def append(self, interview: Json, line_id: str) -> httpx.Response:
        line = {"_id": line_id, "speaker": "candidate", "text": f"Line {line_id}."}
        response = await self.http.post(
            f"/api/interview/{interview['_id']}/transcript/append", json={"segments": [line]}
        )
        if response.is_success and line_id not in self.appended:
            self.appended.append(line_id)
        return response

    async def read_lines(self, interview: Json) -> list[Json]:
        response = await self.http.get(f"/api/interview/{interview['_id']}/transcript")
        assert response.status_code == 200, response.text
        lines: list[Json] = response.json()["data"]["segments"]
        return lines

    async def upload(self, text: str) -> httpx.Response:
        batch = await self.http.post("/api/document-batches")
        if not batch.is_success:
            return batch
        path = f"/api/document-batches/{batch.json()['data']['batchId']}/documents"
        response = await self.http.post(
            path, params={"wait": "false"}, files={"document": ("cv.txt", text.encode())}
        )
        if response.is_success:
            self.uploaded.append(response.json()["data"]["document"]["_id"])
        return response

    async def measure_health(self) -> float:
        """Seconds until the server answered that it is alive."""
        began = time.monotonic()
        assert (await self.http.get("/api/health", timeout=5)).status_code == 200
        return time.monotonic() - began


async def eventually(check: Callable[[], Awaitable[bool]], *, seconds: float = 30.0) -> None:
    """Wait until ``check()`` is true."""
    async with asyncio.timeout(seconds):
        while not await check():
            await asyncio.sleep(0.1)


@contextlib.contextmanager
def interrupted() -> Iterator[None]:
    """Requests that a killed server leaves without an answer."""
    with contextlib.suppress(httpx.TransportError):
        yield
