"""Uploading hostile files together: one sentence each, the other files unaffected, nothing charged."""

from __future__ import annotations

import asyncio
from pathlib import Path

from app.core.database import Database
from app.core.state import AppState
from app.documents import service
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.tables import Document
from app.documents.unreadable import REASONS
from tests.documents import samples
from tests.documents.pipeline.actions import read_allowance, read_document, receive


async def test_each_nasty_upload_fails_with_its_own_sentence(
    state: AppState,
    database: Database,
    workers: DocumentWorkers,
    owner_id: str,
    batch_id: str,
    shared_data: Path,
) -> None:
    before = read_allowance(database, owner_id)
    files = sorted((shared_data / "nasty").iterdir())
    assert files
    contents = [(path.name, path.read_bytes()) for path in files]
    contents += [("empty.txt", b""), ("renamed.pdf", b"MZ\x90\x00" + bytes(200)), ("nul.txt", bytes(500))]
    good = {"cv.txt": samples.CV.encode(), "job.pdf": samples.make_pdf(samples.JOB)}
    half = len(contents) // 2
    dropped = [*contents[:half], *good.items(), *contents[half:]]
    ids = {
        name: await receive(
            state, workers, owner_id, content, name=name, batch_id=batch_id, is_waited_for=False
        )
        for name, content in dropped
    }
    await asyncio.gather(
        *(service.wait_for(state, workers, document_id=document_id) for document_id in ids.values())
    )
    documents: dict[str, Document] = {
        name: read_document(database, document_id) for name, document_id in ids.items()
    }
    for name, document in documents.items():
        if document.processing_status == "completed":
            assert document.processing_error is None, name
            continue
        assert document.processing_status == "failed", name
        assert document.error_code in REASONS, (name, document.error_code)
        sentence = document.processing_error or ""
        assert sentence.endswith("."), name
        assert "Traceback" not in sentence, name
    assert {documents[name].processing_status for name in good} == {"completed"}
    for name in ("empty.txt", "renamed.pdf", "nul.txt"):
        assert documents[name].processing_status == "failed", name
    charged = [d for d in documents.values() if d.type not in {None, "unsupported"} and d.same_as_id is None]
    assert read_allowance(database, owner_id) == before - len(charged)
