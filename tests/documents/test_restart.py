"""Power loss during a batch: after a kill and a restart nothing is lost or duplicated."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.documents import samples
from tests.server_process import ADMIN, PASSWORD, ServerProcess

Json = dict[str, Any]
DOCUMENTS = 10


@pytest.fixture
async def process(tmp_path: Path, migrated_database: Path) -> AsyncIterator[ServerProcess]:
    shutil.copy(migrated_database, tmp_path / "greenroom.db")
    server = ServerProcess(
        tmp_path, models_dir=tmp_path / "no-models", settings={"GREENROOM_LOG_LEVEL": "ERROR"}
    )
    yield server
    await server.kill()


async def sign_in(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/admin/login", json={"username": ADMIN, "password": PASSWORD})
    client.headers["Authorization"] = f"Bearer {response.json()['token']}"


async def read_batch(client: httpx.AsyncClient, batch_id: str) -> list[Json]:
    documents: list[Json] = (await client.get(f"/api/document-batches/{batch_id}")).json()["data"][
        "documents"
    ]
    return documents


async def read_allowance(client: httpx.AsyncClient) -> int:
    return int((await client.get("/api/billing/summary")).json()["data"]["documents"]["remaining"])


async def test_a_kill_during_a_batch_loses_and_duplicates_nothing(
    process: ServerProcess, tmp_path: Path
) -> None:
    await process.start()
    async with httpx.AsyncClient(base_url=process.url, timeout=60) as client:
        await sign_in(client)
        before = await read_allowance(client)
        batch_id = (await client.post("/api/document-batches")).json()["data"]["batchId"]
        names = []
        for number in range(DOCUMENTS):
            # Distinct people; the last two files are identical.
            person = min(number, DOCUMENTS - 2)
            text = samples.CV.replace("nora.lindqvist@", f"nora{person}@")
            content = samples.make_pdf(text) if person % 2 else text.encode()
            response = await client.post(
                f"/api/document-batches/{batch_id}/documents?wait=false",
                files={"document": (f"{number}.pdf", content)},
            )
            assert response.status_code == 202, response.text
            names.append(response.json()["data"]["document"]["_id"])
        async with asyncio.timeout(120):
            while not any(
                one["processingStatus"] == "completed" for one in await read_batch(client, batch_id)
            ):
                await asyncio.sleep(0.02)
        await process.kill()
    cut = tmp_path / "documents" / f"{'0' * 32}.part"
    cut.write_bytes(b"an upload that the cut ended")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(cut, (two_days_ago, two_days_ago))

    await process.start()
    async with httpx.AsyncClient(base_url=process.url, timeout=60) as client:
        await sign_in(client)
        async with asyncio.timeout(120):
            while True:
                documents = await read_batch(client, batch_id)
                if all(one["processingStatus"] in {"completed", "failed"} for one in documents):
                    break
                await asyncio.sleep(0.02)
        assert sorted(one["_id"] for one in documents) == sorted(names)
        assert [(one["processingStatus"], one["error"]) for one in documents] == [
            ("completed", None)
        ] * DOCUMENTS
        assert {one["detectedType"]["type"] for one in documents} == {"cv"}
        assert len([one for one in documents if one["sameAsId"]]) == 1
        assert await read_allowance(client) == before - (DOCUMENTS - 1)
        preview = (await client.get(f"/api/document-batches/{batch_id}/preview")).json()["data"]
        assert (len(preview["candidates"]), preview["pending"]) == (DOCUMENTS, 0)
    files = [path for path in (tmp_path / "documents").iterdir() if not path.name.startswith(".")]
    assert sorted(path.name for path in files) == sorted(names)
