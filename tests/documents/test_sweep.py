"""Files without a document: set aside, never deleted at once, and left alone for another database."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from app.core.database import Database, make_engine
from app.core.state import AppState
from app.documents.sweep import SweepResult, load_installation_id, sweep_files
from app.documents.tables import Document
from app.migrations.upgrade import upgrade
from tests.conftest import FrozenClock, Person


@pytest.fixture
def folder(state: AppState) -> Path:
    state.settings.documents_dir.mkdir()
    return state.settings.documents_dir


def add_document(database: Database, owner_id: str, name: str, folder: Path) -> Path:
    with database.transaction() as session:
        session.add(
            Document(id=name, owner_id=owner_id, original_name="cv.txt", file_size_bytes=1, sha256="0" * 64)
        )
    return add_file(folder, name)


def add_file(folder: Path, name: str, *, days_old: float = 2, clock: FrozenClock | None = None) -> Path:
    path = folder / name
    path.write_bytes(b"x")
    now = (clock or FrozenClock()).now()
    modified = (now - timedelta(days=days_old)).timestamp()
    os.utime(path, (modified, modified))
    return path


def sweep(database: Database, folder: Path, clock: FrozenClock) -> SweepResult:
    with database.transaction() as session:
        installation_id = load_installation_id(session)
    with database.reading() as session:
        return sweep_files(session, folder=folder, installation_id=installation_id, now=clock.now())


@pytest.fixture
def other(tmp_path: Path) -> Database:
    """An empty database, as a mistyped GREENROOM_DATABASE_URL or an unfinished restore gives."""
    url = f"sqlite:///{tmp_path / 'other.db'}"
    upgrade(make_engine(url, synchronous="OFF"))
    return Database(make_engine(url, synchronous="OFF"))


def test_no_file_is_touched_for_another_database(
    database: Database, other: Database, alice: Person, folder: Path, clock: FrozenClock
) -> None:
    """The server is started on another or empty database in the data folder: every upload must stay.

    Once the folder is bound, even a file of that other database does not make it the owner of the folder.
    """
    files = [add_document(database, alice.id, f"document-{number}", folder) for number in range(3)]
    assert sweep(other, folder, clock) == SweepResult()
    assert sweep(database, folder, clock) == SweepResult()
    assert sweep(other, folder, clock) == SweepResult()
    assert all(path.is_file() for path in files)
    other.dispose()


def test_files_without_a_document_are_set_aside_and_deleted_after_a_month(
    database: Database, alice: Person, folder: Path, clock: FrozenClock
) -> None:
    """A crash between file and row leaves a file that nobody can reach."""
    kept = add_document(database, alice.id, "kept", folder)
    orphan, partial = add_file(folder, "orphan"), add_file(folder, "0.part")
    assert sweep(database, folder, clock) == SweepResult(set_aside=2)
    assert kept.is_file()
    assert not orphan.exists()
    assert not partial.exists()
    clock.advance(days=30)
    assert sweep(database, folder, clock) == SweepResult()
    clock.advance(days=1)
    assert sweep(database, folder, clock) == SweepResult(deleted=2)
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [".database-id", "kept"]


def test_files_of_an_upload_in_progress_stay(
    database: Database, alice: Person, folder: Path, clock: FrozenClock
) -> None:
    add_document(database, alice.id, "kept", folder)
    young = add_file(folder, "young", days_old=0.9, clock=clock)
    assert sweep(database, folder, clock) == SweepResult()
    assert young.is_file()


def test_files_come_back_with_their_documents(
    database: Database, alice: Person, folder: Path, clock: FrozenClock
) -> None:
    """Yesterday's backup is started for a look: the files of today are back with today's database."""
    add_document(database, alice.id, "yesterday", folder)
    today = add_file(folder, "today")
    assert sweep(database, folder, clock) == SweepResult(set_aside=1)
    with database.transaction() as session:
        session.add(
            Document(
                id="today", owner_id=alice.id, original_name="cv.txt", file_size_bytes=1, sha256="0" * 64
            )
        )
    assert sweep(database, folder, clock) == SweepResult(brought_back=1)
    assert today.read_bytes() == b"x"


def test_a_missing_folder_is_not_swept(database: Database, tmp_path: Path, clock: FrozenClock) -> None:
    assert sweep(database, tmp_path / "none", clock) == SweepResult()
