"""Recordings in an S3-compatible store: moved there once they are complete, played, deleted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from app.cli import main
from app.core.state import AppState
from app.files.work import FileWork
from app.integrations.s3 import S3Bucket
from app.interviews.tables import Interview
from app.recordings import store as recording_store
from app.recordings.blocks import BlockPlace, BlockReader, BlockWriter
from app.recordings.jobs import remove_old_recordings
from app.recordings.store import RecordingStore
from app.transcription.pipeline.events import Speaker
from tests.conftest import FrozenClock, Person
from tests.files.conftest import list_names
from tests.recordings.conftest import make_pcm
from tests.s3_server import S3Server

SECOND = 16_000
Write = Callable[..., BlockWriter]


@pytest.fixture
def write(state: AppState, running_interview: dict[str, Any]) -> Write:
    """Write three seconds of a speaker, beginning at a sample; the file stays open."""

    def run(speaker: Speaker = Speaker.CANDIDATE, start: int = 0) -> BlockWriter:
        writer = RecordingStore.of(state).create(running_interview["_id"], speaker)
        writer.append(start, make_pcm(start, 3 * SECOND))
        return writer

    return run


@pytest.fixture(autouse=True)
def forget_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has read no recording yet."""
    monkeypatch.setattr(recording_store, "_PLACES", recording_store._KnownPlaces(max_files=2))


def read_tracks(person: Person, interview: dict[str, Any]) -> dict[str, dict[str, Any]]:
    body = person.get(f"/api/interviews/{interview['_id']}/recording").json()
    return {track["name"]: track for track in body["data"]["tracks"]}


async def test_a_recording_goes_to_the_store_when_it_is_complete_and_plays_from_there(
    alice: Person,
    state: AppState,
    store: S3Server,
    work: FileWork,
    write: Write,
    running_interview: dict[str, Any],
) -> None:
    first = write()
    await work.run_round()
    assert list_names(store) == [], "it is still being written"
    first.close()
    second = write(Speaker.CANDIDATE, 5 * SECOND)
    await work.run_round()
    assert len(list_names(store)) == 1, "the server may have been started again in mid-interview"
    tracks = read_tracks(alice, running_interview)
    assert tracks["candidate"]["seconds"] == 8.0
    played = alice.get(tracks["candidate"]["url"]).content
    expected = make_pcm(0, 3 * SECOND) + bytes(4 * SECOND) + make_pcm(5 * SECOND, 3 * SECOND)
    assert hashlib.sha256(played[44:]).digest() == hashlib.sha256(expected).digest()
    second.close()
    await work.run_round()
    assert len(list_names(store)) == 2
    assert not list((state.settings.data_dir / "recordings").rglob("*.rec"))
    assert alice.get(tracks["candidate"]["url"]).content == played
    part = alice.get(tracks["candidate"]["url"], headers={"Range": "bytes=10000-29999"})
    assert part.content == played[10_000:30_000]


async def test_the_blocks_of_a_file_are_searched_once(
    alice: Person,
    work: FileWork,
    write: Write,
    running_interview: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To find them, a server reads the whole file."""
    write().close()
    await work.run_round()
    searches: list[BlockReader] = []
    scan = BlockReader._scan

    def count(reader: BlockReader) -> Iterator[BlockPlace]:
        searches.append(reader)
        return scan(reader)

    monkeypatch.setattr(BlockReader, "_scan", count)
    for _ in range(3):
        read_tracks(alice, running_interview)
    assert len(searches) == 1


async def test_a_recording_waits_here_while_the_store_is_away(
    alice: Person, store: S3Server, work: FileWork, write: Write, running_interview: dict[str, Any]
) -> None:
    write().close()
    store.kill()
    await work.run_round()
    refused = alice.get(f"/api/interviews/{running_interview['_id']}/recording")
    assert (refused.status_code, refused.json()["code"]) == (503, "FILE_STORE_UNAVAILABLE")
    write(Speaker.INTERVIEWER).close()
    store.start()
    await work.run_round()
    assert len(list_names(store)) == 2
    assert read_tracks(alice, running_interview).keys() == {"both", "interviewer", "candidate"}


async def test_a_recording_is_deleted_from_the_store_after_its_time(
    state: AppState,
    store: S3Server,
    work: FileWork,
    write: Write,
    running_interview: dict[str, Any],
    clock: FrozenClock,
) -> None:
    write().close()
    write(Speaker.INTERVIEWER).close()
    await work.run_round()
    with state.database.transaction() as session:
        session.get_one(Interview, running_interview["_id"]).completed_at = clock.now() - timedelta(days=31)
    assert (await remove_old_recordings(state)).processed == 1
    await work.run_round()
    assert list_names(store) == []


async def test_a_recording_that_is_deleted_on_its_way_does_not_stay_in_the_store(
    state: AppState,
    store: S3Server,
    work: FileWork,
    write: Write,
    running_interview: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write().close()
    send = S3Bucket.send

    def delete_first(bucket: S3Bucket, method: str, key: str = "", **options: Any) -> Any:
        if method == "PUT" and "recordings" in key:
            state.files.delete_local(f"recordings/{running_interview['_id']}/")
        return send(bucket, method, key, **options)

    monkeypatch.setattr(S3Bucket, "send", delete_first)
    await work.run_round()
    assert list_names(store) == []


@pytest.mark.sqlite
async def test_a_new_key_reaches_the_recordings_in_the_store_and_those_on_their_way(
    alice: Person,
    state: AppState,
    store: S3Server,
    work: FileWork,
    write: Write,
    running_interview: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(state.settings.data_dir))
    write().close()
    await work.run_round()
    write(Speaker.INTERVIEWER).close()
    before = list_names(store)
    store.kill()
    try:
        assert main(["rotate-key"]) == 1
        assert "the store of the recordings cannot be reached" in capsys.readouterr().err
    finally:
        store.start()
    key = state.settings.data_dir / "secrets" / "recording.key"
    old = key.read_bytes()
    assert main(["rotate-key"]) == 0
    assert "Files encrypted with it: 2." in capsys.readouterr().out
    assert key.read_bytes() != old
    assert set(before) < set(list_names(store))
    assert not list(state.settings.data_dir.rglob("*.rec*"))
    for track in read_tracks(alice, running_interview).values():
        if track["name"] != "both":
            assert alice.get(track["url"]).content[44:] == make_pcm(0, 3 * SECOND)
