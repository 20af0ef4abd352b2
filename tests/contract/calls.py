"""Calls of every route of the OpenAPI document, with the ids of a person's records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.conftest import Person
from tests.contract.access_table import ROUTES, Access, Route
from tests.contract.records import Ids

Key = tuple[str, str]
ENDS_SESSION = {
    ("POST", "/api/auth/logout"),
    ("POST", "/api/auth/logout-everywhere"),
    ("POST", "/api/profile/password"),
}


def routes_with(*accesses: Access) -> Iterator[tuple[Key, Route]]:
    return ((key, route) for key, route in ROUTES.items() if route.access in accesses)


def call(client: TestClient, key: Key, ids: Ids, *, headers: dict[str, str] | None = None) -> Any:
    """Send the declared request of a route with these ids. The status must be in the OpenAPI document."""
    method, path = key
    route = ROUTES[key]
    if path.startswith("/api/auth/invitations"):
        ids = {**ids, "token": ids["invitation"]}
    response = client.request(
        method,
        fill(path, ids),
        json=fill(route.json, ids),
        params=fill(route.query, ids),
        data=fill(route.form, ids),
        files={route.file: ("cv.txt", b"Curriculum vitae of Nora")} if route.file else None,
        headers=headers,
        follow_redirects=False,
    )
    assert isinstance(client.app, FastAPI)
    documented = client.app.openapi()["paths"][path][method.lower()]["responses"]
    assert {str(response.status_code), f"{response.status_code // 100}XX"} & documented.keys(), (
        f"{method} {path} answered {response.status_code}, which its route does not declare"
    )
    return response


def fill(template: Any, ids: Ids) -> Any:
    if isinstance(template, str):
        return re.sub(r"\{(\w+)\}", lambda match: ids[match[1]], template)
    if isinstance(template, dict):
        return {key: fill(value, ids) for key, value in template.items()}
    if isinstance(template, list):
        return [fill(value, ids) for value in template]
    return template


def named_ids(key: Key) -> list[str]:
    """The names of the record ids that a route's request holds."""
    route = ROUTES[key]
    text = f"{key[1]} {route.json} {route.query} {route.form}"
    return sorted(set(re.findall(r"\{(\w+)\}", text)) - {"username", "password", "number", "text", "track"})


def read_everything(person: Person, ids: Ids) -> dict[str, str]:
    """All responses of the owner's routes about these records, those for reviewers included."""
    keys = [key for key, _ in routes_with(Access.OWNER, Access.REVIEWER) if key[0] == "GET"]
    return {key[1]: call(person, key, ids).text for key in keys}


def list_lines(wrong: list[tuple[Any, ...]]) -> str:
    return "\n".join(" ".join(map(str, one)) for one in wrong)
