"""Imported recordings: upload, start, transcription in the background, and the interview that follows."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from app.analysis.tables import AnalysisRecord
from app.core.state import AppState
from app.interview_import.recordings import repository, service
from app.interview_import.recordings.rules import KEEP_FAILED, RecordingFile, VoicesProblem, find_problem
from app.interview_import.recordings.storage import FOLDER_NAME, ImportFolder
from app.interview_import.recordings.workers import RecordingImportWorkers
from app.security_events.tables import EventType, SecurityEvent
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_decoding import decode
from app.transcription.recording_options import DEFAULT_OPTIONS, ReadingOptions
from app.transcription.recording_pieces import PieceCutter
from app.transcription.recording_reader import AudioSource, OpenRecording, RecordingReader
from models.ports import (
    SAMPLE_RATE,
    Engines,
    EngineUnavailable,
    Priority,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from tests import factories
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.interviews.steps import read_credits
from tests.transcription.conftest import LevelDetector

Json = dict[str, Any]
PATH = "/api/interview-imports/recordings"
DETAILS = {
    "interviewerVoice": 0,
    "consentConfirmed": True,
    "candidateName": "Tom Lind",
    "position": "Clerk",
    "heldAt": "2020-03-01T09:00:00Z",
}
ASKS, ANSWERS = 3_000, 9_000
"""Levels of the two voices, by which the scripted engine knows them."""


def sound(*spans: tuple[float, float, int], seconds: float = 12.0) -> np.ndarray[Any, np.dtype[np.int16]]:
    """One voice: silence, with a constant level from start to end of each span in seconds."""
    samples = np.zeros(round(seconds * SAMPLE_RATE), dtype=np.int16)
    for start, end, level in spans:
        samples[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)] = level
    return samples


INTERVIEWER = sound((1, 1.5, ASKS), (8, 8.5, ASKS))
CANDIDATE = sound((4, 4.5, ANSWERS))


def to_file(*channels: np.ndarray[Any, Any], kind: str = "WAV") -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, np.stack(channels, axis=1), SAMPLE_RATE, format=kind)
    return buffer.getvalue()


STEREO = to_file(INTERVIEWER, CANDIDATE)


class LevelRecording(OpenRecording):
    """A recording that is decoded in this process; loud is speech."""

    def __init__(self, audio: bytes, options: ReadingOptions) -> None:
        self._audio = audio
        self._options = options
        self.seconds, self.share = 0.0, 0.0

    async def pieces(self) -> Any:
        cutter = PieceCutter(
            PipelineSettings(), LevelDetector(), joins_utterances=self._options.joins_utterances
        )
        for block in decode(self._audio, channel=self._options.channel):
            for piece in cutter.push(block.pcm):
                yield piece
            self.share = block.share
        for piece in cutter.finish():
            yield piece


class LevelReader(RecordingReader):
    """Only measures files in a process of its own."""

    @asynccontextmanager
    async def open(
        self, data: bytes | AudioSource | Path, options: ReadingOptions = DEFAULT_OPTIONS
    ) -> AsyncIterator[OpenRecording]:
        if options.only_inspects:
            async with super().open(data, options) as recording:
                yield recording
            return
        assert isinstance(data, Path)
        yield LevelRecording(await asyncio.to_thread(data.read_bytes), options)


def answer(request: SpeechRequest) -> Transcription:
    """What the level of the audio says, with a word that is certain and one that is not."""
    level = int(np.abs(np.frombuffer(request.pcm, "<i2")).max())
    text = "What next?" if level < (ASKS + ANSWERS) / 2 else "Clinic software."
    seconds = len(request.pcm) / 2 / SAMPLE_RATE
    first, second = text.split()
    return Transcription(
        segments=(
            SpeechSegment(
                text,
                0.0,
                seconds,
                -0.2,
                0.05,
                tokens=(
                    SpeechToken(f" {first}", 1.0, 1.25, 0.9),
                    SpeechToken(f" {second}", 1.25, 1.5, 0.3),
                ),
            ),
        ),
        language=request.language,
        audio_seconds=seconds,
        duration_ms=1,
    )


@pytest.fixture
def speech() -> FakeSpeech:
    return FakeSpeech(answer)


@pytest.fixture
def engines(speech: FakeSpeech) -> Engines:
    return fake_engines(speech=speech)


@pytest.fixture
def workers(api: FastAPI, state: AppState) -> RecordingImportWorkers:
    reader = LevelReader()
    workers = RecordingImportWorkers(state, reader)
    api.state.services.recording_reader = reader
    api.state.services.recording_import_workers = workers
    return workers


def upload(person: Person, content: bytes = STEREO, name: str = "call.wav", *, to: str = PATH) -> Any:
    return person.post(to, files={"recording": (name, content)})


def start(person: Person, import_id: str, **changes: Any) -> Any:
    return person.post(f"{PATH}/{import_id}/start", json=DETAILS | changes)


def list_imports(person: Person) -> list[Json]:
    imports: list[Json] = person.get(PATH).json()["data"]["imports"]
    return imports


def add_started(person: Person, content: bytes = STEREO, **changes: Any) -> str:
    import_id = str(upload(person, content).json()["data"]["_id"])
    response = start(person, import_id, **changes)
    assert response.status_code == 200, response.text
    return import_id


def run_next(portal: BlockingPortal, workers: RecordingImportWorkers) -> None:
    """Run one attempt of the worker."""

    async def run() -> None:
        assert await workers.run_next((next(iter(workers._sources[0])),))

    portal.call(run)


def read_segments(person: Person, interview_id: str) -> list[Json]:
    data = person.get(f"/api/interview/{interview_id}/transcript").json()["data"]
    segments: list[Json] = data["segments"]
    return segments


def list_files(state: AppState) -> list[Path]:
    return [path for path in (state.settings.data_dir / FOLDER_NAME).rglob("*") if path.is_file()]


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


def test_an_interrupted_import_continues_where_it_stopped(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal, speech: FakeSpeech
) -> None:
    """The server is stopped while the second utterance is decoded; the next one decodes only the rest."""
    add_started(alice)

    async def stop_in_the_middle() -> None:
        claim = await workers.queue.claim_next()
        assert claim is not None
        held = asyncio.Event()
        decode = speech.transcribe

        async def hold_the_second(request: SpeechRequest, **keywords: Any) -> Transcription:
            if speech.requests:
                held.set()
                await asyncio.Event().wait()
            return await decode(request, **keywords)

        speech.transcribe = hold_the_second  # type: ignore[method-assign]
        running = asyncio.create_task(workers.queue.run(claim))
        await held.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        speech.transcribe = decode  # type: ignore[method-assign]

    portal.call(stop_in_the_middle)
    [view] = list_imports(alice)
    assert view["status"] == "queued"
    run_next(portal, workers)
    assert len(speech.requests) == 3, "nothing is decoded twice"
    [view] = list_imports(alice)
    assert len(read_segments(alice, view["interviewId"])) == 3


def test_an_import_that_failed_is_tried_again_on_request(
    alice: Person,
    workers: RecordingImportWorkers,
    portal: BlockingPortal,
    speech: FakeSpeech,
    clock: FrozenClock,
) -> None:
    import_id = add_started(alice)
    assert alice.post(f"{PATH}/{import_id}/retry").json()["code"] == "IMPORT_NOT_FAILED"
    speech.script.fail_next(EngineUnavailable("gone"), times=3)
    for _ in range(3):
        run_next(portal, workers)
        clock.advance(minutes=2)
    [view] = list_imports(alice)
    assert (view["status"], view["error"]) == ("failed", "unavailable")
    assert alice.post(f"{PATH}/{import_id}/retry").json()["data"]["status"] == "queued"
    run_next(portal, workers)
    assert list_imports(alice)[0]["status"] == "completed"


def test_a_recording_in_which_one_person_is_silent_fails(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal
) -> None:
    add_started(alice, to_file(INTERVIEWER, sound()))
    run_next(portal, workers)
    [view] = list_imports(alice)
    assert (view["status"], view["error"]) == ("failed", "one_voice")
    assert alice.get("/api/interviews").json()["pagination"]["total"] == 0


def test_a_file_that_is_gone_fails_the_import(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal, state: AppState
) -> None:
    import_id = add_started(alice)
    ImportFolder.of(state.settings).delete([import_id])
    run_next(portal, workers)
    [view] = list_imports(alice)
    assert (view["status"], view["error"]) == ("failed", "unreadable")


def test_cancelling_deletes_the_files_and_ends_the_work(
    alice: Person,
    workers: RecordingImportWorkers,
    portal: BlockingPortal,
    state: AppState,
    speech: FakeSpeech,
) -> None:
    import_id = add_started(alice)
    speech.script.hold()

    async def run() -> None:
        claim = await workers.queue.claim_next()
        assert claim is not None
        running = asyncio.create_task(workers.queue.run(claim))
        await speech.script.started.wait()
        await state.database.run(service.delete_import, owner_id=alice.id, import_id=import_id)
        speech.script.release()
        await running

    portal.call(run)
    assert len(speech.requests) == 1, "the attempt ends at its next line"
    assert list_imports(alice) == []
    assert alice.get("/api/interviews").json()["pagination"]["total"] == 0
    assert alice.delete(f"{PATH}/{import_id}").status_code == 404


def test_a_draft_is_deleted_with_its_files(
    alice: Person, workers: RecordingImportWorkers, state: AppState
) -> None:
    import_id = upload(alice).json()["data"]["_id"]
    assert len(list_files(state)) == 1
    assert alice.delete(f"{PATH}/{import_id}").status_code == 200
    assert list_files(state) == []


def test_a_user_has_at_most_five_recordings_on_the_disk(
    alice: Person, workers: RecordingImportWorkers, bob: Person, state: AppState
) -> None:
    with state.database.transaction() as session:
        for number in range(5):
            file = RecordingFile("a", 1, 1.0, 2, are_alike=False)
            service.add_first_file(session, owner_id=alice.id, import_id=str(number), file=file)
    assert upload(alice).json()["code"] == "TOO_MANY_IMPORTS"
    assert upload(bob).status_code == 200


def test_live_speech_that_is_behind_comes_first(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal
) -> None:
    lags = [9.0, 4.0, 0.0, 0.0, 0.0]
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    workers.queue._measure_lag_seconds = lambda: lags.pop(0)
    workers.queue._sleep = sleep
    add_started(alice)
    run_next(portal, workers)
    assert len(waits) == 2
    assert list_imports(alice)[0]["status"] == "completed"


def test_a_recording_is_kept_only_where_it_is_allowed(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal, state: AppState
) -> None:
    add_started(alice, keepRecording=True)
    run_next(portal, workers)
    [refused] = list_imports(alice)
    path = "/api/interviews/{}/recording"
    assert alice.get(path.format(refused["interviewId"])).json()["data"] is None
    state.settings = state.settings.model_copy(update={"recording_allowed": True})
    add_started(alice, keepRecording=True)
    run_next(portal, workers)
    kept = alice.get(path.format(list_imports(alice)[0]["interviewId"])).json()["data"]
    assert [track["name"] for track in kept["tracks"]] == ["both", "interviewer", "candidate"]
    wave = alice.get(kept["tracks"][2]["url"]).content
    samples = np.frombuffer(wave[44:], "<i2")
    assert samples[round(4.2 * SAMPLE_RATE)] == pytest.approx(ANSWERS, abs=1)
    assert list_files(state) == []


def test_abandoned_imports_are_removed_with_their_files(
    alice: Person, workers: RecordingImportWorkers, state: AppState, clock: FrozenClock
) -> None:
    add_started(alice)
    upload(alice)
    orphan = ImportFolder.of(state.settings).folder / "of-nobody"
    orphan.mkdir()
    clock.advance(days=KEEP_FAILED.days + 1)
    with state.database.transaction() as session:
        removed = service.remove_abandoned(session, state=state, now=clock.now())
    assert removed == 1
    with state.database.reading() as session:
        [left] = repository.list_owned(session, owner_id=alice.id)
        assert left.status == "queued", "the queue runs it in the end"
    assert len(list_files(state)) == 1
    assert not orphan.exists()


def test_the_interview_outlives_the_notice_of_its_import(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal
) -> None:
    import_id = add_started(alice)
    run_next(portal, workers)
    assert alice.delete(f"{PATH}/{import_id}").status_code == 200
    assert alice.get("/api/interviews").json()["data"][0]["origin"] == "imported"


def test_the_real_process_reads_one_channel_of_a_file_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "call"
    path.write_bytes(STEREO)
    with path.open("rb") as file:
        pcm = b"".join(block.pcm for block in decode(file, channel=1))
    assert int(np.abs(np.frombuffer(pcm, "<i2")).max()) == pytest.approx(ANSWERS, abs=1)


async def test_the_real_process_measures_a_file_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "call"
    path.write_bytes(STEREO)
    async with RecordingReader().open(path, ReadingOptions(only_inspects=True)) as recording:
        facts = await recording.inspect()
    assert (facts.seconds, facts.channels, facts.are_alike) == (12.0, 2, False)
