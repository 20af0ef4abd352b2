"""Recordings of imports: in the store until they are transcribed, so that every server can read them."""

from __future__ import annotations

import shutil
from typing import Any

from app.core.state import AppState
from app.files.work import FileWork
from app.interview_import.recordings.storage import FOLDER_NAME
from tests.conftest import FrozenClock, Person
from tests.files.conftest import PREFIX, list_names, wait_until_empty
from tests.interview_import.recordings.steps import PATH, upload
from tests.s3_server import S3Server


def test_an_upload_is_in_the_store_until_it_is_deleted(
    running_server: None, alice: Person, state: AppState, store: S3Server
) -> None:
    import_id = upload(alice).json()["data"]["_id"]
    assert list_names(store) == [f"{FOLDER_NAME}/{import_id}/0"]
    # Another machine has no such folder.
    shutil.rmtree(state.settings.data_dir / FOLDER_NAME)
    samples: Any = alice.post(f"{PATH}/{import_id}/samples")
    assert samples.status_code == 200, samples.text
    assert alice.delete(f"{PATH}/{import_id}").status_code == 200
    wait_until_empty(store)


def test_an_upload_while_the_store_is_away_is_refused(
    alice: Person, state: AppState, store: S3Server
) -> None:
    store.kill()
    try:
        refused = upload(alice)
    finally:
        store.start()
    assert (refused.status_code, refused.json()["code"]) == (503, "FILE_STORE_UNAVAILABLE")
    assert not list((state.settings.data_dir / FOLDER_NAME).rglob("0"))
    assert alice.get(PATH).json()["data"]["imports"] == []


async def test_a_file_of_no_import_is_deleted_after_a_day(
    store: S3Server, work: FileWork, clock: FrozenClock
) -> None:
    with store.open() as bucket:
        bucket.send("PUT", f"{PREFIX}{FOLDER_NAME}/gone/0", body=b"a voice")
    await work.run_round()
    assert list_names(store) == [f"{FOLDER_NAME}/gone/0"]
    clock.advance(days=1.1)
    await work.run_round()
    assert list_names(store) == []
