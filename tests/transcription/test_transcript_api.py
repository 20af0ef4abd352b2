"""Stored transcripts: the database store and the HTTP routes."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.core.clock import utc_now
from app.core.database import Database
from app.transcription import rules
from app.transcription.pipeline.events import DecodedUtterance, Speaker, SuppressionReason
from app.transcription.pipeline.words import SpokenWord
from app.transcription.rules import count_stats
from app.transcription.service import DatabaseTranscriptStore, list_segments
from app.transcription.tables import AudioStream, TranscriptSegment
from models.ports import ModelIdentity
from tests.conftest import FrozenClock, Person
from tests.interviews.steps import give_consent


def utterance(
    name: str,
    *,
    start: float = 1.0,
    speaker: Speaker = Speaker.CANDIDATE,
    reason: SuppressionReason | None = None,
    safe_sequence: int = 10,
) -> DecodedUtterance:
    return DecodedUtterance(
        utterance_id=name,
        speaker=speaker,
        stream_id="stream-1",
        text=f"text of {name}",
        start_seconds=start,
        end_seconds=start + 1,
        spoken_at=utc_now(),
        language="en",
        suppressed_reason=reason,
        model=ModelIdentity(name="whisper-base", sha256="a" * 64),
        average_log_probability=-0.2,
        words=(
            SpokenWord("text", start, start + 0.3, 0.9),
            SpokenWord("of", start + 0.3, start + 0.5, 0.9),
            SpokenWord(name, start + 0.5, start + 1, 0.1),
        ),
        safe_sequence=safe_sequence,
    )


@pytest.fixture
def store(database: Database, interview: dict[str, Any]) -> DatabaseTranscriptStore:
    return DatabaseTranscriptStore(database, interview_id=interview["_id"])


async def test_sequences_have_no_gap_and_suppressed_lines_have_none(
    store: DatabaseTranscriptStore, alice: Person, interview: dict[str, Any]
) -> None:
    assert await store.store_final(utterance("a")) == 1
    assert await store.store_final(utterance("b", reason=SuppressionReason.FILLER)) is None
    assert await store.store_final(utterance("c")) == 2
    body = alice.get(f"/api/interview/{interview['_id']}/transcript").json()["data"]
    assert [line["text"] for line in body["segments"]] == ["text of a", "text of c"]
    assert "text of b" not in body["rawText"]


async def test_a_line_is_stored_with_its_words_and_shows_which_may_be_misheard(
    store: DatabaseTranscriptStore, database: Database, alice: Person, interview: dict[str, Any]
) -> None:
    await store.store_final(utterance("rotor", start=60.0))
    with database.reading() as session:
        kept = session.get(TranscriptSegment, "rotor")
    assert kept is not None
    assert kept.words == [
        {"text": "text", "start": 60.0, "end": 60.3, "confidence": 0.9},
        {"text": "of", "start": 60.3, "end": 60.5, "confidence": 0.9},
        {"text": "rotor", "start": 60.5, "end": 61.0, "confidence": 0.1},
    ]
    assert kept.uncertain_words == ["rotor"]
    body = alice.get(f"/api/interview/{interview['_id']}/transcript").json()["data"]
    [line] = body["segments"]
    assert (line["confidence"], line["marks"]) == (0.633, [{"index": 2, "heard": None}])


async def test_a_suppressed_line_is_kept_with_its_reason(
    store: DatabaseTranscriptStore, database: Database
) -> None:
    await store.store_final(utterance("b", reason=SuppressionReason.FILLER))
    with database.reading() as session:
        kept = session.get(TranscriptSegment, "b")
    assert kept is not None
    assert (kept.suppressed, kept.suppressed_reason, kept.text) == (True, "filler", "text of b")


async def test_storing_a_final_again_changes_nothing(store: DatabaseTranscriptStore) -> None:
    assert await store.store_final(utterance("a")) == 1
    assert await store.store_final(utterance("a")) == 1
    assert await store.store_final(utterance("c")) == 2


async def test_a_line_and_its_streams_safe_sequence_are_stored_together(
    store: DatabaseTranscriptStore, database: Database
) -> None:
    speaker = Speaker.CANDIDATE
    assert await store.find_stream(speaker=speaker, stream_id="stream-1") is None
    await store.open_stream(speaker=speaker, stream_id="stream-1", anchor_seconds=2.5)
    await store.store_final(utterance("a", safe_sequence=33))
    await store.store_final(utterance("b", safe_sequence=20))
    position = await store.find_stream(speaker=speaker, stream_id="stream-1")
    assert position is not None
    assert (position.anchor_seconds, position.safe_sequence) == (2.5, 33)
    again = await store.open_stream(speaker=speaker, stream_id="stream-1", anchor_seconds=99.0)
    assert again == position
    with database.reading() as session:
        assert session.query(AudioStream).count() == 1


async def test_a_replay_gives_the_lines_after_the_last_seen_one(
    store: DatabaseTranscriptStore, database: Database, interview: dict[str, Any]
) -> None:
    for name in "abc":
        await store.store_final(utterance(name))
    with database.reading() as session:
        missed = list_segments(session, interview_id=interview["_id"], after_sequence=1)
    assert [line.sequence for line in missed] == [2, 3]


async def test_transcript_is_in_spoken_order(
    store: DatabaseTranscriptStore, alice: Person, interview: dict[str, Any]
) -> None:
    await store.store_final(utterance("short", start=7.0, speaker=Speaker.INTERVIEWER))
    await store.store_final(utterance("long", start=2.0))
    body = alice.get(f"/api/interview/{interview['_id']}/transcript").json()["data"]
    assert [line["sequence"] for line in body["segments"]] == [2, 1]
    assert body["rawText"] == "Candidate: text of long\nInterviewer: text of short"
    assert body["stats"] == {
        "totalSegments": 2,
        "interviewerSegments": 1,
        "candidateSegments": 1,
        "totalCharacters": 25,
        "averageSegmentLength": 13,
    }


def test_segments_can_be_left_out(alice: Person, running_interview: dict[str, Any]) -> None:
    path = f"/api/interview/{running_interview['_id']}/transcript"
    alice.post(f"{path}/append", json={"segments": [{"speaker": "candidate", "text": "Hello."}]})
    body = alice.get(f"{path}?includeSegments=false").json()["data"]
    assert body["segments"] == []
    assert body["rawText"] == "Candidate: Hello."


def test_stats_of_an_empty_transcript_are_zero() -> None:
    assert count_stats([]).average_segment_length == 0


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_owner_reaches_a_transcript(
    method: str, bob: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    path = f"/api/interview/{interview['_id']}/transcript" + ("/append" if method == "post" else "")
    options: dict[str, Any] = {"json": {"segments": []}} if method == "post" else {}
    assert getattr(anonymous, method)(path, **options).status_code == 401
    assert getattr(bob, method)(path, **options).status_code == 404


@pytest.mark.parametrize(
    "path", ["/api/interview/unknown/transcript", "/api/interview/unknown/transcript/append"]
)
def test_transcript_of_an_unknown_interview_is_404(path: str, alice: Person) -> None:
    response = alice.post(path, json={"segments": []}) if "append" in path else alice.get(path)
    assert response.status_code == 404


def test_appending_is_idempotent_by_segment_id(alice: Person, running_interview: dict[str, Any]) -> None:
    path = f"/api/interview/{running_interview['_id']}/transcript/append"
    segments = [
        {"_id": "one", "speaker": "interviewer", "text": " Tell me. ", "timestamp": "2026-11-21T09:00:00Z"},
        {"_id": "two", "speaker": "candidate", "text": "I did."},
        {"_id": "three", "speaker": "candidate", "text": "   "},
    ]
    assert alice.post(path, json={"segments": segments}).json()["data"] == {"stored": 2}
    assert alice.post(path, json={"segments": segments}).json()["data"] == {"stored": 0}
    lines = alice.get(f"/api/interview/{running_interview['_id']}/transcript").json()["data"]["segments"]
    assert sorted(line["text"] for line in lines) == ["I did.", "Tell me."]


@pytest.mark.parametrize("when", ["before the start", "long after the end"])
def test_words_cannot_be_added_to_an_interview_that_does_not_run(
    when: str, alice: Person, interview: dict[str, Any], request: pytest.FixtureRequest, clock: FrozenClock
) -> None:
    """The recruiter adds words of the candidate before a new report, which would quote them."""
    if when == "long after the end":
        request.getfixturevalue("running_interview")
        alice.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")
        clock.advance(minutes=11)
    segments = {"segments": [{"speaker": "candidate", "text": "I invented it all."}]}
    response = alice.post(f"/api/interview/{interview['_id']}/transcript/append", json=segments)
    assert (response.status_code, response.json()["code"]) == (409, "TRANSCRIPT_CLOSED")
    transcript = alice.get(f"/api/interview/{interview['_id']}/transcript").json()["data"]
    assert transcript["segments"] == []


def test_lines_that_come_shortly_after_the_end_are_stored_with_their_source(
    alice: Person, running_interview: dict[str, Any], clock: FrozenClock
) -> None:
    alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete")
    clock.advance(minutes=9)
    segments = {"segments": [{"speaker": "candidate", "text": "Bye.", "source": "demo"}]}
    path = f"/api/interview/{running_interview['_id']}/transcript"
    assert alice.post(f"{path}/append", json=segments).json()["data"] == {"stored": 1}
    assert alice.get(path).json()["data"]["segments"][0]["source"] == "demo"


def test_a_client_cannot_pass_its_lines_off_as_transcribed(
    alice: Person, running_interview: dict[str, Any]
) -> None:
    segments = {"segments": [{"speaker": "candidate", "text": "I did.", "source": "whisper"}]}
    path = f"/api/interview/{running_interview['_id']}/transcript"
    alice.post(f"{path}/append", json=segments)
    assert alice.get(path).json()["data"]["segments"][0]["origin"] == "client"


async def test_words_of_a_candidate_who_is_transcribed_cannot_be_added(
    store: DatabaseTranscriptStore, alice: Person, running_interview: dict[str, Any]
) -> None:
    """Otherwise a candidate's words could be invented. The interviewer's own lines are still taken."""
    path = f"/api/interview/{running_interview['_id']}/transcript"
    await store.open_stream(speaker=Speaker.INTERVIEWER, stream_id="one", anchor_seconds=0)
    mine = {"speaker": "recruiter", "text": "Tell me more."}
    theirs = {"speaker": "candidate", "text": "I invented it all."}
    response = alice.post(f"{path}/append", json={"segments": [mine, theirs]})
    assert (response.status_code, response.json()["code"]) == (409, "TRANSCRIBED_HERE")
    assert alice.post(f"{path}/append", json={"segments": [mine]}).json()["data"] == {"stored": 1}
    assert [line["text"] for line in alice.get(path).json()["data"]["segments"]] == ["Tell me more."]


def test_a_transcript_takes_only_so_many_lines(
    alice: Person, running_interview: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_LINES", 3)
    path = f"/api/interview/{running_interview['_id']}/transcript"
    lines = [{"_id": f"{number}", "speaker": "candidate", "text": "x"} for number in range(4)]
    response = alice.post(f"{path}/append", json={"segments": lines})
    assert (response.status_code, response.json()["code"]) == (409, "TRANSCRIPT_FULL")
    assert alice.get(path).json()["data"]["segments"] == []
    assert alice.post(f"{path}/append", json={"segments": lines[:3]}).json()["data"] == {"stored": 3}


def test_a_segment_id_of_another_interview_is_stored_all_the_same(
    alice: Person, bob: Person, anonymous: TestClient, running_interview: dict[str, Any]
) -> None:
    """L9: a refusal revealed that another user's segment has this id."""
    segments = {"segments": [{"_id": "one", "speaker": "candidate", "text": "Mine."}]}
    alice.post(f"/api/interview/{running_interview['_id']}/transcript/append", json=segments)
    other = bob.post("/api/interviews", json={}).json()["interview"]
    give_consent(anonymous, other)
    bob.patch(f"/api/interviews/recruiter/{other['_id']}/start")
    path = f"/api/interview/{other['_id']}/transcript"
    stored = [bob.post(path + "/append", json=segments).json()["data"]["stored"] for _ in range(2)]
    assert stored == [1, 0]
    for person, one in ((alice, running_interview), (bob, other)):
        transcript = person.get(f"/api/interview/{one['_id']}/transcript").json()["data"]
        assert [segment["text"] for segment in transcript["segments"]] == ["Mine."]


@pytest.mark.parametrize(
    "segment",
    [
        {"speaker": "system", "text": "x"},
        {"speaker": "candidate"},
        {"speaker": "candidate", "text": "x" * 20_001},
        {"speaker": "candidate", "text": "x", "startSeconds": -1},
        {"speaker": "candidate", "text": "x", "timestamp": "yesterday"},
    ],
)
def test_a_malformed_segment_is_refused(
    segment: dict[str, Any], alice: Person, interview: dict[str, Any]
) -> None:
    response = alice.post(
        f"/api/interview/{interview['_id']}/transcript/append", json={"segments": [segment]}
    )
    assert response.status_code == 422
    assert response.json()["code"] == "VALIDATION_ERROR"


def test_token_call_names_provider_and_address(alice: Person, anonymous: TestClient) -> None:
    response = alice.post("/api/transcription/token", json={"expiresIn": 3600}).json()
    assert response["provider"] == "local"
    assert response["whisper_url"] == "/api/transcription/whisper"
    assert response["expiresIn"] == 3600
    assert anonymous.post("/api/transcription/token", json={}).status_code == 401
