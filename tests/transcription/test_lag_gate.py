"""The gate that work passes only while live transcription keeps up."""

import pytest

from app.transcription.lag_gate import MAX_LAG_SECONDS, LagGate


@pytest.mark.parametrize(
    ("lag_seconds", "is_open"),
    [(0.0, True), (MAX_LAG_SECONDS, True), (MAX_LAG_SECONDS + 0.1, False)],
)
def test_gate_is_open_up_to_the_maximum_lag(lag_seconds: float, is_open: bool) -> None:
    assert LagGate(lambda: lag_seconds).is_open is is_open


def test_gate_opens_again_when_the_transcript_catches_up() -> None:
    lags = [MAX_LAG_SECONDS + 1, 0.0]
    gate = LagGate(lambda: lags.pop(0))
    assert [gate.is_open, gate.is_open] == [False, True]
