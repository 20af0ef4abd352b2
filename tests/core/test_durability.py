"""Durability: what the server has committed survives a loss of power."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.core.settings import Settings
from app.main import install_services

SYNCHRONOUS_FULL = 2


@pytest.mark.sqlite
def test_every_commit_waits_for_the_disk(settings: Settings) -> None:
    """Other tests use a database that does not wait for the disk; the configured one does."""
    api = FastAPI()
    install_services(api, settings)
    database = api.state.greenroom.database
    with database.reading() as session:
        assert session.scalar(text("PRAGMA synchronous")) == SYNCHRONOUS_FULL
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
    database.dispose()
