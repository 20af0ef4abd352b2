"""Recordings over HTTP: consent, links, ranges, retention, deletion and backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.backup.create import create_backup
from app.backup.restore import restore_backup
from app.core.files import FolderFiles
from app.core.jobs import JobCounts
from app.core.settings import Settings
from app.core.state import AppState
from app.interviews.tables import Interview
from app.recordings.errors import RangeNotSatisfiable
from app.recordings.jobs import count_old_recordings, remove_old_recordings
from app.recordings.ranges import parse_range
from app.recordings.store import RecordingStore
from app.transcription.pipeline.events import Speaker
from tests.conftest import FrozenClock, Person
from tests.recordings.conftest import make_pcm

SECOND = 16_000


@pytest.fixture
def allowed(state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"recording_allowed": True})


@pytest.fixture
def recorded(state: AppState, running_interview: dict[str, Any]) -> dict[str, Any]:
    """A running interview with three seconds of the candidate."""
    writer = RecordingStore.of(state).create(running_interview["_id"], Speaker.CANDIDATE)
    writer.append(0, make_pcm(0, 3 * SECOND))
    writer.close()
    return running_interview


def read(person: Person, interview: dict[str, Any]) -> Any:
    return person.get(f"/api/interviews/{interview['_id']}/recording").json()["data"]


def link_to(person: Person, interview: dict[str, Any]) -> str:
    return str(read(person, interview)["tracks"][0]["url"])


def consent(client: TestClient, interview: dict[str, Any], **fields: bool) -> Any:
    path = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
    return client.post(path, json={"accepted": True, **fields})


def set_recording(person: Person, interview: dict[str, Any], *, to: bool) -> Any:
    return person.patch(f"/api/interviews/{interview['_id']}", json={"isRecorded": to})


class TestConsent:
    def test_nothing_is_recorded_unless_the_administrator_allows_it(
        self, alice: Person, interview: dict[str, Any]
    ) -> None:
        assert interview["isRecorded"] is False
        refused = set_recording(alice, interview, to=True)
        assert (refused.status_code, refused.json()["code"]) == (409, "RECORDING_NOT_ALLOWED")

    @pytest.mark.usefixtures("allowed")
    def test_consent_covers_the_recording_only_if_its_text_said_so(
        self, alice: Person, anonymous: TestClient, interview: dict[str, Any]
    ) -> None:
        assert set_recording(alice, interview, to=True).status_code == 200
        link = f"/api/interviews/candidate/{interview['candidateToken']}"
        assert anonymous.get(link).json()["interview"]["isRecorded"] is True
        outdated = consent(anonymous, interview)
        assert (outdated.status_code, outdated.json()["code"]) == (409, "CONSENT_TEXT_CHANGED")
        assert consent(anonymous, interview, toRecording=True).status_code == 200
        now = alice.get(f"/api/interviews/{interview['_id']}").json()["interview"]
        assert (now["consentGiven"], now["consentedToRecording"]) == (True, True)

    @pytest.mark.usefixtures("allowed")
    def test_a_recording_needs_consent_again_after_consent_to_a_transcript(
        self, alice: Person, anonymous: TestClient, interview: dict[str, Any]
    ) -> None:
        consent(anonymous, interview)
        changed = set_recording(alice, interview, to=True).json()["interview"]
        assert (changed["isRecorded"], changed["consentGiven"]) == (True, False)
        start = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
        assert start.json()["code"] == "CONSENT_REQUIRED"

    @pytest.mark.usefixtures("allowed")
    def test_consent_goes_with_the_person(
        self, alice: Person, anonymous: TestClient, interview: dict[str, Any]
    ) -> None:
        set_recording(alice, interview, to=True)
        consent(anonymous, interview, toRecording=True)
        renewed = alice.post(f"/api/interviews/{interview['_id']}/new-link").json()["interview"]
        assert (renewed["consentGiven"], renewed["consentedToRecording"]) == (False, False)

    def test_consent_to_a_recording_that_is_not_planned_covers_none(
        self, alice: Person, anonymous: TestClient, interview: dict[str, Any]
    ) -> None:
        consent(anonymous, interview, toRecording=True)
        now = alice.get(f"/api/interviews/{interview['_id']}").json()["interview"]
        assert (now["consentGiven"], now["consentedToRecording"]) == (True, False)

    @pytest.mark.usefixtures("allowed")
    def test_a_running_interview_is_not_changed(
        self, alice: Person, running_interview: dict[str, Any]
    ) -> None:
        assert set_recording(alice, running_interview, to=True).json()["code"] == "INVALID_STATE"


class TestPlayback:
    def test_an_interview_without_recording_has_none(
        self, alice: Person, running_interview: dict[str, Any]
    ) -> None:
        assert read(alice, running_interview) is None

    def test_the_link_plays_without_a_header(
        self, alice: Person, anonymous: TestClient, recorded: dict[str, Any]
    ) -> None:
        described = read(alice, recorded)
        assert [(one["name"], one["seconds"]) for one in described["tracks"]] == [("candidate", 3.0)]
        response = anonymous.get(described["tracks"][0]["url"])
        assert response.headers["content-type"] == "audio/wav"
        assert response.headers["content-length"] == str(44 + 6 * SECOND)
        assert response.content[44:] == make_pcm(0, 3 * SECOND)

    def test_ranges_are_served(self, alice: Person, anonymous: TestClient, recorded: dict[str, Any]) -> None:
        link = link_to(alice, recorded)
        whole = anonymous.get(link).content
        part = anonymous.get(link, headers={"Range": "bytes=32044-32143"})
        assert (part.status_code, part.content) == (206, whole[32_044:32_144])
        assert part.headers["content-range"] == f"bytes 32044-32143/{len(whole)}"
        beyond = anonymous.get(link, headers={"Range": f"bytes={len(whole)}-"})
        assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{len(whole)}")

    def test_the_link_ends_with_time_and_session(
        self, alice: Person, anonymous: TestClient, recorded: dict[str, Any], clock: FrozenClock
    ) -> None:
        link = link_to(alice, recorded)
        clock.advance(minutes=61)
        assert anonymous.get(link).json()["code"] == "RECORDING_NOT_FOUND"
        link = link_to(alice, recorded)
        alice.post("/api/auth/logout")
        assert anonymous.get(link).status_code == 404

    def test_the_link_opens_no_other_interview_and_no_other_call(
        self, alice: Person, bob: Person, anonymous: TestClient, recorded: dict[str, Any]
    ) -> None:
        token = link_to(alice, recorded).split("/")[3]
        headers = {"Authorization": f"Bearer {token}"}
        assert anonymous.get("/api/auth/me", headers=headers).status_code == 401
        assert bob.get(f"/api/interviews/{recorded['_id']}/recording").status_code == 404
        assert anonymous.get(f"/api/recordings/{alice.token}/candidate.wav").status_code == 404

    def test_a_lost_key_is_said(
        self, alice: Person, state: AppState, anonymous: TestClient, recorded: dict[str, Any]
    ) -> None:
        link = link_to(alice, recorded)
        folder = state.settings.data_dir / "recordings" / recorded["_id"]
        (folder / "candidate-0001.rec").write_bytes(b"something else altogether")
        assert anonymous.get(link).json()["code"] == "RECORDING_DAMAGED"


class TestDeletion:
    async def test_a_recording_is_deleted_after_its_own_time(
        self, state: AppState, recorded: dict[str, Any], clock: FrozenClock
    ) -> None:
        clock.advance(days=400)
        assert await count_old_recordings(state) == JobCounts(processed=0), "the interview still runs"
        with state.database.transaction() as session:
            session.get_one(Interview, recorded["_id"]).completed_at = clock.now()
        clock.advance(days=29.9)
        assert await remove_old_recordings(state) == JobCounts(processed=0)
        clock.advance(days=0.2)
        assert await count_old_recordings(state) == JobCounts(processed=1)
        assert await remove_old_recordings(state) == JobCounts(processed=1)
        assert RecordingStore.of(state).list_interviews() == {}

    def test_deleting_an_interview_deletes_its_recording(
        self, alice: Person, state: AppState, recorded: dict[str, Any]
    ) -> None:
        alice.patch(f"/api/interviews/recruiter/{recorded['_id']}/complete")
        assert alice.delete(f"/api/interview/{recorded['_id']}").status_code == 200
        assert RecordingStore.of(state).list_interviews() == {}

    async def test_files_of_no_interview_are_deleted(self, state: AppState) -> None:
        writer = RecordingStore.of(state).create("gone", Speaker.CANDIDATE)
        writer.close()
        assert await remove_old_recordings(state) == JobCounts(processed=1)


@pytest.mark.sqlite
def test_a_backup_has_recordings_of_its_interviews_and_their_key(
    state: AppState, recorded: dict[str, Any], tmp_path: Path, clock: FrozenClock
) -> None:
    RecordingStore.of(state).create("gone", Speaker.CANDIDATE).close()
    create_backup(
        state.settings,
        files=FolderFiles(state.settings.data_dir),
        target=tmp_path / "backup",
        now=clock.now(),
    )
    elsewhere = Settings(data_dir=tmp_path / "elsewhere")
    elsewhere.data_dir.mkdir()
    restore_backup(elsewhere, source=tmp_path / "backup", replace=False, now=clock.now())
    files = [path.relative_to(elsewhere.data_dir) for path in elsewhere.data_dir.rglob("*.rec")]
    assert [path.parent for path in files] == [Path("recordings") / recorded["_id"]]
    assert (elsewhere.data_dir / "secrets" / "recording.key").is_file()


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, None),
        ("bytes=0-", (0, 100)),
        ("bytes=10-19", (10, 20)),
        ("bytes=90-500", (90, 100)),
        ("bytes=-30", (70, 100)),
        ("bytes=-500", (0, 100)),
        ("bytes=20-10", None),
        ("bytes=0-1,5-6", None),
        ("items=0-1", None),
        ("bytes=-", None),
        ("bytes=٣-", None),
    ],
)
def test_ranges_of_headers(header: str | None, expected: tuple[int, int] | None) -> None:
    assert parse_range(header, size_bytes=100) == expected


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=-0", "bytes=999999999999999999-"])
def test_ranges_outside_of_the_file(header: str) -> None:
    with pytest.raises(RangeNotSatisfiable):
        parse_range(header, size_bytes=100)
