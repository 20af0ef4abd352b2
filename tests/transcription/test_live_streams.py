"""Audio streams of a live transcription: frame order, safe positions, restarts and reloaded pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from app.transcription.pipeline.events import Speaker, StreamPosition
from app.transcription.pipeline.stream import FrameGap, InvalidFrame
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench, MemoryStore, settle

MakeBench = Callable[..., Awaitable[Bench]]


async def test_repeated_frame_changes_nothing(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"))
    receipt = await bench.say(5, SILENT)
    again = await bench.live.push_frame(speaker=Speaker.CANDIDATE, stream_id="stream-1", sequence=2, pcm=LOUD)
    assert again.next_sequence == receipt.next_sequence == 5


async def test_frame_out_of_order_is_refused(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech())
    await bench.say(5, SILENT)
    with pytest.raises(FrameGap) as gap:
        await bench.live.push_frame(speaker=Speaker.CANDIDATE, stream_id="stream-1", sequence=7, pcm=SILENT)
    assert gap.value.next_sequence == 5


async def test_frame_of_another_size_is_refused(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech())
    with pytest.raises(InvalidFrame):
        await bench.live.push_frame(speaker=Speaker.CANDIDATE, stream_id="s", sequence=0, pcm=b"\0" * 100)


async def test_frames_are_safe_in_silence_and_wait_for_the_store_in_speech(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    silence = await bench.say(20, SILENT)
    assert silence.next_sequence == 20
    assert 8 <= silence.safe_sequence <= 10  # Everything except the pre-roll of one second.
    release = bench.speech.script.hold()
    await bench.say(12, LOUD)
    waiting = await bench.say(20, SILENT)
    assert waiting.next_sequence == 52
    assert waiting.safe_sequence <= 10
    release.set()
    await settle()
    stored = await bench.say(1, SILENT)
    assert 41 <= stored.safe_sequence <= 43


async def test_restarted_server_repeats_and_skips_no_line(make_bench: MakeBench) -> None:
    store = MemoryStore()
    first = await make_bench(FakeSpeech(lambda _: "the first"), store=store, interim_interval_seconds=99.0)
    spoken = [SILENT] * 5 + [LOUD] * 12 + [SILENT] * 10 + [LOUD] * 6
    for frame in spoken:
        receipt = await first.say(1, frame)
    await first.live.close()  # Killed in the middle of the second sentence.
    second = await make_bench(FakeSpeech(lambda _: "the second"), store=store, interim_interval_seconds=99.0)
    second.elapsed[0] = 500.0
    expected = await second.live.resume(speaker=Speaker.CANDIDATE, stream_id="stream-1")
    assert expected <= receipt.safe_sequence <= 27
    second.sequences[Speaker.CANDIDATE, "stream-1"] = max(expected, receipt.safe_sequence)
    for frame in (spoken + [LOUD] * 6 + [SILENT] * 10)[max(expected, receipt.safe_sequence) :]:
        await second.say(1, frame)
    assert [line.text for line in store.stored] == ["the first", "the second"]
    assert store.stored[1].start_seconds == pytest.approx(2.7, abs=0.07)


async def test_stream_without_frames_ends_its_utterance(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda _: "and then I"), interim_interval_seconds=99.0, idle_flush_seconds=0.0
    )
    await bench.say(12, LOUD)
    await settle()
    assert "".join(line.text for line in bench.finals).startswith("and then I")


async def test_reloaded_page_starts_a_new_stream_at_its_time(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    bench.elapsed[0] = 100.1
    await bench.say(12, LOUD, stream_id="stream-2")
    await bench.say(10, SILENT, stream_id="stream-2")
    assert [round(line.start_seconds) for line in bench.finals] == [0, 100]


async def test_resuming_an_unknown_stream_expects_its_first_frame(make_bench: MakeBench) -> None:
    store = MemoryStore(positions={(Speaker.CANDIDATE, "known"): StreamPosition(3.0, 42)})
    bench = await make_bench(FakeSpeech(), store=store)
    assert await bench.live.resume(speaker=Speaker.CANDIDATE, stream_id="never seen") == 0
    assert await bench.live.resume(speaker=Speaker.CANDIDATE, stream_id="known") == 42
    assert await bench.live.resume(speaker=Speaker.INTERVIEWER, stream_id="known") == 0
