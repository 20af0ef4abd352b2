"""Transcript files of every format, and files that are none."""

from __future__ import annotations

import json

import pytest

from app.core.errors import AppError
from app.interview_import.formats.lines import TimedLine
from app.interview_import.reading import decode_text, read_transcript

VTT = """WEBVTT

NOTE made by a tool

1
00:00:01.000 --> 00:00:03.500 align:start
<v Anna Berg>Good <b>morning</b> &amp; welcome.</v>

2
00:00:04.000 --> 00:00:05.000
<v Anna Berg>Please sit down.</v>

00:06.200 --> 00:09.000
<v Tom>Thank you.
I am glad to be here.</v>
"""
SRT = """1
00:00:01,000 --> 00:00:02,000
Anna: Hello.

2
00:01:10,500 --> 00:01:12,000
Tom: Hi.
"""


def as_rows(lines: list[TimedLine]) -> list[tuple[str, str, float, float]]:
    return [(line.speaker, line.text, line.start_seconds, line.end_seconds) for line in lines]


def test_captions_with_voices_are_joined_by_speaker() -> None:
    assert as_rows(read_transcript(VTT)) == [
        ("Anna Berg", "Good morning & welcome. Please sit down.", 1.0, 5.0),
        ("Tom", "Thank you. I am glad to be here.", 6.2, 9.0),
    ]


def test_subtitles_name_speakers_before_a_colon() -> None:
    assert as_rows(read_transcript(SRT)) == [("Anna", "Hello.", 1.0, 2.0), ("Tom", "Hi.", 70.5, 72.0)]


@pytest.mark.parametrize(
    "text",
    [
        "Anna: Hello there.\nHow are you?\n\nTom: Fine.",
        "[00:00] Anna: Hello there.\nHow are you?\n[00:02] Tom: Fine.",
        "Anna [0:00]: Hello there. How are you?\nTom [0:02]: Fine.",
        "Anna 0:00\nHello there.\nHow are you?\n\nTom 0:02\nFine.",
        "0:00 - Anna: Hello there.\r\nHow are you?\r\n0:02 - Tom: Fine.",
    ],
)
def test_text_names_speakers_in_the_usual_ways(text: str) -> None:
    lines = as_rows(read_transcript(text))
    assert [row[:3] for row in lines] == [
        ("Anna", "Hello there. How are you?", 0.0),
        ("Tom", "Fine.", 2.0),
    ]


def test_words_before_a_colon_are_no_speaker_in_a_long_text() -> None:
    text = "\n".join(
        f"Anna: Question {number}?\nTom: Sure.\nPoint {chr(97 + number)}: it works." for number in range(10)
    )
    lines = read_transcript(text)
    assert {line.speaker for line in lines} == {"Anna", "Tom"}
    assert lines[1].text == "Sure. Point a: it works."


@pytest.mark.parametrize("wrapped", [False, True])
def test_json_lines_have_speakers_and_times(wrapped: bool) -> None:
    rows = [
        {"speaker": "interviewer", "text": "Hello.", "startSeconds": 1, "endSeconds": 2},
        {"role": "candidate", "content": "Hi.", "start": 3.5},
    ]
    text = json.dumps({"transcript": {"segments": rows}} if wrapped else rows)
    assert as_rows(read_transcript(text)) == [
        ("interviewer", "Hello.", 1.0, 2.0),
        ("candidate", "Hi.", 3.5, 4.5),
    ]


def test_lines_out_of_order_are_sorted_by_time() -> None:
    lines = read_transcript("[00:30] Anna: Later.\n[00:10] Tom: Earlier.")
    assert [line.text for line in lines] == ["Earlier.", "Later."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_are_recognized(encoding: str) -> None:
    assert decode_text("Zoë: Grüß Gott".encode(encoding)) == "Zoë: Grüß Gott"


def refuse(text: str) -> str:
    with pytest.raises(AppError) as refusal:
        read_transcript(text)
    assert refusal.value.status == 422
    return refusal.value.code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "NO_SPEAKERS"),
        ("Just some prose.\nAnd more of it.", "NO_SPEAKERS"),
        ("WEBVTT\n", "NO_SPEAKERS"),
        ("Anna: Hello.\nAnna: Still me.", "ONE_SPEAKER"),
        ("WEBVTT\n\n00:05.000 --> 00:02.000\nAnna: Hello.", "INVALID_TIMES"),
        ("WEBVTT\n\n99:99:99.000 --> 99:99:99.500\nAnna: Hello.", "INVALID_TIMES"),
        ("WEBVTT\n\nsoon --> later\nAnna: Hello.", "INVALID_TIMES"),
        ('[{"speaker": "A", "text": "x", "start": -1}]', "INVALID_TIMES"),
        ('{"speaker": "A"}', "UNREADABLE_TRANSCRIPT"),
        ('{"segments": [1, 2]}', "UNREADABLE_TRANSCRIPT"),
        ("{" * 100_000, "UNREADABLE_TRANSCRIPT"),
        ("Anna: " + "word " * 1_000_000 + "\nTom: Hi.", "TRANSCRIPT_LINE_TOO_LONG"),
        ("Anna: Hello.\nTom: Hi.\n" * 100_000, "TOO_MANY_TRANSCRIPT_LINES"),
        ("Anna: Hello.\nTom: Hi.\n" * 6_000, "TOO_MANY_TRANSCRIPT_LINES"),
        (
            "WEBVTT\n\n" + "00:01.000 --> 00:02.000\nA: x\n\n00:09.000 --> 00:10.000\nB: y\n\n" * 50_000,
            "TOO_MANY_TRANSCRIPT_LINES",
        ),
        ("<" * 1_000_000 + "\nAnna: Hi.\nTom: Hi.\nAnna " + "1:" * 500_000, "TRANSCRIPT_LINE_TOO_LONG"),
    ],
    ids=lambda value: value[:20],
)
def test_hostile_and_wrong_files_get_a_clear_error(text: str, code: str) -> None:
    assert refuse(text) == code


@pytest.mark.parametrize("content", [b"\x00\x01\x02binary", b"\x81\x8d\x8f", b"\xff\xfe\x00"])
def test_binary_files_are_refused(content: bytes) -> None:
    with pytest.raises(AppError) as refusal:
        decode_text(content)
    assert refusal.value.code == "UNREADABLE_TRANSCRIPT"
