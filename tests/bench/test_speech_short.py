"""Short answers cut from voices for the speech bench."""

from __future__ import annotations

from app.bench.speech_data import Dialogue
from app.bench.speech_short import make_short_answers
from app.transcription.pipeline.settings import WINDOW_BYTES
from models.ports import SAMPLE_RATE

_QUIET_BYTES = 2 * SAMPLE_RATE


def rate(*runs: tuple[int, float]) -> list[float]:
    return [rating for count, rating in runs for _ in range(count)]


def cut(ratings: list[float], count: int) -> list[bytes]:
    # Each window has its own number in all its bytes.
    pcm = b"".join(bytes([index % 250 + 1]) * WINDOW_BYTES for index in range(len(ratings)))
    dialogue = Dialogue("one", {"recruiter": pcm, "candidate": b""}, [])
    made = make_short_answers([dialogue], {"one": {"recruiter": ratings, "candidate": []}}, count)
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
