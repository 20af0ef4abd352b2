"""Uploads by HTTP, and the remaining allowance."""

from __future__ import annotations

from typing import Any

from tests.conftest import Person


def upload(who: Any, content: bytes | str, *, name: str = "cv.txt", **form: str) -> Any:
    data = content.encode() if isinstance(content, str) else content
    return who.post("/api/documents/process", files={"document": (name, data)}, data=form)


def remaining(who: Person) -> int:
    return int(who.get("/api/billing/summary").json()["data"]["documents"]["remaining"])
