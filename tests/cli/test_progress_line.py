"""Bars and elapsed times of long commands."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from app.commands.progress_line import ElapsedTime, ProgressLine, StagedProgress, draw_bar


class Stream(io.StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.fixture(params=[True, False], ids=["terminal", "log"])
def stream(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Stream:
    found = Stream(is_terminal=request.param)
    # Not sys.stderr itself, which pytest replaces before each test.
    monkeypatch.setattr("app.commands.progress_line.sys", SimpleNamespace(stderr=found))
    return found


@pytest.mark.parametrize(
    ("done", "total", "bar"),
    [
        (0, 100, "[------------------------]   0 %"),
        (50, 100, "[############------------]  50 %"),
        (100, 100, "[########################] 100 %"),
        (7, 0, "[------------------------]   0 %"),
        (200, 100, "[########################] 100 %"),
    ],
)
def test_a_bar_fills_up(done: int, total: int, bar: str) -> None:
    assert draw_bar(done, total) == bar


def test_bytes_are_shown_on_a_terminal_only(stream: Stream) -> None:
    with ProgressLine("Backing up") as line:
        line.show(10_000_000, 10_000_000)
    shown = "\rBacking up: [########################] 100 %, 10 of 10 MB \n"
    assert stream.getvalue() == (shown if stream.isatty() else "")


def test_other_things_are_counted(stream: Stream) -> None:
    with ProgressLine("Encrypting", unit="files") as line:
        line.show(3, 3)
    assert ("3 of 3 files" in stream.getvalue()) is stream.isatty()


def test_the_stages_of_a_model_have_a_bar_or_a_line_each(stream: Stream) -> None:
    with StagedProgress("whisper") as progress:
        for stage in ("download", "verify"):
            progress.show(stage, 1, 2)
            progress.show(stage, 2, 2)
    if stream.isatty():
        assert stream.getvalue().count("100 %") == 2
        assert stream.getvalue().endswith("\n")
    else:
        assert stream.getvalue() == "whisper: download\nwhisper: verify\n"


def test_the_elapsed_time_keeps_moving(stream: Stream) -> None:
    with ElapsedTime("Measuring", seconds=0.001):
        while stream.getvalue().count("Measuring: 0:") < 2:
            pass
    assert stream.getvalue().endswith("\r\x1b[K" if stream.isatty() else "\n")
