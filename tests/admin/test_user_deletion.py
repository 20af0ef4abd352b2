"""Deletion of users: records are handed over or deleted, and nothing of the user stays behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from app.core.database import Base
from app.core.state import AppState
from app.interviews.tables import Interview
from app.reviews.tables import Reviewer
from app.users.tables import Role, User
from tests import factories
from tests.conftest import Person
from tests.contract.records import Ids, create_records
from tests.usage.calls import make_call, record_calls


@pytest.fixture
def ids(state: AppState, alice: Person) -> Ids:
    """Ids of one record of each kind that Alice owns, with a stored file."""
    return create_records(state, alice)


def delete(admin: TestClient, user: Person, **query: str) -> Any:
    return admin.delete(f"/api/admin/users/{user.id}", params={"records": "delete"} | query)


def hand_over(admin: TestClient, user: Person, new_owner: Person) -> Any:
    return delete(admin, user, records="hand_over", handOverTo=new_owner.id)


def exists(state: AppState, user: Person) -> bool:
    with state.database.reading() as session:
        return session.get(User, user.id) is not None


def count_owned(state: AppState, user: Person) -> dict[str, int]:
    """Rows of each table that belong to a user, without empty tables."""
    with state.database.reading() as session:
        counts = {
            table.name: session.scalar(
                select(func.count()).select_from(table).where(table.c.owner_id == user.id)
            )
            or 0
            for table in Base.metadata.sorted_tables
            if "owner_id" in table.c
        }
    return {name: count for name, count in counts.items() if count}


def count_references(state: AppState, user: Person) -> dict[str, int]:
    """Rows of each table with a foreign key to a user."""
    found = {}
    with state.database.reading() as session:
        for table in Base.metadata.sorted_tables:
            for key in table.foreign_keys:
                if key.column.table.name == "users":
                    count = session.scalar(
                        select(func.count()).select_from(table).where(key.parent == user.id)
                    )
                    if count:
                        found[f"{table.name}.{key.parent.name}"] = count
    return found


def test_only_admins_delete_users(anonymous: TestClient, alice: Person, bob: Person, state: AppState) -> None:
    assert delete(anonymous, alice).status_code == 401
    assert delete(bob, alice).status_code == 403
    assert exists(state, alice)


def test_a_user_who_does_not_exist_is_not_found(ada: Person) -> None:
    response = ada.delete("/api/admin/users/nobody", params={"records": "delete"})
    assert (response.status_code, response.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("query", [{"records": ""}, {"records": "keep"}, {"records": "hand_over"}])
def test_what_happens_to_the_records_must_be_said(
    ada: Person, alice: Person, state: AppState, query: dict[str, str]
) -> None:
    response = delete(ada, alice, **query)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert exists(state, alice)
    assert alice.get("/api/auth/me").status_code == 200


def test_records_and_files_are_deleted_with_the_user(
    ada: Person, alice: Person, state: AppState, ids: Ids
) -> None:
    file = state.settings.documents_dir / ids["document_id"]
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"Curriculum vitae")
    assert count_owned(state, alice)
    response = delete(ada, alice)
    assert response.status_code == 200, response.text
    assert response.json()["data"] == {"interviews": 1, "candidates": 1, "jobDescriptions": 1, "documents": 1}
    assert not exists(state, alice)
    assert count_owned(state, alice) == {}
    assert count_references(state, alice) == {}
    assert not file.exists()


def test_records_are_handed_over_whole(
    ada: Person, alice: Person, bob: Person, state: AppState, ids: Ids
) -> None:
    before = count_owned(state, alice)
    others = count_owned(state, bob)
    response = hand_over(ada, alice, bob)
    assert response.status_code == 200, response.text
    assert response.json()["data"]["interviews"] == 1
    assert not exists(state, alice)
    assert count_references(state, alice) == {}
    after = count_owned(state, bob)
    assert after == {name: count + others.get(name, 0) for name, count in before.items()}
    assert bob.get(f"/api/interviews/{ids['interview_id']}").status_code == 200
    assert bob.get(f"/api/documents/{ids['document_id']}").status_code == 200


def test_the_new_owner_finds_the_records(ada: Person, alice: Person, bob: Person, ids: Ids) -> None:
    hand_over(ada, alice, bob)
    found = bob.get("/api/candidates/profiles", params={"search": "Lindqvist"}).json()["data"]
    assert [candidate["_id"] for candidate in found] == [ids["candidate_id"]]


def test_a_reviewer_who_takes_an_interview_over_is_its_owner_alone(
    ada: Person, alice: Person, bob: Person, state: AppState, ids: Ids
) -> None:
    with state.database.transaction() as session:
        session.add(Reviewer(interview_id=ids["interview_id"], user_id=bob.id))
    hand_over(ada, alice, bob)
    with state.database.reading() as session:
        assert session.scalar(select(func.count()).where(Reviewer.user_id == bob.id)) == 0


def test_sessions_end_at_once(ada: Person, alice: Person) -> None:
    assert alice.get("/api/auth/me").status_code == 200
    delete(ada, alice)
    assert alice.get("/api/auth/me").status_code == 401


def test_the_last_admin_cannot_be_deleted(ada: Person, state: AppState) -> None:
    response = delete(ada, ada)
    assert (response.status_code, response.json()["code"]) == (409, "LAST_ADMIN")
    assert exists(state, ada)
    assert ada.get("/api/auth/me").status_code == 200


def test_admins_cannot_delete_their_own_account(
    ada: Person, enroll: Callable[..., Person], state: AppState
) -> None:
    enroll("amy", Role.ADMIN)
    response = delete(ada, ada)
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")
    assert ada.get("/api/auth/me").status_code == 200


def test_a_user_with_a_running_interview_cannot_be_deleted(
    ada: Person, alice: Person, bob: Person, state: AppState, running_interview: dict[str, Any]
) -> None:
    for response in (delete(ada, alice), hand_over(ada, alice, bob)):
        assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")
    assert alice.get("/api/auth/me").status_code == 200
    with state.database.reading() as session:
        assert session.get_one(Interview, running_interview["_id"]).owner_id == alice.id


def test_records_go_to_an_active_other_user_only(
    ada: Person, alice: Person, bob: Person, state: AppState
) -> None:
    ada.patch(f"/api/admin/users/{bob.id}", json={"isActive": False})
    for new_owner in (bob.id, alice.id, "nobody", ""):
        response = delete(ada, alice, records="hand_over", handOverTo=new_owner)
        assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR"), new_owner
    assert alice.get("/api/auth/me").status_code == 200


def test_a_deactivated_user_can_be_deleted(ada: Person, alice: Person, state: AppState) -> None:
    ada.patch(f"/api/admin/users/{alice.id}", json={"isActive": False})
    assert delete(ada, alice).status_code == 200
    assert not exists(state, alice)


def test_more_records_than_one_step_are_deleted(ada: Person, alice: Person, state: AppState) -> None:
    for number in range(120):
        factories.create_candidate(state, alice.id, f"Candidate {number}")
    assert delete(ada, alice).json()["data"]["candidates"] == 120
    assert count_owned(state, alice) == {}


def test_the_deletion_is_recorded(ada: Person, alice: Person, bob: Person, ids: Ids) -> None:
    hand_over(ada, alice, bob)
    [event] = ada.get("/api/admin/security-events", params={"type": "user_deleted"}).json()["data"]
    assert (event["actorId"], event["subjectId"], event["address"]) == (ada.id, alice.id, "testclient")
    assert event["details"]["records"] == "hand_over"
    assert event["details"]["handedOverTo"] == bob.id
    assert event["details"]["interviews"] == "1"


def test_the_cost_of_a_deleted_user_stays_in_the_total(ada: Person, alice: Person, state: AppState) -> None:
    record_calls(state, make_call(user_id=alice.id, cost_microcents=100_000_000))
    delete(ada, alice)
    assert ada.get("/api/admin/dashboard").json()["data"]["summary"]["totalCost"] == 1
