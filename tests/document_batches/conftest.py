"""Facts, batches and processed documents for the tests of bulk imports."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from app.candidates.service import CandidateFacts
from app.core.ids import new_id
from app.core.state import AppState
from app.documents.facts import Facts, facts_to_wire
from app.documents.tables import Document, DocumentType, ProcessingStatus
from app.job_descriptions.service import JobFacts
from models.ports import Engines
from tests.conftest import Person
from tests.documents.model_answers import answer
from tests.fakes.engines import FakeLlm, fake_engines


def cv(name: str = "Nora Lindqvist", email: str | None = "nora@example.com", **more: Any) -> CandidateFacts:
    parsed = {"summary": "", "skills": ["Go"], "experience": [], "education": [], **more.pop("parsed", {})}
    profile = {"totalExperienceYears": None, "experienceLevel": None, **more.pop("profile", {})}
    return CandidateFacts(
        name=name, email=email, cv_parsed=parsed, cv_profile=profile, cv_text=f"CV of {name}", **more
    )


def letter(
    name: str = "Nora Lindqvist", email: str | None = "nora@example.com", **more: Any
) -> CandidateFacts:
    return CandidateFacts(name=name, email=email, **more)


def job(title: str = "Chef", company: str = "Acme Ltd", **parsed: Any) -> JobFacts:
    return JobFacts(
        parsed={"title": title, "company": {"name": company}, **parsed}, raw_text=f"{title} wanted"
    )


AddRead = Callable[..., str]


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


@pytest.fixture
def batch_id(alice: Person) -> str:
    return str(alice.post("/api/document-batches").json()["data"]["batchId"])


@pytest.fixture
def add_read(state: AppState, alice: Person, batch_id: str) -> AddRead:
    """Add a document to alice's batch as if it had been processed (or not, depending on its status)."""
    number = 0

    def add(facts: Facts | None, **values: Any) -> str:
        nonlocal number
        number += 1
        if facts is None:
            kind = DocumentType.UNSUPPORTED
        elif isinstance(facts, JobFacts):
            kind = DocumentType.JOB_DESCRIPTION
        else:
            kind = DocumentType.COVER_LETTER if facts.cv_parsed is None else DocumentType.CV
        document_id = new_id()
        content = str(values.pop("content", document_id)).encode()
        folder = state.settings.documents_dir
        folder.mkdir(exist_ok=True)
        (folder / document_id).write_bytes(content)
        row = {
            "owner_id": alice.id,
            "batch_id": batch_id,
            "original_name": f"{number}.pdf",
            "file_size_bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "type": kind,
            "type_confidence": 0.9,
            "processing_status": ProcessingStatus.COMPLETED,
            "facts": None if facts is None else facts_to_wire(facts),
            "raw_text": "text",
            "created_at": state.now() + timedelta(seconds=number),
            **values,
        }
        with state.database.transaction() as session:
            session.add(Document(id=document_id, **row))
        return document_id

    return add
