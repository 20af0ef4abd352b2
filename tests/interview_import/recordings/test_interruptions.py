"""Imported recordings: interrupted, failed, cancelled, kept and removed."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest
from anyio.from_thread import BlockingPortal

from app.core.state import AppState
from app.interview_import.recordings import repository, service
from app.interview_import.recordings.rules import KEEP_FAILED
from app.interview_import.recordings.storage import ImportFolder
from app.interview_import.recordings.workers import RecordingImportWorkers
from app.transcription.lag_gate import LagGate
from models.ports import (
    SAMPLE_RATE,
    EngineUnavailable,
    SpeechRequest,
    Transcription,
)
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeSpeech
from tests.interview_import.recordings.steps import (
    ANSWERS,
    INTERVIEWER,
    PATH,
    add_started,
    list_files,
    list_imports,
    read_segments,
    run_next,
    sound,
    to_file,
    upload,
)


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


def test_live_speech_that_is_behind_comes_first(
    alice: Person, workers: RecordingImportWorkers, portal: BlockingPortal
) -> None:
    lags = [9.0, 4.0, 0.0, 0.0, 0.0]
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    workers.queue._gate = LagGate(lambda: lags.pop(0))
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
