"""Loading of the models: when a user signs in, not before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from tests.conftest import Person


@pytest.fixture
def woken(state: AppState) -> list[bool]:
    """One entry for each call that would load the models."""
    calls: list[bool] = []
    state.engines = replace(state.engines, wake=lambda: calls.append(True))
    return calls


def test_a_signed_in_user_wakes_the_models(alice: Person, woken: list[bool]) -> None:
    assert alice.get("/api/auth/me").status_code == 200
    assert woken


def test_a_visitor_does_not(anonymous: TestClient, woken: list[bool]) -> None:
    anonymous.get("/api/health")
    anonymous.get("/api/auth/me", headers={"Authorization": "Bearer nonsense"})
    assert not woken
