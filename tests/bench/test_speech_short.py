"""Short answers cut from voices for the speech bench."""

from __future__ import annotations

from app.bench.live_room import PlayedInterview
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line, Turn
from app.bench.speech_short import (
    PlacedWord,
    make_short_answers,
    measure_short_answers,
    place_words,
)
from app.transcription.pipeline.settings import WINDOW_BYTES, WINDOW_SECONDS
from app.transcription.pipeline.words import SpokenWord
from models.ports import SAMPLE_RATE

_QUIET_BYTES = 2 * SAMPLE_RATE


def rate(*runs: tuple[int, float]) -> list[float]:
    return [rating for count, rating in runs for _ in range(count)]


def cut(ratings: list[float], count: int) -> list[bytes]:
    # Each window has its own number in all its bytes.
    pcm = b"".join(bytes([index % 250 + 1]) * WINDOW_BYTES for index in range(len(ratings)))
    dialogue = Dialogue("one", {"recruiter": pcm, "candidate": b""}, [])
    words = [
        PlacedWord(str(index), index * WINDOW_SECONDS, (index + 1) * WINDOW_SECONDS)
        for index in range(len(ratings))
    ]
    made = make_short_answers(
        [dialogue],
        {"one": {"recruiter": ratings, "candidate": []}},
        {"one": {"recruiter": words, "candidate": []}},
        count,
    )
    return [voice for one in made for voice in one.voices.values()]


def test_pieces_between_pauses_are_cut_and_others_are_not() -> None:
    ratings = rate(
        (20, 0.0), (10, 0.9), (20, 0.0), (5, 0.9), (20, 0.0), (80, 0.9), (20, 0.0), (12, 0.9), (9, 0.0)
    )
    first, second = cut(ratings, 10)
    # 10 and 12 windows are short answers; 5 are a noise and 80 are a sentence. Three are kept at either side.
    assert len(first) - 2 * _QUIET_BYTES == (10 + 6) * WINDOW_BYTES
    assert len(second) - 2 * _QUIET_BYTES == (12 + 6) * WINDOW_BYTES
    assert first[_QUIET_BYTES] == 20 - 3 + 1
    assert not any(first[:_QUIET_BYTES])
    assert not any(first[-_QUIET_BYTES:])


def test_a_breath_within_a_word_does_not_cut_it() -> None:
    ratings = rate((20, 0.0), (8, 0.9), (3, 0.0), (8, 0.9), (20, 0.0), (10, 0.9), (9, 0.0))
    assert [(len(one) - 2 * _QUIET_BYTES) // WINDOW_BYTES for one in cut(ratings, 10)] == [19 + 6, 10 + 6]


def test_no_more_are_made_than_asked_for() -> None:
    ratings = rate((20, 0.0), *((10, 0.9), (20, 0.0)) * 9)
    assert len(cut(ratings, 4)) == 4
    assert cut(ratings, 0) == []


def hear(*words: tuple[str, float]) -> list[SpokenWord]:
    return [SpokenWord(text, start, start + 0.4, 0.9) for text, start in words]


def test_a_misheard_word_has_the_text_that_was_spoken() -> None:
    heard = hear(("We", 1.0), ("let", 2.0), ("the", 3.0), ("team.", 4.0))
    placed = place_words("We led the payments team", heard)
    assert [(word.text, word.start_seconds) for word in placed] == [
        ("we", 1.0),
        ("led", 2.0),
        ("the", 3.0),
        ("team", 4.0),
    ]


def test_a_voice_of_which_nothing_was_heard_has_no_words() -> None:
    assert place_words("We led the team", []) == []
    assert place_words("", hear(("We", 1.0))) == []


def test_a_word_belongs_to_the_piece_that_contains_its_voice() -> None:
    """The times of "yes" reach far into the pause after it, and those of "sir" begin there."""
    pcm = bytes([1]) * WINDOW_BYTES * 90
    ratings = {"one": {"recruiter": rate((20, 0.0), (10, 0.9), (30, 0.0), (10, 0.9), (20, 0.0))}}
    times = (("yes", 20, 45), ("sir", 45, 70))
    words = [PlacedWord(text, start * WINDOW_SECONDS, end * WINDOW_SECONDS) for text, start, end in times]
    dialogue = Dialogue("one", {"recruiter": pcm}, [])
    [made] = make_short_answers([dialogue], ratings, {"one": {"recruiter": words}}, 5)
    assert [turn.text for turn in made.turns] == ["yes", "sir"]


def test_a_piece_without_a_word_is_no_answer() -> None:
    pcm = bytes([1]) * WINDOW_BYTES * 60
    ratings = {"one": {"recruiter": rate((20, 0.0), (15, 0.9), (25, 0.0))}}
    dialogue = Dialogue("one", {"recruiter": pcm}, [])
    assert make_short_answers([dialogue], ratings, {"one": {"recruiter": []}}, 5) == []


def test_lines_and_right_words_are_counted() -> None:
    turns = [Turn(1.0, 2.0, "recruiter", "yes i did"), Turn(1.0, 2.0, "candidate", "no")]
    lines = [
        Line(role, role, text, True, 1.0, 2.0, 3.0)
        for role, text in (("recruiter", "Yes, I did."), ("candidate", "Now."))
    ]
    dialogue = Dialogue("one", {}, turns)
    measured = measure_short_answers([dialogue], [PlayedInterview(lines, 0, 0)])
    assert measured["short_answers_with_a_line"] == 2
    assert measured["short_answers_right"] == 1
    assert measured["short_answers_wrong"] == [["no", "Now."]]
    silent = measure_short_answers([dialogue], [PlayedInterview([], 0, 0)])
    assert silent["short_answers_with_a_line"] == 0
    assert silent["short_answers_word_error_rate"] == 1.0
