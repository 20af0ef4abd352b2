"""Hostile HTTP requests of `greenroom bench hostile`: floods, bombs and guesses."""

from __future__ import annotations

import asyncio
import io
import itertools
import random
import zipfile
import zlib
from collections.abc import Awaitable, Callable

import httpx
import numpy as np
import soundfile

from app.bench.hostile_target import Target
from models.ports import SAMPLE_RATE

_PARALLEL = 8
_MEGABYTE = 1_000_000


async def _repeat(
    target: Target,
    send: Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]],
    *,
    is_signed_in: bool = True,
    parallel: int = _PARALLEL,
) -> None:
    """Send requests without a pause, several at a time. Each gets a number of its own."""
    numbers = itertools.count()
    async with target.client(is_signed_in=is_signed_in) as client:

        async def work() -> None:
            for number in numbers:
                try:
                    target.count(await send(client, number))
                except httpx.TransportError:
                    target.answers["closed"] += 1

        await asyncio.gather(*(work() for _ in range(parallel)))


_TEXTS = (
    "PROJECTS\n2019 - 2021 remote" + "," * 2_000 + "X\n",
    "at " + "A" * 20_000 + "!",
    "EXPERIENCE\n" + "2019 - " * 5_000,
    "A levels in " + "a, " * 5_000 + "and b\nEducation\n",
    "(" + "m " * 10_000 + "!",
    "Skills: " + "/" * 50_000,
    "We are looking for " + "5+ years of " * 4_000,
    "S U M M A R Y " * 4_000,
)


async def send_patterns(target: Target) -> None:
    """Texts on which backtracking patterns would run forever."""

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        kind = ("cv", "job_description")[number % 2]
        body = {"type": kind, "text": _TEXTS[number // 2 % len(_TEXTS)]}
        return await client.post("/api/documents/parse", json=body)

    await _repeat(target, send)


def _make_docx_bomb() -> bytes:
    """A DOCX of 200 kB that unpacks to 200 MB."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as part:
            part.write(b"<w:document>")
            for _ in range(200):
                part.write(b" " * _MEGABYTE)
    return buffer.getvalue()


def _make_pdf(pages: str, content: bytes) -> bytes:
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count 1000000/Kids[{pages}]>>".encode(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content),
    ]
    body = b"%PDF-1.7\n"
    for number, one in enumerate(objects, start=1):
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    return body + b"trailer<</Root 1 0 R/Size 5>>\n%%EOF"


async def send_documents(target: Target) -> None:
    """Archives and page contents that unpack to hundreds of megabytes, and page trees without end."""
    files = (
        _make_docx_bomb(),
        _make_pdf("3 0 R", zlib.compress(b"0 0 m 9 9 l S\n" * 10_000_000, 9)),
        _make_pdf("2 0 R " * 1_000, zlib.compress(b"")),
        _make_pdf("3 0 R " * 100_000, zlib.compress(b"BT ET ")),
        bytes(8 * _MEGABYTE),
    )

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        content = files[number % len(files)]
        return await client.post("/api/documents/convert", files={"document": ("cv.pdf", content)})

    await _repeat(target, send)


def _make_silence() -> bytes:
    """Two hours of silence: half a megabyte as FLAC, 230 MB decoded."""
    buffer = io.BytesIO()
    with soundfile.SoundFile(buffer, "w", SAMPLE_RATE, 1, format="FLAC") as file:
        minute = np.zeros(60 * SAMPLE_RATE, dtype="int16")
        for _ in range(120):
            file.write(minute)
    return buffer.getvalue()


async def send_recordings(target: Target) -> None:
    """Forty recordings of two hours at once."""
    silence = _make_silence()

    async def send(client: httpx.AsyncClient, _number: int) -> httpx.Response:
        return await client.post("/api/transcription/whisper", files={"file": ("a.flac", silence)})

    await _repeat(target, send, parallel=40)


async def send_large_bodies(target: Target) -> None:
    """Ten megabytes of JSON and of a file before any sign-in."""
    body = b'{"username":"' + b"a" * (10 * _MEGABYTE) + b'"}'

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        path = ("/api/admin/login", "/api/documents/convert")[number % 2]
        return await client.post(path, content=body, headers={"Content-Type": "application/json"})

    await _repeat(target, send, is_signed_in=False)


async def send_passwords(target: Target) -> None:
    """Wrong passwords from a new network each time."""

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        body = {"username": f"user{number % 1_000}", "password": f"guess {number}"}
        # The server believes the address, because this machine counts as a reverse proxy.
        address = f"198.18.{number // 250 % 250}.{number % 250}"
        return await client.post("/api/admin/login", json=body, headers={"X-Forwarded-For": address})

    await _repeat(target, send, is_signed_in=False, parallel=20)


async def send_links(target: Target) -> None:
    """Guessed links of candidates."""

    async def send(client: httpx.AsyncClient, _number: int) -> httpx.Response:
        return await client.get(f"/api/interviews/candidate/{random.randbytes(32).hex()}")  # noqa: S311

    await _repeat(target, send, is_signed_in=False)


async def send_searches(target: Target) -> None:
    """Search texts of wildcards and of quotes, as long as the HTTP client sends them."""
    texts = ("a" * 60_000, "%_" * 10_000, '"' * 20_000, "a* OR " * 5_000, "(" * 20_000)

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        query = {"q": texts[number % len(texts)]}
        return await client.get("/api/candidates/search", params=query)

    await _repeat(target, send)


async def send_ranges(target: Target) -> None:
    """Requests for ten thousand parts of a file at once."""
    async with target.client(is_signed_in=True) as client:
        made = await client.post(
            "/api/documents/process", files={"document": ("cv.txt", b"Jane Roe\nNurse\n" * 2_000)}
        )
        document_id = made.raise_for_status().json()["data"]["document"]["_id"]
    ranges = "bytes=" + ",".join(f"{start}-{start}" for start in range(0, 20_000, 2))

    async def send(client: httpx.AsyncClient, _number: int) -> httpx.Response:
        return await client.get(f"/api/documents/{document_id}/file", headers={"Range": ranges})

    await _repeat(target, send)
