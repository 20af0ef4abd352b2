"""Uploading documents over HTTP, the assessments that follow, and the remaining allowance."""

from __future__ import annotations

import time
from typing import Any

from tests.conftest import Person


def upload(person: Any, content: bytes | str, *, name: str = "cv.txt", **form: str) -> Any:
    data = content.encode() if isinstance(content, str) else content
    return person.post("/api/documents/process", files={"document": (name, data)}, data=form)


def read_allowance(person: Person) -> int:
    return int(person.get("/api/billing/summary").json()["data"]["documents"]["remaining"])


def wait_for_record(person: Person, document_id: str) -> str:
    """The id of the candidate that a document became, once it is processed."""
    for _ in range(3000):
        document = person.get(f"/api/documents/{document_id}").json()["data"]
        if document["candidateProfileId"]:
            return str(document["candidateProfileId"])
        time.sleep(0.02)
    raise TimeoutError(document_id)


def read_assessed(person: Person, path: str) -> dict[str, Any]:
    """The record at ``path``, once the model's sentences about it are written."""
    for _ in range(3000):
        record: dict[str, Any] = person.get(path).json()["data"]
        if not record["isAssessmentPending"]:
            return record
        time.sleep(0.02)
    raise TimeoutError(path)


def upload_cv(person: Person, content: bytes | str, *, name: str = "cv.txt", **form: str) -> dict[str, Any]:
    """The profile that a CV became, with the model's sentences."""
    profile = upload(person, content, name=name, **form).json()["data"]["candidateProfile"]
    return read_assessed(person, f"/api/candidates/profile/{profile['_id']}")
