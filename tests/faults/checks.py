"""What must be true after a fault: no line and no document is lost."""

from __future__ import annotations

import asyncio
from functools import partial

from tests.faults.recruiter import Json, Recruiter, eventually, interrupted


async def speak(recruiter: Recruiter, interview: Json, prefix: str) -> None:
    """Append lines one after the other; a line without an answer is sent again, as browsers do."""
    number = 0
    while True:
        with interrupted():
            if (await recruiter.append(interview, f"{prefix}-{number:04}")).is_success:
                number += 1
        await asyncio.sleep(0.01)


async def check_lines(recruiter: Recruiter, interview: Json) -> None:
    """Every acknowledged line is stored, once, in order."""
    lines = await recruiter.read_lines(interview)
    stored = [line["_id"] for line in lines]
    assert len(stored) == len(set(stored))
    assert [one for one in stored if one in set(recruiter.appended)] == recruiter.appended
    assert sorted(line["sequence"] for line in lines) == list(range(1, len(lines) + 1))


async def check_documents(recruiter: Recruiter) -> None:
    """Every acknowledged document has its file, and its processing ends."""

    async def has_ended(document_id: str) -> bool:
        response = await recruiter.http.get(f"/api/documents/{document_id}")
        assert response.status_code == 200, response.text
        return response.json()["data"]["processingStatus"] in {"completed", "failed"}

    assert recruiter.uploaded
    for document_id in recruiter.uploaded:
        file = await recruiter.http.get(f"/api/documents/{document_id}/file")
        assert file.status_code == 200, file.text
        await eventually(partial(has_ended, document_id), seconds=120)
