"""Parts of a worker that need no model: pipe frames, streamed text, stop strings, restart delays."""

from __future__ import annotations

import asyncio
import io

import pytest

from models.worker import frames, jobs
from models.worker.passage import Passage
from models.worker.supervisor import Backoff


def test_a_frame_is_read_as_it_was_written() -> None:
    data = frames.pack({"op": "run", "text": "Zoë \ud800"}, b"\x00\x01")
    assert frames.read(io.BytesIO(data)) == ({"op": "run", "text": "Zoë \ud800"}, b"\x00\x01")


def test_an_incomplete_frame_ends_the_stream() -> None:
    assert frames.read(io.BytesIO(frames.pack({"op": "run"}, b"blob")[:-1])) is None


async def test_a_frame_with_a_huge_length_is_refused() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data(b"\xff" * 8)
    with pytest.raises(frames.FrameError):
        await frames.read_async(reader)


def test_a_character_is_streamed_only_when_complete() -> None:
    passage = Passage([])
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert passage.add(first) == ""
    assert passage.add(second) == "é"


def test_an_incomplete_character_at_the_end_is_replaced() -> None:
    passage = Passage([])
    passage.add("é".encode()[:1])
    assert passage.finish() == "\ufffd"


def test_a_stop_string_is_never_streamed_even_in_pieces() -> None:
    passage = Passage(["</a>"])
    shown = [passage.add(piece) for piece in (b"one <", b"/", b"a", b"> two")]
    assert "".join(shown) == "one "
    assert passage.is_stopped
    assert passage.finish() == ""
    assert passage.text == "one "


def test_the_beginning_of_a_stop_string_alone_is_streamed_later() -> None:
    passage = Passage(["</a>"])
    shown = [passage.add(piece) for piece in (b"one <", b"/", b"b>")]
    assert "".join(shown) + passage.finish() == "one </b>"


def test_the_text_ends_at_the_first_of_two_stop_strings() -> None:
    passage = Passage(["\n\n", "END"])
    passage.add(b"text END\n\n")
    assert passage.text == "text "


def test_restart_delays_grow_up_to_a_maximum() -> None:
    delays = [Backoff().delay(deaths) for deaths in range(10)]
    assert delays == sorted(delays)
    assert delays[0] < 1
    assert delays[-1] == delays[-2] <= 30


def test_text_is_sent_at_once_and_then_in_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("models.worker.jobs.time.monotonic", lambda: now)
    sent: list[str] = []
    job = jobs.Job(
        {"job": 1}, b"", is_cancelled=lambda _job: False, send=lambda header: sent.append(header["text"])
    )
    for piece in ("How ", "do ", "you "):
        job.stream(piece)
    assert sent == ["How "]
    now += 2 * jobs.STREAM_INTERVAL_SECONDS
    job.stream("decide")
    assert sent == ["How ", "do you decide"]
    job.stream("?")
    job.flush()
    job.flush()
    assert "".join(sent) == "How do you decide?"
    assert len(sent) == 3
