"""Records that the tests of access request."""

from __future__ import annotations

import pytest

from app.core.state import AppState
from tests.conftest import Person
from tests.contract.records import Ids, create_records


@pytest.fixture
def ids(state: AppState, alice: Person) -> Ids:
    """Ids of Alice's records."""
    return create_records(state, alice)
