"""Starting interviews at once with too few credits, and what can-start says meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi.testclient import TestClient

from tests.conftest import Person

Json = dict[str, Any]
STARTS = 50


def prepare(alice: Person, anonymous: TestClient, number: int) -> list[str]:
    """Ids of interviews that the candidate has consented to."""
    ids = []
    for index in range(number):
        interview: Json = alice.post("/api/interviews", json={"title": f"Interview {index}"}).json()[
            "interview"
        ]
        link = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
        assert anonymous.post(link, json={"accepted": True}).status_code == 200
        ids.append(interview["_id"])
    return ids


def test_one_credit_starts_one_of_fifty_interviews(alice: Person, ada: Person, anonymous: TestClient) -> None:
    ids = prepare(alice, anonymous, STARTS)
    ada.post(f"/api/billing/admin/accounts/{alice.id}/adjust", json={"delta": -2})

    def start(interview_id: str) -> int:
        return alice.patch(f"/api/interviews/recruiter/{interview_id}/start").status_code

    with ThreadPoolExecutor(10) as pool:
        responses = list(pool.map(start, ids))
    assert sorted(responses) == [200] + [402] * (STARTS - 1)


def test_can_start_counts_what_a_start_counts(alice: Person, anonymous: TestClient) -> None:
    """Each running interview holds one of the three credits until it is charged."""
    answers = []
    for interview_id in prepare(alice, anonymous, 4):
        asked = alice.get("/api/billing/can-start").status_code
        started = alice.patch(f"/api/interviews/recruiter/{interview_id}/start").status_code
        answers.append((asked, started))
    assert answers == [(200, 200), (200, 200), (200, 200), (402, 402)]
