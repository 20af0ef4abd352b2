"""What needs no weights: frames, and text that grows byte by byte."""

from __future__ import annotations

import asyncio
import io

import pytest

from models.worker import frames, jobs
from models.worker.passage import Passage
from models.worker.supervisor import Backoff


def test_a_frame_survives_the_pipe() -> None:
    data = frames.pack({"op": "run", "text": "Zoë \ud800"}, b"\x00\x01")
    assert frames.read(io.BytesIO(data)) == ({"op": "run", "text": "Zoë \ud800"}, b"\x00\x01")


def test_half_a_frame_is_the_end_of_the_stream() -> None:
    assert frames.read(io.BytesIO(frames.pack({"op": "run"}, b"blob")[:-1])) is None


async def test_a_frame_that_claims_to_be_huge_is_refused() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data(b"\xff" * 8)
    with pytest.raises(frames.FrameError):
        await frames.read_async(reader)


def test_a_character_shows_only_when_all_its_bytes_are_there() -> None:
    passage = Passage([])
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert passage.add(first) == ""
    assert passage.add(second) == "é"


def test_half_a_character_at_the_end_is_marked() -> None:
    passage = Passage([])
    passage.add("é".encode()[:1])
    assert passage.finish() == "\ufffd"


def test_a_stop_string_never_shows_even_in_pieces() -> None:
    passage = Passage(["</a>"])
    shown = [passage.add(piece) for piece in (b"one <", b"/", b"a", b"> two")]
    assert "".join(shown) == "one "
    assert passage.is_stopped
    assert passage.finish() == ""
    assert passage.text == "one "


def test_what_only_looked_like_a_stop_string_shows_after_all() -> None:
    passage = Passage(["</a>"])
    shown = [passage.add(piece) for piece in (b"one <", b"/", b"b>")]
    assert "".join(shown) + passage.finish() == "one </b>"


def test_the_first_of_two_stop_strings_counts() -> None:
    passage = Passage(["\n\n", "END"])
    passage.add(b"text END\n\n")
    assert passage.text == "text "


def test_deaths_in_a_row_wait_longer_but_not_for_ever() -> None:
    delays = [Backoff().delay(deaths) for deaths in range(10)]
    assert delays == sorted(delays)
    assert delays[0] < 1
    assert delays[-1] == delays[-2] <= 30


def test_text_is_passed_on_at_once_and_then_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
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
