"""Uploading documents over HTTP, and the remaining allowance."""

from __future__ import annotations

from typing import Any

from tests.conftest import Person


def upload(person: Any, content: bytes | str, *, name: str = "cv.txt", **form: str) -> Any:
    data = content.encode() if isinstance(content, str) else content
    return person.post("/api/documents/process", files={"document": (name, data)}, data=form)


def read_allowance(person: Person) -> int:
    return int(person.get("/api/billing/summary").json()["data"]["documents"]["remaining"])
