"""Imported recordings: uploads, voices, samples, and the interview that they become."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from anyio.from_thread import BlockingPortal

from app.analysis.tables import AnalysisRecord
from app.core.state import AppState
from app.interview_import.recordings import service
from app.interview_import.recordings.rules import RecordingFile, VoicesProblem, find_problem
from app.interview_import.recordings.storage import ImportFolder
from app.interview_import.recordings.workers import RecordingImportWorkers
from app.security_events.tables import EventType, SecurityEvent
from app.transcription.recording_decoding import decode
from app.transcription.recording_options import RecordingOptions
from app.transcription.recording_reader import RecordingReader
from models.ports import (
    Priority,
)
from tests import factories
from tests.conftest import Person
from tests.fakes.engines import FakeSpeech
from tests.interview_import.recordings.steps import (
    ANSWERS,
    CANDIDATE,
    INTERVIEWER,
    PATH,
    STEREO,
    Json,
    add_started,
    list_files,
    list_imports,
    read_segments,
    run_next,
    start,
    to_file,
    upload,
)
from tests.interviews.steps import read_credits


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ([(1, False)], VoicesProblem.ONE_CHANNEL),
        ([(2, True)], VoicesProblem.SAME_CHANNELS),
        ([(6, False)], VoicesProblem.MANY_CHANNELS),
        ([(2, False)], None),
        ([(1, False), (1, False)], None),
        ([(2, True), (6, False)], None),
    ],
)
def test_each_person_needs_a_channel_or_a_file(
    files: list[tuple[int, bool]], problem: VoicesProblem | None
) -> None:
    assert find_problem([RecordingFile("a", 1, 1.0, *file) for file in files]) is problem


def test_a_recording_becomes_a_completed_interview_in_order_of_time(
    alice: Person,
    workers: RecordingImportWorkers,
    portal: BlockingPortal,
    state: AppState,
    speech: FakeSpeech,
) -> None:
    before = read_credits(state, alice)
    import_id = add_started(alice)
    run_next(portal, workers)
    [view] = list_imports(alice)
    assert (view["_id"], view["status"], view["share"], view["error"]) == (import_id, "completed", 1, None)
    interview = alice.get(f"/api/interviews/{view['interviewId']}").json()["interview"]
    assert (interview["status"], interview["origin"], interview["candidateName"]) == (
        "completed",
        "imported",
        "Tom Lind",
    )
    assert (interview["startedAt"], interview["completedAt"]) == (
        "2020-03-01T09:00:00.000Z",
        "2020-03-01T09:00:12.000Z",
    )
    lines = read_segments(alice, view["interviewId"])
    assert [(line["speaker"], line["text"], line["origin"]) for line in lines] == [
        ("interviewer", "What next?", "import"),
        ("candidate", "Clinic software.", "import"),
        ("interviewer", "What next?", "import"),
    ]
    assert [round(line["startSeconds"]) for line in lines] == [1, 4, 8]
    assert [line["sequence"] for line in lines] == [1, 2, 3]
    assert [line["marks"] for line in lines] == [[{"index": 1, "heard": None}]] * 3
    assert lines[1]["confidence"] == 0.6
    assert read_credits(state, alice) == before
    assert list_files(state) == [], "the files are deleted"
    assert set(speech.script.priorities) == {Priority.BACKGROUND}
    assert all("Tom Lind" in request.prompt for request in speech.requests), "names are hints"
    with state.database.reading() as session:
        record = session.query(AnalysisRecord).filter_by(interview_id=view["interviewId"]).one()
        assert record.status == "queued"


def test_one_file_for_each_person(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal
) -> None:
    draft = upload(alice, to_file(CANDIDATE), "tom.wav").json()["data"]
    assert draft["problem"] == "one_channel"
    files = f"{PATH}/{draft['_id']}/files"
    view = upload(alice, to_file(INTERVIEWER, kind="FLAC"), "anna.flac", to=files).json()["data"]
    assert view["problem"] is None
    assert [file["name"] for file in view["files"]] == ["tom.wav", "anna.flac"]
    assert upload(alice, to=files).json()["code"] == "TOO_MANY_FILES"
    start(alice, draft["_id"], interviewerVoice=1)
    run_next(portal, workers)
    [done] = list_imports(alice)
    speakers = [line["speaker"] for line in read_segments(alice, done["interviewId"])]
    assert speakers == ["interviewer", "candidate", "interviewer"]


@pytest.mark.parametrize(
    "content",
    [to_file(INTERVIEWER), to_file(INTERVIEWER, INTERVIEWER), to_file(INTERVIEWER, *[CANDIDATE] * 2)],
)
def test_voices_that_cannot_be_told_apart_are_refused_with_an_explanation(
    alice: Person, workers: RecordingImportWorkers, content: bytes
) -> None:
    import_id = upload(alice, content).json()["data"]["_id"]
    for response in (start(alice, import_id), alice.post(f"{PATH}/{import_id}/samples")):
        assert (response.status_code, response.json()["code"]) == (422, "VOICES_NOT_SEPARATE")
        assert "one file for each person" in response.json()["message"]
    assert alice.get("/api/interviews").json()["pagination"]["total"] == 0


def test_samples_are_the_first_words_of_each_voice(
    alice: Person, workers: RecordingImportWorkers, speech: FakeSpeech
) -> None:
    import_id = upload(alice).json()["data"]["_id"]
    voices = alice.post(f"{PATH}/{import_id}/samples").json()["data"]["voices"]
    assert voices == [{"text": "What next?"}, {"text": "Clinic software."}]
    assert len(speech.requests) == 2
    assert {request.language for request in speech.requests} == {"auto"}


def test_a_draft_whose_files_are_gone_has_no_samples(
    alice: Person, workers: RecordingImportWorkers, state: AppState
) -> None:
    import_id = upload(alice).json()["data"]["_id"]
    ImportFolder.of(state.settings).delete([import_id])
    response = alice.post(f"{PATH}/{import_id}/samples")
    assert (response.status_code, response.json()["code"]) == (404, "RECORDING_IMPORT_NOT_FOUND")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"consentConfirmed": False}, "VALIDATION_ERROR"),
        ({"heldAt": "2190-01-01T00:00:00Z"}, "TIME_HAS_NOT_PASSED"),
        ({"interviewerVoice": 2}, "VALIDATION_ERROR"),
        ({"candidateName": " "}, "VALIDATION_ERROR"),
        ({"language": "xx"}, "UNKNOWN_LANGUAGE"),
    ],
)
def test_a_wrong_request_starts_nothing(
    alice: Person, workers: RecordingImportWorkers, changes: Json, code: str
) -> None:
    import_id = upload(alice).json()["data"]["_id"]
    response = start(alice, import_id, **changes)
    assert (response.status_code, response.json()["code"]) == (422, code)
    assert list_imports(alice)[0]["status"] == "draft"


def test_a_foreign_profile_is_not_found(
    alice: Person, bob: Person, workers: RecordingImportWorkers, state: AppState
) -> None:
    candidate = factories.create_candidate(state, alice.id)
    import_id = upload(bob).json()["data"]["_id"]
    assert start(bob, import_id, candidateProfileId=candidate).status_code == 404


def test_a_profile_that_was_deleted_meanwhile_is_left_out(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal, state: AppState
) -> None:
    candidate = factories.create_candidate(state, alice.id)
    add_started(alice, candidateProfileId=candidate)
    assert alice.delete(f"/api/candidates/{candidate}").status_code == 200
    run_next(portal, workers)
    [view] = list_imports(alice)
    assert view["status"] == "completed"
    interview = alice.get(f"/api/interviews/{view['interviewId']}").json()["interview"]
    assert interview["candidateProfileId"] is None


def test_what_is_no_audio_is_refused_and_leaves_nothing(
    alice: Person, workers: RecordingImportWorkers, state: AppState
) -> None:
    response = upload(alice, b"\0\0\0\x20ftypM4A " + bytes(2_000), "call.m4a")
    assert (response.status_code, response.json()["code"]) == (422, "UNREADABLE_AUDIO")
    assert "Use WAV, FLAC, OGG, Opus or MP3." in response.json()["message"]
    assert list_imports(alice) == []
    assert list_files(state) == []


def test_starting_twice_queues_once_and_records_who_confirmed_the_consent(
    alice: Person, workers: RecordingImportWorkers, state: AppState
) -> None:
    import_id = add_started(alice)
    assert (
        start(alice, import_id, candidateName="Somebody else").json()["data"]["candidateName"] == "Tom Lind"
    )
    with state.database.reading() as session:
        [event] = session.query(SecurityEvent).filter_by(type=EventType.RECORDING_IMPORTED)
        assert (event.actor_id, event.subject_id) == (alice.id, import_id)


def test_a_user_has_at_most_five_recordings_on_the_disk(
    alice: Person, workers: RecordingImportWorkers, bob: Person, state: AppState
) -> None:
    with state.database.transaction() as session:
        for number in range(5):
            file = RecordingFile("a", 1, 1.0, 2, are_alike=False)
            service.add_first_file(session, owner_id=alice.id, import_id=str(number), file=file)
    assert upload(alice).json()["code"] == "TOO_MANY_IMPORTS"
    assert upload(bob).status_code == 200


def test_the_real_process_reads_one_channel_of_a_file_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "call"
    path.write_bytes(STEREO)
    with path.open("rb") as file:
        pcm = b"".join(block.pcm for block in decode(file, channel=1))
    assert int(np.abs(np.frombuffer(pcm, "<i2")).max()) == pytest.approx(ANSWERS, abs=1)


async def test_the_real_process_measures_a_file_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "call"
    path.write_bytes(STEREO)
    async with RecordingReader().open(path, RecordingOptions(only_inspects=True)) as recording:
        facts = await recording.inspect()
    assert (facts.seconds, facts.channels, facts.are_alike) == (12.0, 2, False)
