"""Backups of a server whose files are in a store, and settings that are not complete."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.core.files import FolderFiles
from app.core.settings import Settings
from app.core.state import AppState
from app.doctor.checks import _file_store
from app.files.work import FileWork
from app.integrations.s3_file_store import make_files
from app.recordings.store import RecordingStore
from app.transcription.pipeline.events import Speaker
from tests.conftest import Person
from tests.documents import samples
from tests.documents.uploads import upload
from tests.files.conftest import list_names
from tests.recordings.conftest import make_pcm
from tests.s3_server import S3Server


@pytest.fixture
def stored(
    running_server: None, alice: Person, state: AppState, running_interview: dict[str, Any]
) -> dict[str, str]:
    """Ids of a document and a recorded interview."""
    writer = RecordingStore.of(state).create(running_interview["_id"], Speaker.CANDIDATE)
    writer.append(0, make_pcm(0, 16_000))
    writer.close()
    document = upload(alice, samples.CV).json()["data"]["document"]
    return {"document": document["_id"], "interview": running_interview["_id"]}


def run_backup(state: AppState, target: Path) -> int:
    return main(["backup", "--json", "--data-dir", str(state.settings.data_dir), str(target)])


@pytest.mark.sqlite
async def test_a_backup_has_the_files_of_the_store_and_a_restore_brings_them_back_without_it(
    stored: dict[str, str],
    state: AppState,
    store: S3Server,
    work: FileWork,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await work.run_round()
    assert len(list_names(store)) == 2
    assert run_backup(state, tmp_path / "monday.backup") == 0
    assert json.loads(capsys.readouterr().out)["missing_documents"] == 0
    store.kill()
    try:
        target = tmp_path / "target"
        assert main(["restore", "--data-dir", str(target), str(tmp_path / "monday.backup")]) == 0
    finally:
        store.start()
    assert (target / "documents" / stored["document"]).read_text() == samples.CV
    assert len(list((target / "recordings" / stored["interview"]).glob("candidate-*.rec"))) == 1


@pytest.mark.sqlite
def test_a_backup_without_the_store_fails_and_says_why(
    stored: dict[str, str],
    state: AppState,
    store: S3Server,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store.kill()
    try:
        assert run_backup(state, tmp_path / "monday.backup") == 1
        found = _file_store(state.settings)
    finally:
        store.start()
    assert "documents and recordings cannot be read. The store at" in capsys.readouterr().err
    assert list(tmp_path.glob("*.backup")) == []
    assert (found.ok, "cannot be reached" in found.detail) == (False, True)
    assert _file_store(state.settings).ok


def test_a_store_that_is_not_set_up_completely_is_not_used(settings: Settings) -> None:
    incomplete = settings.model_copy(update={"files_s3_secret_key": None})
    assert isinstance(make_files(incomplete, base=incomplete), FolderFiles)
    found = _file_store(incomplete)
    assert (found.ok, found.detail) == (
        False,
        "GREENROOM_FILES_S3_SECRET_KEY is missing: files stay in the data folder",
    )


def test_the_secret_is_neither_shown_nor_stored_in_the_clear(ada: Person, state: AppState) -> None:
    state.base_settings = state.base_settings.model_copy()
    state.base_settings.model_fields_set.discard("files_s3_secret_key")
    saved = ada.patch("/api/admin/settings", json={"values": {"files_s3_secret_key": "a secret of mine"}})
    assert saved.status_code == 200, saved.text
    assert "a secret of mine" not in ada.get("/api/admin/settings").text
    with state.database.reading() as session:
        values = session.connection().exec_driver_sql("SELECT value FROM stored_settings").scalars().all()
    assert values
    assert not any("a secret of mine" in str(value) for value in values)
