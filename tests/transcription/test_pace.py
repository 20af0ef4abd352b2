"""Audio held to real time, turns between speakers, and utterances that fail (faults 8 and 15)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.transcription.pipeline.decoding import DecodePriority, DecodingQueue, hold
from app.transcription.pipeline.events import DecodedUtterance, Speaker, SuppressionReason
from app.transcription.pipeline.pace import AudioTooFast
from app.transcription.pipeline.spool import AudioSpool
from models.ports import EngineUnavailable, SpeechRequest
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench, MemoryStore, no_sleep, settle

MakeBench = Callable[..., Awaitable[Bench]]


async def push(bench: Bench, sequence: int, *, stream_id: str = "s", pcm: bytes = SILENT) -> None:
    await bench.live.push_frame(speaker=Speaker.CANDIDATE, stream_id=stream_id, sequence=sequence, pcm=pcm)


class TestRealTime:
    @pytest.mark.parametrize("sequence", [36_000, 10**13])
    async def test_a_frame_from_the_future_is_refused(self, make_bench: MakeBench, sequence: int) -> None:
        """A first frame numbered 36,000 places the candidate's words an hour ahead."""
        bench = await make_bench(FakeSpeech())
        with pytest.raises(AudioTooFast):
            await push(bench, sequence)
        assert bench.store.positions == {}

    async def test_audio_comes_no_faster_than_it_is_spoken(self, make_bench: MakeBench) -> None:
        """Frames at ten times real time: one candidate keeps the engine from all other rooms."""
        bench = await make_bench(FakeSpeech())
        with pytest.raises(AudioTooFast):  # noqa: PT012
            for sequence in range(1_000):
                await push(bench, sequence)
        receipt = await bench.live.resume(speaker=Speaker.CANDIDATE, stream_id="s")
        assert 600 <= receipt <= 610

    async def test_new_streams_give_no_further_allowance(self, make_bench: MakeBench) -> None:
        bench = await make_bench(FakeSpeech())
        taken = 0
        with pytest.raises(AudioTooFast):  # noqa: PT012
            for stream in range(9):
                for sequence in range(500):
                    await push(bench, sequence, stream_id=f"s{stream}")
                    taken += 1
        assert taken <= 610

    async def test_a_browser_that_was_cut_off_sends_what_it_kept(self, make_bench: MakeBench) -> None:
        bench = await make_bench(FakeSpeech())
        await push(bench, 0)
        bench.elapsed[0] = 600.0
        for sequence in range(1, 6_000):
            await push(bench, sequence)

    async def test_a_stream_for_every_frame_is_refused(self, make_bench: MakeBench) -> None:
        """Each new stream is a detector and a row that is never removed."""
        bench = await make_bench(FakeSpeech())
        with pytest.raises(AudioTooFast):  # noqa: PT012
            for stream in range(100):
                await push(bench, 0, stream_id=f"s{stream}")
        assert len(bench.store.positions) == 10


class TestTurns:
    async def test_one_speaker_with_a_backlog_does_not_delay_the_others(self) -> None:
        """One first-in-first-out queue: every other room waits behind one candidate's flood."""
        speech = FakeSpeech(lambda _: "text")
        queue = DecodingQueue(speech, sleep=no_sleep)
        release = speech.script.hold()

        def submit(size: int, source: str) -> Awaitable[object]:
            request = SpeechRequest(pcm=bytes(2 * size))
            return queue.submit(hold(request), DecodePriority.FINAL, source=source).result()

        waits = [submit(1, "flood") for _ in range(50)]
        waits += [submit(size, "other") for size in (2, 3)]
        release.set()
        await asyncio.gather(*waits)
        order = [len(one.pcm) // 2 for one in speech.requests]
        assert order.index(2) <= 2
        assert order.index(3) <= 4


class FailingStore(MemoryStore):
    """A store that fails once in a way that trying again does not fix."""

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        if not self.log:
            self.log.append("failed")
            raise ValueError("not a busy database")
        return await super().store_final(utterance)


class TestFailures:
    async def test_an_unexpected_error_of_the_engine_costs_one_line(self, make_bench: MakeBench) -> None:
        """Its audio was kept for ever, and the browser's buffer filled up behind it."""
        bench = await make_bench(
            FakeSpeech([OverflowError("unexpected"), "hello again"]), interim_interval_seconds=99.0
        )
        # The first decode is the speculation; its error is the error of the utterance.
        for _ in range(2):
            await bench.say(12, LOUD)
            receipt = await bench.say(10, SILENT)
        assert [line.suppressed_reason for line in bench.store.stored] == [
            SuppressionReason.UNDECODABLE,
            None,
        ]
        assert receipt.safe_sequence > 30

    async def test_a_line_that_cannot_be_stored_does_not_hold_up_the_next(
        self, make_bench: MakeBench
    ) -> None:
        bench = await make_bench(
            FakeSpeech(lambda _: "hello"), store=FailingStore(), interim_interval_seconds=99.0
        )
        for _ in range(2):
            await bench.say(12, LOUD)
            receipt = await bench.say(10, SILENT)
        assert len(bench.store.stored) == 1
        assert receipt.safe_sequence > 30


class TestBacklog:
    async def test_memory_is_bounded_while_the_engine_is_away(self, make_bench: MakeBench) -> None:
        """Each waiting utterance held its audio twice, in the stream and in its request, without a bound."""
        spool = AudioSpool(max_memory_bytes=100_000)
        speech = FakeSpeech(lambda request: f"{request.pcm.count(LOUD[:2]) // 1_600} frames")
        bench = await make_bench(speech, spool=spool, interim_interval_seconds=99.0)
        release = speech.script.hold()
        for frames in (12, 14, 16, 18, 20):
            await bench.say(frames, LOUD)
            await bench.say(10, SILENT)
        async with asyncio.timeout(8):
            while spool.spilled_count < 4:
                await asyncio.sleep(0.01)
        assert spool.memory_bytes <= 100_000
        stream = bench.live._speakers[Speaker.CANDIDATE].stream
        assert stream is not None
        assert len(stream._audio) <= 4 * 32_000, "only what the next utterance may need"
        release.set()
        assert await bench.live.finish()
        assert [line.text for line in bench.finals] == [f"{n} frames" for n in (12, 14, 16, 18, 20)]
        assert (spool.memory_bytes, spool.spilled_count) == (0, 0)

    async def test_the_file_is_encrypted_and_has_no_name(self, tmp_path: Path) -> None:
        spool = AudioSpool(folder=tmp_path, max_memory_bytes=0)
        kept = await spool.keep(LOUD)
        assert spool._file is not None
        spool._file.seek(0)
        assert LOUD[:64] not in spool._file.read()
        assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []
        assert await kept.read() == LOUD
        kept.release()
        assert spool._file is None

    async def test_a_full_disk_keeps_the_audio_in_memory(self, tmp_path: Path) -> None:
        spool = AudioSpool(folder=tmp_path / "missing", max_memory_bytes=0)
        kept = await spool.keep(LOUD)
        assert await kept.read() == LOUD
        assert spool.memory_bytes == len(LOUD)

    async def test_lag_counts_from_the_end_of_the_oldest_line_that_is_not_stored(
        self, make_bench: MakeBench
    ) -> None:
        """Nobody in the room could see that the transcript was minutes behind."""
        bench = await make_bench(FakeSpeech(lambda _: "hello"), interim_interval_seconds=99.0)
        assert bench.live.lag_seconds == 0
        bench.speech.script.fail_next(EngineUnavailable("away"), times=1)
        release = bench.speech.script.hold()
        await bench.say(12, LOUD)
        await bench.say(10, SILENT)
        bench.elapsed[0] = 41.2
        assert bench.live.lag_seconds == pytest.approx(40, abs=0.1)
        release.set()
        await settle()
        assert await bench.live.finish()
        assert bench.live.lag_seconds == 0
