"""A database that several server processes share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.core.database import Database, make_engine


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(make_engine(database_url))
    yield database
    database.dispose()
