"""Speech metrics of a played dialogue: lags, and words attributed to the wrong speaker."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.bench.live_room import Participant
from app.bench.speech_data import (
    Dialogue,
    find_dialogues,
    find_single_files,
    lose_audio,
    select_half,
    whole_turns_within,
)
from app.bench.speech_measures import (
    Line,
    Turn,
    count_wrong_speaker_words,
    find_final_lags,
    find_first_interim_lags,
    find_start_errors,
    read_turns,
    summarize,
    trim_to_voice,
)
from app.transcription.pipeline.settings import FRAME_SECONDS
from models.ports import SAMPLE_RATE

TURNS = [
    Turn(2.0, 6.0, "recruiter", "tell me about the ledger that you moved"),
    Turn(7.0, 12.0, "candidate", "we moved it to postgres over one weekend"),
]


def line(
    role: str, text: str, start: float, end: float, arrived: float, *, final: bool = True, name: str = ""
) -> Line:
    return Line(name or text, role, text, final, start, end, arrived)


def test_the_lag_is_measured_at_the_line_with_the_last_words() -> None:
    lines = [
        line("recruiter", "tell me about", 2.0, 3.5, 5.0),
        line("recruiter", "the ledger that you moved", 4.0, 6.0, 7.5),
        line("candidate", "yes", 5.5, 6.2, 6.5),
    ]
    assert find_final_lags(TURNS[:1], lines) == [pytest.approx(1.5)]


def test_a_turn_without_a_line_has_no_lag() -> None:
    assert find_final_lags(TURNS, [line("candidate", "we moved it", 7.0, 12.0, 13.0)]) == [pytest.approx(1.0)]


def test_the_first_interim_lag_ignores_empty_lines() -> None:
    lines = [
        line("candidate", "", 7.0, 8.0, 7.9, final=False),
        line("candidate", "we moved", 7.0, 8.0, 8.4, final=False),
        line("candidate", "we moved it to postgres", 7.0, 12.0, 13.0),
    ]
    assert find_first_interim_lags(TURNS, lines) == [pytest.approx(1.4)]


def test_the_start_of_a_turn_is_compared_with_its_first_line() -> None:
    lines = [
        line("recruiter", "tell me", 2.3, 3.0, 4.0),
        line("recruiter", "about the ledger", 3.1, 6.0, 7.0),
        line("candidate", "we", 6.5, 7.5, 7.2, final=False),
        line("candidate", "we moved it", 6.6, 12.0, 13.0),
    ]
    assert find_start_errors(TURNS, lines) == [pytest.approx(0.3), pytest.approx(0.4)]


def test_a_turn_that_loses_audio_is_left_out_with_its_frames() -> None:
    dialogue = lose_audio(
        Dialogue("one", {"recruiter": bytes(2 * 14 * SAMPLE_RATE), "candidate": b""}, TURNS), 2.0
    )
    lost = dialogue.lost
    # Two seconds in the middle of fourteen begin at 6 s, where the first turn has just ended.
    assert dialogue.turns == TURNS[:1]
    assert [lost.start * FRAME_SECONDS, lost.stop * FRAME_SECONDS] == [pytest.approx(6.0), pytest.approx(8.0)]
    participant = Participant("recruiter", "", "", dialogue.voices["recruiter"], lost)
    assert [participant.position(lost.start - 1), participant.position(lost.start)] == [
        lost.start - 1,
        lost.stop,
    ]
    assert participant.frame_count * FRAME_SECONDS == pytest.approx(12.0)


def test_without_a_gap_every_turn_and_frame_stays() -> None:
    # The middle is in the first turn.
    dialogue = Dialogue("one", {"recruiter": bytes(2 * 10 * SAMPLE_RATE), "candidate": b""}, TURNS)
    assert lose_audio(dialogue, 0.0) == dialogue
    assert not dialogue.lost


def test_words_attributed_to_the_wrong_speaker_are_counted() -> None:
    right = [
        line("recruiter", TURNS[0].text, 2.0, 6.0, 7.0),
        line("candidate", TURNS[1].text, 7.0, 12.0, 13.0),
    ]
    wrong = [line("candidate", TURNS[0].text, 2.0, 6.0, 7.0)]
    assert count_wrong_speaker_words(TURNS, right) == 0
    assert count_wrong_speaker_words(TURNS, wrong) == 8


def test_a_turn_is_trimmed_to_its_voice() -> None:
    pcm = np.zeros(16_000 * 4, dtype="<i2")
    pcm[16_000:32_000] = 5_000
    trimmed = trim_to_voice(Turn(0.5, 3.5, "candidate", "x"), pcm.tobytes())
    assert trimmed.start_seconds == pytest.approx(1.0)
    assert trimmed.end_seconds == pytest.approx(2.0)


def test_a_knock_before_or_after_the_voice_is_not_part_of_it() -> None:
    rng = np.random.default_rng(1)
    pcm = np.zeros(SAMPLE_RATE * 4)
    pcm[SAMPLE_RATE : 2 * SAMPLE_RATE] = rng.normal(0, 3000, SAMPLE_RATE)
    for second in (0.7, 2.4):
        first = round(second * SAMPLE_RATE)
        pcm[first : first + SAMPLE_RATE // 20] = 3000
    trimmed = trim_to_voice(Turn(0.5, 3.5, "candidate", "x"), pcm.astype("<i2").tobytes())
    assert trimmed.start_seconds == pytest.approx(1.0)
    assert trimmed.end_seconds == pytest.approx(2.0)


def test_the_noise_of_a_recording_is_not_part_of_the_voice() -> None:
    rng = np.random.default_rng(1)
    pcm = rng.normal(0, 400, SAMPLE_RATE * 4)
    pcm[SAMPLE_RATE : 2 * SAMPLE_RATE] = rng.normal(0, 3000, SAMPLE_RATE)
    trimmed = trim_to_voice(Turn(0.5, 3.5, "candidate", "x"), pcm.astype("<i2").tobytes())
    assert trimmed.start_seconds == pytest.approx(1.0)
    assert trimmed.end_seconds == pytest.approx(2.0)


def test_a_silent_turn_is_not_trimmed() -> None:
    turn = Turn(0.5, 3.5, "candidate", "x")
    assert trim_to_voice(turn, bytes(16_000 * 8)) == turn


def test_percentiles_of_an_empty_list_are_none() -> None:
    assert summarize([]) == {"p50": None, "p95": None}
    assert summarize([1.0, 2.0, 3.0])["p50"] == 2.0


def test_playback_ends_before_a_turn_that_would_be_cut() -> None:
    assert whole_turns_within(TURNS, 10.0) == (TURNS[:1], 7.0)
    assert whole_turns_within(TURNS, 60.0) == (TURNS, 60.0)


def test_a_table_without_its_columns_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "turns.tsv"
    table.write_text("from\tto\n1\t2\n")
    with pytest.raises(ValueError, match="start_s"):
        read_turns(table)


def test_halves_share_no_dialogue() -> None:
    folders = [
        Path("dialogues/1"),
        Path("dialogues/2"),
        Path("dialogues/3"),
        Path("spoken/1"),
        Path("spoken/2"),
    ]
    dialogues = [Dialogue(str(folder), {}, [], folder) for folder in folders]
    first, second = (select_half(dialogues, is_first=is_first) for is_first in (True, False))
    assert [one.name for one in first] == ["dialogues/1", "dialogues/3", "spoken/1"]
    assert [one.name for one in second] == ["dialogues/2", "spoken/2"]


def test_dialogues_and_references_are_found_at_any_depth(shared_data: Path) -> None:
    assert len(find_dialogues(shared_data / "dialogues", 10.0)) == 3
    files = find_single_files(shared_data)
    assert len(files) > 50
    assert all(file.path.is_file() for file in files)
