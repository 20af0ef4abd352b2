"""`greenroom bench live`: what runs beside live speech, and what it costs the speech.

Plays each interview below the folder twice into a room of a real server, in real time. First without anything
beside speech; then with CV, job, prepared questions, Question Sense, AI Sense and the reading of ended
exchanges, up to the complete report.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx

from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Speaker, TranscriptLine
from app.analysis.lexicon import load_lexicon
from app.bench.live_room import PlayedInterview, Suggested, create_interview, play_started, start_interview
from app.bench.output import print_progress
from app.bench.server_process import BenchServer, running_server
from app.bench.speech_data import Dialogue, find_dialogues
from app.bench.speech_measures import Line, find_final_lags, find_first_interim_lags, summarize, trim_to_voice
from app.core.logging import LOG_NAME
from app.questions.schemas import WriteQuestion
from app.transcription.pipeline.events import Speaker as SpeakerSide

QUESTIONS = "questions.json"
_QUESTION_KEYS = ("question", "category", "estimatedTime")

PANE_SECONDS = 60.0
"""How often the recruiter's browser asks for the insights and for the questions."""
REPORT_SECONDS = 900.0
POLL_SECONDS = 0.25
_ASSESSMENT_SECONDS = 600.0
_JUDGED = "live_reading_judged"
_COMPLETED = "live_reading_completed"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--audio",
        type=Path,
        required=True,
        metavar="DIR",
        help="folders with recruiter.wav, candidate.wav, turns.tsv, questions.json; cv.txt, job.txt if any",
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="play only the first S seconds of each")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Play, measure and compare. Raises ValueError without an interview that has valid questions."""
    found = await asyncio.to_thread(find_dialogues, args.audio, args.seconds)
    dialogues = [one for one in found if (one.folder / QUESTIONS).is_file()]
    if not dialogues:
        raise ValueError(f"{args.audio} contains no dialogue with a {QUESTIONS}")
    questions = [read_questions(dialogue.folder / QUESTIONS) for dialogue in dialogues]
    alone = [await _play_alone(dialogue) for dialogue in dialogues]
    beside = [await _play_whole(*one) for one in zip(dialogues, questions, strict=True)]
    return summarize_runs(dialogues, alone, beside) | {"load_average": round(os.getloadavg()[0], 2)}


@dataclass(frozen=True, slots=True)
class WholeInterview:
    """An interview with everything beside speech, and what was measured of it."""

    played: PlayedInterview
    judged: list[LoggedReading]
    """Readings up to the judge's work."""
    completed: list[LoggedReading]
    """The same with all texts written."""
    report_seconds: float
    changed_by_machine: int
    """Prepared questions whose human status is not pending, though no person set one."""


@dataclass(frozen=True, slots=True)
class LoggedReading:
    """A reading of ended exchanges; in seconds from the start of the recording."""

    completed_seconds: float
    lines: int
    """Lines of the transcript that it covered, from the first one on."""


async def _play_alone(dialogue: Dialogue) -> PlayedInterview:
    print_progress(f"playing {dialogue.name} alone ({dialogue.seconds:.0f} s)")
    async with running_server(environment={"GREENROOM_LIVE_READING": "false"}) as server:
        async with server.client() as http:
            interview = await start_interview(http, await create_interview(http))
        return await play_started(server, interview, dialogue.voices)


async def _play_whole(dialogue: Dialogue, questions: Sequence[WriteQuestion]) -> WholeInterview:
    print_progress(f"playing {dialogue.name} with everything ({dialogue.seconds:.0f} s)")
    async with (
        running_server(environment={"GREENROOM_LOG_FORMAT": "json"}) as server,
        server.client() as http,
    ):
        created = await create_interview(http)
        await _prepare(http, created["_id"], dialogue.folder, questions)
        interview = await start_interview(http, created)
        report_seconds = 0.0

        async def end() -> None:
            nonlocal report_seconds
            report_seconds = await _end(http, interview["_id"])

        began_at = datetime.fromisoformat(interview["startedAt"]).timestamp()
        async with _watching(http, interview["_id"]):
            played = await play_started(server, interview, dialogue.voices, end=end)
        tracked = (await _get(http, f"/api/questions/interview/{interview['_id']}"))["questions"]
        logged = await asyncio.to_thread(_read_log, server)
        began_at += played.offset_seconds
        return WholeInterview(
            played,
            read_log(logged, (_JUDGED, _COMPLETED), began_at),
            read_log(logged, (_COMPLETED,), began_at),
            report_seconds,
            sum(one["humanTracking"]["status"] != "pending" for one in tracked),
        )


def read_questions(path: Path) -> list[WriteQuestion]:
    """The prepared questions of an interview. Raises ValueError with the path and the first problem."""
    try:
        items = json.loads(path.read_text(encoding="utf-8"))
        return [WriteQuestion.model_validate({key: one[key] for key in _QUESTION_KEYS}) for one in items]
    except KeyError as error:
        raise ValueError(f"{path}: a question has no {error}") from error
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from error


async def _prepare(
    http: httpx.AsyncClient, interview_id: str, folder: Path, questions: Sequence[WriteQuestion]
) -> None:
    """Add the questions, and link the candidate and the job; wait until their assessments are written."""
    for question in questions:
        body = question.model_dump(mode="json", by_alias=True)
        await _post(http, f"/api/questions-crud/interview/{interview_id}/questions", json=body)
    for name, kind, record, field, path in (
        ("cv.txt", "cv", "candidateProfile", "candidateProfileId", "/api/candidates/profile"),
        ("job.txt", "job_description", "jobDescription", "jobDescriptionId", "/api/job-descriptions"),
    ):
        if not (folder / name).is_file():
            continue
        answer = await _post(
            http,
            "/api/documents/process",
            files={"document": (name, (folder / name).read_bytes())},
            data={"interviewId": interview_id, "type": kind},
        )
        record_id = answer["data"][record]["_id"]
        changed = await http.patch(f"/api/interviews/{interview_id}", json={field: record_id})
        changed.raise_for_status()
        await _wait_for_assessment(http, f"{path}/{record_id}")


async def _wait_for_assessment(http: httpx.AsyncClient, path: str) -> None:
    """Raises TimeoutError."""
    async with asyncio.timeout(_ASSESSMENT_SECONDS):
        while True:
            if not (await _get(http, path))["data"]["isAssessmentPending"]:
                return
            await asyncio.sleep(1.0)


@asynccontextmanager
async def _watching(http: httpx.AsyncClient, interview_id: str) -> AsyncIterator[None]:
    """Ask for insights and questions as often as the recruiter's browser does."""

    async def watch() -> None:
        while True:
            await http.post("/api/aisense/live", json={"interviewId": interview_id})
            await http.post("/api/questions-tracking/analyze-transcript", json={"interviewId": interview_id})
            await asyncio.sleep(PANE_SECONDS)

    watcher = asyncio.create_task(watch())
    try:
        yield
    finally:
        watcher.cancel()
        await asyncio.gather(watcher, return_exceptions=True)


async def _end(http: httpx.AsyncClient, interview_id: str) -> float:
    """Press End, and return the seconds until the report is complete. Raises ValueError and TimeoutError."""
    began = time.monotonic()
    ended = await http.patch(f"/api/interviews/recruiter/{interview_id}/complete", json={})
    ended.raise_for_status()
    async with asyncio.timeout(REPORT_SECONDS):
        while True:
            answer = await _get(http, f"/api/aisense/analysis/{interview_id}")
            if answer["status"] == "completed":
                return time.monotonic() - began
            if answer["status"] == "failed":
                raise ValueError(f"the report failed: {answer['problem']}")
            await asyncio.sleep(POLL_SECONDS)


async def _get(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    return _read(await http.get(path))


async def _post(http: httpx.AsyncClient, path: str, **content: Any) -> dict[str, Any]:
    return _read(await http.post(path, **content))


def _read(answer: httpx.Response) -> dict[str, Any]:
    answer.raise_for_status()
    body: dict[str, Any] = answer.json()
    return body


def _read_log(server: BenchServer) -> str:
    return (server.data_dir / LOG_NAME).read_text(encoding="utf-8", errors="replace")


def read_log(text: str, events: Sequence[str], began_at: float) -> list[LoggedReading]:
    """The readings in a JSON log that reached one of ``events``.

    ``began_at`` is the start of the recording, as a Unix time.
    """
    entries = [json.loads(line) for line in text.splitlines() if any(event in line for event in events)]
    return [
        LoggedReading(datetime.fromisoformat(one["time"]).timestamp() - began_at, int(one["fields"]["lines"]))
        for one in entries
    ]


def list_reading_delays(lines: Sequence[Line], readings: Sequence[LoggedReading]) -> tuple[list[float], int]:
    """Seconds from the last word of each exchange but the last to the reading that covers it.

    Second, the number of those exchanges that no reading covered.
    """
    lexicon = load_lexicon("en")
    assert lexicon is not None
    finals = sorted((one for one in lines if one.is_final and one.text), key=lambda one: one.start_seconds)
    transcript = [
        TranscriptLine(one.id, Speaker(SpeakerSide.of_role(one.role)), one.text, one.start_seconds)
        for one in finals
    ]
    places = {one.id: place for place, one in enumerate(finals)}
    delays, unread = [], 0
    for exchange in find_exchanges(transcript, lexicon)[:-1]:
        place = places[exchange.answered[-1].id]
        ended = finals[place].end_seconds
        # A line may be inserted before, so a reading that was earlier than the end does not count.
        covered = [
            one.completed_seconds for one in readings if one.lines > place and one.completed_seconds >= ended
        ]
        if covered:
            delays.append(min(covered) - ended)
        else:
            unread += 1
    return delays, unread


def list_suggestion_delays(
    lines: Sequence[Line], suggestions: Sequence[Suggested], *, since: Callable[[Line, Sequence[Line]], float]
) -> list[float]:
    """Seconds from ``since`` (the line of a suggestion, the lines before it) to the first suggestion of each
    question."""
    finals = {one.id: one for one in lines if one.is_final}
    delays = {}
    for one in suggestions:
        line = finals.get(one.segment_id or "")
        if line is not None and one.question_id not in delays:
            before = [final for final in finals.values() if final.arrived_seconds <= one.arrived_seconds]
            delays[one.question_id] = one.arrived_seconds - since(line, before)
    return list(delays.values())


def summarize_runs(
    dialogues: Sequence[Dialogue], alone: Sequence[PlayedInterview], beside: Sequence[WholeInterview]
) -> dict[str, object]:
    """``final_lag_ratio``: lag of finals (p95) with everything beside speech, divided by that alone.

    An exchange is judged when AI Sense can show it, and read when its texts are written, too.
    """
    lags = {"alone": alone, "beside": [one.played for one in beside]}
    result: dict[str, object] = {"interviews": len(dialogues)}
    p95 = {}
    for name, played in lags.items():
        finals, interims = [], []
        for dialogue, one in zip(dialogues, played, strict=True):
            turns = [trim_to_voice(turn, dialogue.voices[turn.role]) for turn in dialogue.turns]
            finals += find_final_lags(turns, one.lines)
            interims += find_first_interim_lags(turns, one.lines)
        result[f"final_lag_{name}_seconds"] = summarize(finals)
        result[f"first_interim_lag_{name}_seconds"] = summarize(interims)
        p95[name] = summarize(finals)["p95"]
    if p95["alone"] and p95["beside"]:
        result["final_lag_ratio"] = round(p95["beside"] / p95["alone"], 2)
    after_line, after_latest = [], []
    delays: dict[str, list[float]] = {"judged": [], "read": []}
    unread = dict.fromkeys(delays, 0)
    for whole in beside:
        lines, suggestions = whole.played.lines, whole.played.suggestions
        after_line += list_suggestion_delays(lines, suggestions, since=_when_shown)
        after_latest += list_suggestion_delays(lines, suggestions, since=_when_latest)
        for name, readings in (("judged", whole.judged), ("read", whole.completed)):
            found, missing = list_reading_delays(lines, readings)
            delays[name] += found
            unread[name] += missing
    return result | {
        "suggestions": len(after_line),
        "suggested_after_its_line_seconds": summarize(after_line),
        "suggested_after_the_latest_line_seconds": summarize(after_latest),
        **{f"exchanges_{name}": len(found) for name, found in delays.items()},
        **{f"exchanges_not_{name}_before_the_end": count for name, count in unread.items()},
        **{f"{name}_after_exchange_seconds": summarize(found) for name, found in delays.items()},
        "report_seconds": [round(one.report_seconds, 1) for one in beside],
        "human_statuses_changed": sum(one.changed_by_machine for one in beside),
    }


def _when_shown(line: Line, _before: Sequence[Line]) -> float:
    return line.arrived_seconds


def _when_latest(_line: Line, before: Sequence[Line]) -> float:
    """A question may be recognized only by a later line, such as its answer."""
    return max(one.arrived_seconds for one in before)
