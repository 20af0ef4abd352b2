"""The transcript as TXT, VTT and DOCX, and everything as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from app.core.state import AppState
from app.reports.file_names import build_file_name
from app.transcription.pipeline.events import AudioGap, Speaker
from app.transcription.service import store_gap
from app.transcription.tables import TranscriptSegment
from tests.conftest import Person
from tests.reports.conftest import Export
from tests.reports.exports import MARKUP, read_docx
from tests.reports.samples import LINES

_CUE = re.compile(
    r"(?P<id>\d+)\n(?P<start>\d{2,}:\d\d:\d\d\.\d{3}) --> (?P<end>\d{2,}:\d\d:\d\d\.\d{3})\n"
    r"<v (?P<voice>[^>\n]+)>(?P<text>[^\n]*)</v>"
)


@dataclass(frozen=True)
class Cue:
    start: float
    end: float
    voice: str
    text: str


def read_vtt(content: bytes) -> list[Cue]:
    """A reader of the part of WebVTT that the export uses; strict about everything else."""
    header, *blocks = content.decode().rstrip("\n").split("\n\n")
    assert header == "WEBVTT"
    cues = []
    for number, block in enumerate(blocks, start=1):
        match = _CUE.fullmatch(block)
        assert match is not None, block
        assert int(match["id"]) == number
        assert not re.search(r"<|-->", match["text"])
        text = match["text"].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        cues.append(Cue(_seconds(match["start"]), _seconds(match["end"]), match["voice"], text))
    return cues


def _seconds(time: str) -> float:
    hours, minutes, seconds = time.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def test_text_has_one_line_per_segment(export: Export) -> None:
    response = export("transcript.txt")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = response.content.decode("utf-8-sig").split("\r\n")
    assert lines[0] == "Interview transcript: Mara O'Neil"
    assert lines[1] == "Warehouse lead"
    assert lines[4:] == [
        "[0:02] Interviewer (imported): How did you move the warehouse to the new scanners?",
        "[0:07] Candidate: I mapped the aisles first, then we switched one aisle a night.",
        "[1:16] Interviewer: And the stock counts?",
        "[1:19] Candidate: Honestly, I left the recount out on the last two aisles.",
        "",
    ]


@pytest.fixture
def missing_sound(export: Export, state: AppState) -> None:
    """Fifty seconds of the candidate's sound are missing before the third line."""
    with state.database.transaction() as session:
        interview_id = session.query(TranscriptSegment.interview_id).limit(1).scalar()
        gap = AudioGap("gap", Speaker.CANDIDATE, 25.0, 75.0, 50.2)
        store_gap(session, interview_id=interview_id, gap=gap)


@pytest.mark.usefixtures("missing_sound")
def test_missing_sound_is_marked_in_its_place(export: Export) -> None:
    mark = "[50 seconds of sound are missing here]"
    lines = export("transcript.txt").content.decode("utf-8-sig").split("\r\n")
    assert lines[6] == f"[0:25] Candidate: {mark}"
    assert read_vtt(export("transcript.vtt").content)[2] == Cue(25.0, 75.0, "Candidate", mark)
    assert any(mark in paragraph for paragraph in read_docx(export("transcript.docx").content))
    assert export("interview.json").json()["transcriptGaps"] == [
        {"_id": "gap", "speaker": "candidate", "startSeconds": 25.0, "endSeconds": 75.0, "lostSeconds": 50.2}
    ]


def test_captions_have_times_and_voices(export: Export) -> None:
    response = export("transcript.vtt")
    assert response.headers["Content-Type"] == "text/vtt; charset=utf-8"
    assert read_vtt(response.content) == [
        Cue(start, end, f"{speaker.capitalize()}{'' if index else ' (imported)'}", text)
        for index, (speaker, text, start, end) in enumerate(LINES)
    ]


def test_word_document_has_one_paragraph_per_segment(export: Export) -> None:
    paragraphs = read_docx(export("transcript.docx").content)
    assert "Mara O'Neil" in paragraphs
    assert "1:19  Candidate: Honestly, I left the recount out on the last two aisles." in paragraphs


@pytest.mark.parametrize("text", MARKUP)
def test_a_line_cannot_forge_other_lines(export: Export, rename: Callable[[str], None], text: str) -> None:
    rename(text)
    assert len(read_vtt(export("transcript.vtt").content)) == len(LINES)
    plain = export("transcript.txt").content.decode("utf-8-sig").split("\r\n")
    assert len(plain) == len(LINES) + 5
    # A spreadsheet would run a line that begins like a formula.
    assert not any(line.startswith(("=", "+", "-", "@", "\t")) for line in plain)


def test_a_cue_without_a_known_end_lasts_a_moment(export: Export, state: AppState, report_id: str) -> None:
    with state.database.transaction() as session:
        session.add(
            TranscriptSegment(
                interview_id=report_id,
                sequence=9,
                speaker=Speaker.CANDIDATE,
                text="Yes.",
                started_seconds=3_725.25,
                ended_seconds=3_725.25,
                spoken_at=state.now(),
            )
        )
    last = read_vtt(export("transcript.vtt").content)[-1]
    assert (last.start, last.end) == (3_725.25, 3_725.75)


def test_everything_is_in_the_json_except_links(
    export: Export, alice: Person, report_id: str, interview: dict[str, Any]
) -> None:
    alice.post(
        f"/api/questions-crud/interview/{report_id}/questions",
        json={"question": "Why scanners?", "category": "technical", "estimatedTime": 5},
    )
    alice.patch(f"/api/interviews/recruiter/{report_id}/notes", json={"liveNotes": "Calm."})
    response = export("interview.json")
    assert (
        response.headers["Content-Disposition"]
        .partition("filename=")[2]
        .startswith('"interview-Mara-O-Neil-')
    )
    body = response.json()
    assert (body["format"], body["version"]) == ("greenroom-interview", 1)
    assert body["interview"]["candidateName"] == "Mara O'Neil"
    assert body["report"]["strengths"][0]["title"] == "Switched one aisle a night"
    assert [line["text"] for line in body["transcript"]] == [text for _, text, _, _ in LINES]
    assert [question["question"] for question in body["questions"]] == ["Why scanners?"]
    assert body["transcriptStats"]["totalSegments"] == len(LINES)
    for secret in ("recruiterToken", "candidateToken", "roomId"):
        assert interview[secret] not in response.text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mara O'Neil", "transcript-Mara-O-Neil-2026-11-22.txt"),
        ("", "transcript-unknown-2026-11-22.txt"),
        ("  ", "transcript-unknown-2026-11-22.txt"),
        ("../../etc/passwd", "transcript-------etc-passwd-2026-11-22.txt"),
        ("Łukasz Żółć", "transcript-Łukasz-Żółć-2026-11-22.txt"),
        ("प्रिया", "transcript-प्रिया-2026-11-22.txt"),
        ("???", "transcript-unknown-2026-11-22.txt"),
        ("x" * 400, f"transcript-{'x' * 100}-2026-11-22.txt"),
    ],
)
def test_file_names_keep_letters_and_digits_only(name: str, expected: str) -> None:
    assert build_file_name("transcript", name, on=date(2026, 11, 22), extension="txt") == expected


@pytest.mark.parametrize("name", ["Unnamed Candidate", "New Interview"])
def test_a_default_name_counts_as_unknown(name: str, alice: Person, export: Export, report_id: str) -> None:
    alice.patch(f"/api/interviews/{report_id}", json={"candidateName": name})
    assert 'filename="transcript-unknown-' in export("transcript.txt").headers["Content-Disposition"]


@pytest.fixture
def uncertain_word(state: AppState, report_id: str) -> str:
    """The word "aisles" of the first answer may be misheard."""
    with state.database.transaction() as session:
        line = session.get_one(TranscriptSegment, f"{report_id}-1")
        line.words = [
            {"text": text, "start": 7.0, "end": 7.5, "confidence": 0.1 if text == "aisles" else 0.9}
            for text in line.text.split()
        ]
        return line.id


@pytest.mark.usefixtures("uncertain_word")
def test_files_mark_words_that_may_be_misheard(export: Export) -> None:
    line = "I mapped the aisles (?) first, then we switched one aisle a night."
    text = export("transcript.txt").content.decode("utf-8-sig").split("\r\n")
    assert text[3] == "(?) marks words that may have been misheard."
    assert text[6] == f"[0:07] Candidate: {line}"
    assert read_vtt(export("transcript.vtt").content)[1].text == line
    assert any(line in paragraph for paragraph in read_docx(export("transcript.docx").content))


def test_the_export_of_everything_has_the_words_with_their_times(export: Export, uncertain_word: str) -> None:
    lines = export("interview.json").json()["transcript"]
    [line] = [line for line in lines if line["_id"] == uncertain_word]
    assert line["marks"] == [{"index": 3, "heard": None}]
    assert line["words"][3] == {
        "text": "aisles",
        "startSeconds": 7.0,
        "endSeconds": 7.5,
        "confidence": 0.1,
        "heard": None,
    }
    assert [one["words"] for one in lines if one["_id"] != uncertain_word] == [[], [], []]


def test_files_say_what_was_heard_in_the_place_of_a_term(
    export: Export, state: AppState, uncertain_word: str
) -> None:
    with state.database.transaction() as session:
        line = session.get_one(TranscriptSegment, uncertain_word)
        line.words = [
            row | {"heard": "isles"} if row["confidence"] < 0.5 else row for row in line.words or []
        ]
    text = export("transcript.txt").content.decode("utf-8-sig")
    assert "I mapped the aisles (heard: “isles”) first, then" in text
    assert "(?)" not in text
