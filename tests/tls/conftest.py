"""A local certificate authority in a data folder, and certificates that an operator brings along."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.tls.authority import AuthorityFiles, issue_certificate

NAMES = ("interviews.example.lan", "192.0.2.20")


@pytest.fixture
def now() -> datetime:
    """The real time: OpenSSL and browsers know no other."""
    return datetime.now(UTC)


@pytest.fixture
def files(tmp_path: Path, now: datetime) -> AuthorityFiles:
    """A new authority and a certificate for NAMES."""
    files = AuthorityFiles.of(tmp_path / "data")
    issue_certificate(files, NAMES, now=now)
    return files
