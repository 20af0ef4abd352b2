"""The access matrix: every route of the OpenAPI document, called by every kind of caller.

The expectation of a cell follows from the declared access of its route (access_table.py). A cell is wrong if
a caller is admitted who must not be, or is refused with a status that reveals more than necessary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import event

from app.core.state import AppState
from app.refused_access import RefusedAccess
from tests import factories
from tests.conftest import Person
from tests.contract.access_table import ROUTES, Access
from tests.contract.callers import Caller, Cast, gather
from tests.contract.calls import ENDS_SESSION, Key, call, list_lines, named_ids, read_everything, routes_with
from tests.contract.records import Ids, create_records

# Otherwise the route of registration would refuse visitors.
pytestmark = pytest.mark.usefixtures("open_registration")

OF_RECORDS = {Access.OWNER, Access.REVIEWER}
OPEN = "open"
"""Neither 401 nor 403, nor 404 for a record that exists."""


def expect(access: Access, caller: Caller) -> int | str:
    """The status of a cell, or OPEN."""
    match access:
        case Access.PUBLIC | Access.LINK:
            return OPEN
        case Access.SETUP:
            return 401
        case Access.SAME_CALLER:
            return OPEN if caller is Caller.OWNER else 404
        case Access.SIGNED_IN:
            return OPEN if caller.has_session else 401
        case Access.OWNER:
            if not caller.has_session:
                return 401
            return OPEN if caller is Caller.OWNER else 404
        case Access.REVIEWER:
            if not caller.has_session:
                return 401
            return OPEN if caller in {Caller.OWNER, Caller.REVIEWER} else 404
        case Access.ADMIN:
            if not caller.has_session:
                return 401
            return OPEN if caller is Caller.ADMIN else 403
        case Access.ADMIN_OWNER:
            if not caller.has_session:
                return 401
            return 404 if caller is Caller.ADMIN else 403


def is_right(expected: int | str, response: Any, access: Access) -> bool:
    if expected != OPEN:
        return bool(response.status_code == expected)
    if access is Access.PUBLIC:
        refused = {"UNAUTHORIZED", "FORBIDDEN"}
        return bool(response.is_redirect or response.json().get("code") not in refused)
    return bool(response.status_code not in {401, 403, 404})


@pytest.fixture
def rita(enroll: Callable[..., Person]) -> Person:
    """She reviews Alice's interview."""
    return enroll("rita")


@pytest.fixture
def cast(
    state: AppState,
    alice: Person,
    bob: Person,
    ada: Person,
    rita: Person,
    enroll: Callable[..., Person],
    ids: Ids,
) -> Cast:
    bobs = create_records(state, bob)
    return gather(state, alice=alice, bob=bob, ada=ada, dave=enroll("dave"), rita=rita, ids=ids, bobs=bobs)


def sign_in_again(state: AppState, caller: Caller, people: dict[Caller, Person]) -> str:
    """Another session of the caller, for a route that ends it."""
    return factories.sign_in(state, people[caller].id)


@pytest.mark.parametrize("caller", [caller for caller in Caller if caller is not Caller.OWNER])
def test_every_route_answers_everybody_as_declared(
    caller: Caller,
    state: AppState,
    anonymous: TestClient,
    alice: Person,
    bob: Person,
    ada: Person,
    rita: Person,
    ids: Ids,
    cast: Cast,
) -> None:
    people = {Caller.OTHER_RECRUITER: bob, Caller.REVIEWER: rita, Caller.ADMIN: ada}
    before = read_everything(alice, ids)
    wrong = []
    # Routes that change the admin's own view come last: they end sessions or change users.
    for key, route in sorted(ROUTES.items(), key=lambda item: (item[0] in ENDS_SESSION, item[0])):
        if caller is Caller.ADMIN and route.access is Access.ADMIN and key[0] != "GET":
            # Reached in test_the_declared_requests_reach_the_owners_records: here they would change Alice.
            continue
        token = cast.tokens[caller]
        if key in ENDS_SESSION and caller in people:
            token = sign_in_again(state, caller, people)
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        response = call(anonymous, key, ids, headers=headers)
        anonymous.cookies.clear()
        expected = expect(route.access, caller)
        if not is_right(expected, response, route.access):
            wrong.append((*key, f"expected {expected}, got {response.status_code}"))
    assert not wrong, list_lines(wrong)
    after = read_everything(alice, ids)
    if caller is Caller.REVIEWER:
        for key, _ in routes_with(Access.REVIEWER):
            before.pop(key[1], None)
            after.pop(key[1], None)
    assert after == before


def test_the_owner_reads_what_is_theirs(alice: Person, ids: Ids, cast: Cast) -> None:
    """The owner's column: writing is tried in test_the_declared_requests_reach_the_owners_records."""
    wrong = []
    for key, route in ROUTES.items():
        if key[0] != "GET" or route.access is Access.PUBLIC:
            continue
        expected = expect(route.access, Caller.OWNER)
        response = call(alice, key, ids)
        if not is_right(expected, response, route.access):
            wrong.append((*key, f"expected {expected}, got {response.status_code}"))
    assert not wrong, list_lines(wrong)


def test_the_matrix_is_complete(api: FastAPI) -> None:
    """As many cells as routes times callers: a new route or caller cannot be left out."""
    routes = {(method.upper(), path) for path, calls in api.openapi()["paths"].items() for method in calls}
    assert {(key, caller) for key in ROUTES for caller in Caller} == {
        (key, caller) for key in routes for caller in Caller
    }


class TestUnknownAndForeign:
    """The answers to a stranger do not reveal whether a record exists."""

    @pytest.fixture
    def unknown(self, ids: Ids) -> Ids:
        """The same names with ids that no record has."""
        return {
            name: value[:-4] + "0000" if name.endswith("_id") else value for name, value in ids.items()
        } | {"email": "nobody.here@example.com"}

    def keys(self) -> list[Key]:
        return [key for key, route in ROUTES.items() if route.access in OF_RECORDS and named_ids(key)]

    def test_the_answers_are_alike(self, bob: Person, ids: Ids, unknown: Ids) -> None:
        wrong = []
        for key in self.keys():
            foreign, missing = call(bob, key, ids), call(bob, key, unknown)
            same_headers = foreign.headers.keys() == missing.headers.keys()
            if (foreign.status_code, foreign.text) != (missing.status_code, missing.text) or not same_headers:
                wrong.append((*key, foreign.status_code, foreign.text, missing.status_code, missing.text))
        assert not wrong, list_lines(wrong)

    def test_the_work_is_alike(
        self, bob: Person, ids: Ids, unknown: Ids, state: AppState, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The time of an answer is the time of its queries: both run the same ones."""
        statements: list[str] = []
        # It is called after the answer.
        monkeypatch.setattr(RefusedAccess, "report", lambda *_: None)

        @event.listens_for(state.database.reader_engine, "before_cursor_execute")
        @event.listens_for(state.database.engine, "before_cursor_execute")
        def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
            statements.append(statement)

        wrong = []
        for key in self.keys():
            seen = []
            for targets in (ids, unknown):
                statements.clear()
                call(bob, key, targets)
                seen.append(list(statements))
            if seen[0] != seen[1]:
                wrong.append((*key, len(seen[0]), len(seen[1])))
        assert not wrong, list_lines(wrong)


def test_an_unknown_link_answers_like_any_other(
    anonymous: TestClient, portal: BlockingPortal, ids: Ids
) -> None:
    """One changed character of a candidate's link is as unknown as a made-up one."""
    del portal
    changed = ids["token"][:-1] + ("A" if ids["token"][-1] != "A" else "B")
    answers = [anonymous.get(f"/api/interviews/candidate/{token}") for token in (changed, "x" * 43)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].text == answers[1].text
