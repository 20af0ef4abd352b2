"""Access to every route of the API: without sign-in, as another recruiter, by link, after deactivation.

The routes come from the OpenAPI document, the expectations from access_table.py. A route that is not declared
there fails.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.core.state import AppState
from app.users import accounts
from tests import factories
from tests.conftest import Person
from tests.contract.access_table import BATCH, CANDIDATE, FINDING, JOB, ROUTES, Access
from tests.contract.calls import (
    ENDS_SESSION,
    Key,
    call,
    list_lines,
    named_ids,
    read_everything,
    routes_with,
)
from tests.contract.records import Ids, create_records

# Otherwise the route of registration would refuse visitors.
pytestmark = pytest.mark.usefixtures("open_registration")

REFUSED = {401, 403, 404}
ADMIN_ONLY = {Access.ADMIN, Access.ADMIN_OWNER}
SIGN_IN_CODES = {"UNAUTHORIZED", "FORBIDDEN"}
CHANGED_FIRST = {("PUT", FINDING)}
"""Before a new report of the interview replaces the one with this finding."""
DELETED_LAST = [("DELETE", path) for path in (CANDIDATE, JOB, BATCH, "/api/auth/sessions/{session_token_id}")]
"""In this order: deleting these also deletes documents, or ends the caller's session."""


@pytest.fixture
def sign_in_again(state: AppState, api: FastAPI, portal: BlockingPortal) -> Callable[[Person], Person]:
    """Another session of the same user, for a route that ends it."""

    def make(person: Person) -> Person:
        token = factories.sign_in(state, person.id)
        return Person(api, portal, id=person.id, username=person.username, token=token)

    return make


def test_every_route_has_a_declared_access(api: FastAPI) -> None:
    routes = {(method.upper(), path) for path, calls in api.openapi()["paths"].items() for method in calls}
    assert routes == set(ROUTES)


@pytest.mark.parametrize(
    "credential", ["none", "nonsense", "candidate token", "recruiter token", "deactivated user"]
)
def test_without_a_valid_session_only_public_routes_and_links_open(
    alice: Person, bob: Person, state: AppState, anonymous: TestClient, ids: Ids, credential: str
) -> None:
    with state.database.transaction() as session:
        accounts.set_active(session, user_id=bob.id, active=False)
    tokens = {
        "nonsense": "nonsense",
        "candidate token": ids["token"],
        "recruiter token": ids["token_or_id"],
        "deactivated user": bob.token,
    }
    headers = {"Authorization": f"Bearer {tokens[credential]}"} if credential in tokens else {}
    before = read_everything(alice, ids)
    wrong = []
    for key, route in ROUTES.items():
        response = call(anonymous, key, ids, headers=headers)
        match route.access:
            case Access.PUBLIC:
                is_right = response.is_redirect or response.json().get("code") not in {
                    "UNAUTHORIZED",
                    "FORBIDDEN",
                }
            case Access.LINK:
                is_right = response.status_code == 200
            case Access.SAME_CALLER:
                is_right = response.status_code == 404
            case _:
                is_right = response.status_code == 401
        if not is_right:
            wrong.append((*key, response.status_code))
    assert not wrong, list_lines(wrong)
    assert read_everything(alice, ids) == before


def test_another_recruiter_reaches_no_record_and_no_admin_page(
    alice: Person, bob: Person, ids: Ids, sign_in_again: Callable[[Person], Person]
) -> None:
    own = {name: ids[name] for name in ids if name.endswith("_id") or name in {"token", "email"}}
    before = read_everything(alice, ids)
    wrong = []
    for key, route in sorted(ROUTES.items(), key=lambda item: item[0] in ENDS_SESSION):
        response = call(sign_in_again(bob) if key in ENDS_SESSION else bob, key, ids)
        match route.access:
            case Access.OWNER | Access.REVIEWER | Access.SAME_CALLER:
                is_right = response.status_code == 404
            case Access.ADMIN | Access.ADMIN_OWNER:
                is_right = response.status_code == 403
            case Access.SIGNED_IN:
                # The route works for bob, and shows nothing of alice's.
                is_right = response.status_code not in REFUSED and not any(
                    value in response.text for value in own.values()
                )
            case _:
                continue
        if not is_right:
            wrong.append((*key, response.status_code))
    assert not wrong, list_lines(wrong)
    assert read_everything(alice, ids) == before


def test_own_and_foreign_records_do_not_mix(alice: Person, bob: Person, state: AppState, ids: Ids) -> None:
    """If a request of Bob's has two ids, both must be his, so that records of two owners are never linked."""
    bobs = create_records(state, bob)
    before = read_everything(alice, ids), read_everything(bob, bobs)
    wrong = []
    for key, _ in routes_with(Access.OWNER, Access.REVIEWER):
        names = named_ids(key)
        for foreign in itertools.chain.from_iterable(
            itertools.combinations(names, count) for count in range(1, len(names))
        ):
            mixed = {**bobs, **{name: ids[name] for name in foreign}}
            status = call(bob, key, mixed).status_code
            if status != 404:
                wrong.append((*key, foreign, status))
    assert not wrong, list_lines(wrong)
    assert (read_everything(alice, ids), read_everything(bob, bobs)) == before


def test_unknown_ids_are_not_found(alice: Person, ada: Person, ids: Ids) -> None:
    """Room ids and candidate tokens are not accepted as record ids either."""
    wrong = []
    for key, route in routes_with(
        Access.OWNER, Access.REVIEWER, Access.ADMIN, Access.ADMIN_OWNER, Access.LINK
    ):
        person = ada if route.access in ADMIN_ONLY else alice
        for name in named_ids(key):
            for unknown in {"nothing", ids["room_id"], ids["token"]} - {ids[name]}:
                replaced = {**ids, name: unknown, "invitation": unknown}
                status = call(person, key, replaced).status_code
                if status != 404:
                    wrong.append((*key, name, unknown, status))
    assert not wrong, list_lines(wrong)


@pytest.mark.usefixtures("running_server")
def test_the_declared_requests_reach_the_owners_records(
    alice: Person, ada: Person, state: AppState, ids: Ids, sign_in_again: Callable[[Person], Person]
) -> None:
    """Proves that a 404 above is caused by the owner and not by an invalid request."""
    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    def place(key: Key) -> tuple[int, ...]:
        """Sort key: deletions come late, inner records first; sessions end last."""
        return (
            key not in CHANGED_FIRST,
            ROUTES[key].access in ADMIN_ONLY,
            key in ENDS_SESSION,
            DELETED_LAST.index(key) + 1 if key in DELETED_LAST else 0,
            methods.index(key[0]),
            -len(key[1]),
        )

    adas = create_records(state, ada)
    wrong = []
    for key in sorted(ROUTES, key=place):
        access = ROUTES[key].access
        caller = ada if access in ADMIN_ONLY else alice
        own = adas if access is Access.ADMIN_OWNER else ids
        response = call(sign_in_again(caller) if key in ENDS_SESSION else caller, key, own)
        if response.status_code in REFUSED and access not in {Access.PUBLIC, Access.SETUP}:
            wrong.append((*key, response.status_code, response.text))
    assert not wrong, list_lines(wrong)


def test_a_candidate_link_shows_no_questions_and_no_recruiter_token(
    anonymous: TestClient, alice: Person, ids: Ids
) -> None:
    page = anonymous.get(f"/api/interviews/candidate/{ids['token']}").text
    assert "What did alice build?" not in page
    assert ids["token_or_id"] not in page
