"""whisper.cpp alone, beside the lags of the speech bench."""

from __future__ import annotations

import pytest

from app.bench.raw_whisper import measure_raw_whisper
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Turn
from app.bench.speech_ratio import compare_lags, pick_recordings
from models.ports import SAMPLE_RATE
from models.store import ModelStore
from tests.weights import fetch_weights


def test_turns_of_the_usual_length_are_picked() -> None:
    lengths = (1.0, 9.0, 4.0, 5.0, 3.0)
    turns = [Turn(10.0 * n, 10.0 * n + length, "candidate", "x") for n, length in enumerate(lengths)]
    picked = pick_recordings([Dialogue("one", {"candidate": bytes(2 * 50 * SAMPLE_RATE)}, turns)])
    assert [len(pcm) / 2 / SAMPLE_RATE for pcm in picked] == [3.0, 4.0, 5.0]


def test_lags_are_divided_by_the_time_of_a_decode() -> None:
    lags = {
        "final_lag_seconds": {"p50": 0.8, "p95": 1.2},
        "first_interim_lag_seconds": {"p50": 1.0, "p95": None},
    }
    assert compare_lags(lags, 2.0) == {
        "whisper_cpp_decode_seconds": 2.0,
        "final_lag_to_whisper_cpp": {"p50": 0.4, "p95": 0.6},
        "first_interim_lag_to_whisper_cpp": {"p50": 0.5, "p95": None},
    }


@pytest.mark.models
def test_whisper_alone_decodes_every_recording(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = fetch_weights(tmp_path_factory.mktemp("weights"), "whisper-tiny.en")
    path = str(ModelStore(folder).find("whisper-tiny.en").path)
    decodes = measure_raw_whisper(path, 1, [bytes(4 * SAMPLE_RATE), bytes(2 * SAMPLE_RATE)])
    assert len(decodes) == 2
    assert all(one.processor_seconds > 0 for one in decodes)


def test_a_file_that_is_no_model_is_refused() -> None:
    with pytest.raises(ValueError, match=r"whisper\.cpp alone"):
        measure_raw_whisper("missing.bin", 1, [bytes(4 * SAMPLE_RATE)])
