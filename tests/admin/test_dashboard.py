"""Dashboard: records, plans and cost of every user."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

from app.candidates.tables import Candidate
from app.core.state import AppState
from app.job_descriptions.tables import JobDescription
from app.usage.rollup import roll_up_usage
from tests.conftest import Person
from tests.usage.calls import make_call, record_calls

PATH = "/api/admin/dashboard"


@pytest.fixture
def alices_records(alice: Person, interview: dict[str, Any], state: AppState) -> None:
    """One interview, two candidates, three jobs."""
    with state.database.transaction() as session:
        session.add_all(Candidate(owner_id=alice.id, name=f"C{number}") for number in range(2))
        session.add_all(JobDescription(owner_id=alice.id) for _ in range(3))


def rows(ada: Person) -> dict[str, Any]:
    return {user["username"]: user for user in ada.get(PATH).json()["data"]["users"]}


def test_only_admins_can_read_the_dashboard(anonymous: TestClient, bob: Person) -> None:
    assert anonymous.get(PATH).status_code == 401
    assert bob.get(PATH).status_code == 403


def test_records_are_counted_per_user_and_in_total(ada: Person, bob: Person, alices_records: None) -> None:
    data = ada.get(PATH).json()["data"]
    assert data["summary"] == {
        "totalUsers": 3,
        "totalInterviews": 1,
        "totalCandidates": 2,
        "totalJobs": 3,
        "totalCost": 0,
    }
    stats = {user["username"]: user["stats"] for user in data["users"]}
    assert stats["alice"] == {"interviews": 1, "candidates": 2, "jobs": 3, "usage": {"totalCost": 0}}
    assert stats["bob"] == {"interviews": 0, "candidates": 0, "jobs": 0, "usage": {"totalCost": 0}}


def test_a_row_shows_plan_and_credits(ada: Person, alice: Person) -> None:
    alices = rows(ada)["alice"]
    assert (alices["plan"], alices["planDisplayName"]) == ("free", "Trial")
    assert alices["credits"] == {"remaining": 3, "included": 3}
    assert (alices["email"], alices["role"], alices["isActive"]) == ("alice@example.com", "recruiter", True)


def test_plans_are_hidden_without_metering(ada: Person, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"billing_mode": "off"})
    adas = rows(ada)["ada"]
    assert (adas["plan"], adas["planDisplayName"], adas["credits"]) == (None, None, None)


async def test_costs_are_those_of_the_recorded_calls(ada: Person, alice: Person, state: AppState) -> None:
    record_calls(state, make_call(user_id=alice.id, cost_microcents=150_000_000), make_call())
    await roll_up_usage(state)
    record_calls(
        state, make_call(user_id=alice.id, cost_microcents=25_000_000), make_call(cost_microcents=1_000_000)
    )
    data = ada.get(PATH).json()["data"]
    assert {user["username"]: user["stats"]["usage"]["totalCost"] for user in data["users"]} == {
        "ada": 0,
        "alice": 1.75,
    }
    # The work of the server itself is part of the total, and of nobody's share.
    assert data["summary"]["totalCost"] == 1.76


def test_the_number_of_queries_does_not_grow_with_users(
    ada: Person, state: AppState, request: pytest.FixtureRequest
) -> None:
    def count_queries() -> int:
        statements: list[str] = []

        def count_query(_c: object, _u: object, statement: str, *_rest: object) -> None:
            statements.append(statement)

        event.listen(state.database.reader_engine, "before_cursor_execute", count_query)
        ada.get(PATH)
        event.remove(state.database.reader_engine, "before_cursor_execute", count_query)
        return sum(statement.startswith("SELECT") for statement in statements)

    alone = count_queries()
    request.getfixturevalue("alice")
    request.getfixturevalue("bob")
    assert count_queries() == alone > 0
