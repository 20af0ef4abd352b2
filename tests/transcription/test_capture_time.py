"""Capture times: lines keep their time when audio is missing, and what is missing is recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from app.transcription.pipeline.capture_time import CaptureClock, Timeline
from app.transcription.pipeline.events import Speaker, StreamPosition
from app.transcription.pipeline.gaps import GapLog
from app.transcription.pipeline.pace import AudioTooFast
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench, MemoryStore, settle

MakeBench = Callable[..., Awaitable[Bench]]


class Browser:
    """A browser that stamps each frame with the time of its last sample."""

    def __init__(self, bench: Bench, *, clock_error_seconds: float = 0.0) -> None:
        self.bench = bench
        self.now_seconds = 0.0
        self.sequence = 0
        self.clock_error_seconds = clock_error_seconds

    async def record(self, frames: int, pcm: bytes, *, is_lost: bool = False) -> None:
        for _ in range(frames):
            self.now_seconds += 0.1
            self.bench.elapsed[0] = max(self.bench.elapsed[0], self.now_seconds + 0.05)
            await self.send(pcm, self.now_seconds, is_lost=is_lost)

    async def send(self, pcm: bytes, captured_seconds: float, *, is_lost: bool = False) -> None:
        await self.bench.live.push_frame(
            speaker=Speaker.CANDIDATE,
            stream_id="s",
            sequence=self.sequence,
            pcm=pcm,
            captured_seconds=captured_seconds + self.clock_error_seconds,
            is_lost=is_lost,
        )
        self.sequence += 1
        await settle()

    def miss(self, seconds: float) -> None:
        """Time in which nothing is recorded."""
        self.now_seconds += seconds


async def start(make_bench: MakeBench, **clock: float) -> Browser:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    return Browser(bench, **clock)


class TestTrueTime:
    @pytest.mark.parametrize("missing_seconds", [0.7, 10.0, 3_600.0])
    async def test_a_line_after_a_gap_has_its_true_time(
        self, make_bench: MakeBench, missing_seconds: float
    ) -> None:
        """Lines stood up to 20 s too early when a starved tab dropped sound."""
        browser = await start(make_bench)
        await browser.record(20, SILENT)
        browser.miss(missing_seconds)
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        [line] = browser.bench.finals
        assert line.start_seconds == pytest.approx(2.0 + missing_seconds, abs=0.2)
        assert line.end_seconds == pytest.approx(3.2 + missing_seconds, abs=0.2)

    async def test_speech_before_and_after_a_gap_are_two_lines_at_their_own_times(
        self, make_bench: MakeBench
    ) -> None:
        browser = await start(make_bench)
        await browser.record(12, LOUD)
        browser.miss(10.0)
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        assert [(round(line.start_seconds), round(line.end_seconds)) for line in browser.bench.finals] == [
            (0, 1),
            (11, 12),
        ]

    async def test_many_small_losses_add_up_to_no_error(self, make_bench: MakeBench) -> None:
        """A tenth of the sound was missing, a few milliseconds at a time."""
        browser = await start(make_bench)
        for _ in range(300):
            await browser.record(1, SILENT)
            browser.miss(0.0125)
        await browser.record(12, LOUD)
        spoken_at = browser.now_seconds - 1.2
        await browser.record(10, SILENT)
        [line] = browser.bench.finals
        assert line.start_seconds == pytest.approx(spoken_at, abs=0.5)
        assert sum(gap.lost_seconds for gap in browser.bench.store.gaps.values()) == pytest.approx(
            3.7, abs=0.7
        )

    async def test_frames_that_are_only_late_change_nothing(self, make_bench: MakeBench) -> None:
        """The audio thread was held up for 0.3 s and then caught up: nothing is missing."""
        browser = await start(make_bench)
        await browser.record(20, SILENT)
        for late_seconds in (0.3, 0.2, 0.1, 0.0):
            browser.now_seconds += 0.1
            browser.bench.elapsed[0] += 0.1
            await browser.send(SILENT, browser.now_seconds + late_seconds)
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        [line] = browser.bench.finals
        assert line.start_seconds == pytest.approx(2.4, abs=0.1)
        assert browser.bench.gaps == []

    async def test_frames_kept_while_the_network_was_away_keep_their_times(
        self, make_bench: MakeBench
    ) -> None:
        browser = await start(make_bench)
        await browser.record(10, SILENT)
        browser.bench.elapsed[0] = 60.0
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        [line] = browser.bench.finals
        assert line.start_seconds == pytest.approx(1.0, abs=0.1)
        assert browser.bench.gaps == []

    async def test_a_restarted_server_places_the_stream_by_its_times_and_reports_no_gap(
        self, make_bench: MakeBench
    ) -> None:
        """The stored position does not know of the ten seconds that were missing before."""
        store = MemoryStore(positions={(Speaker.CANDIDATE, "s"): StreamPosition(0.0, 20)})
        bench = await make_bench(
            FakeSpeech(lambda _: "hello there"), store=store, interim_interval_seconds=99.0
        )
        browser = Browser(bench)
        browser.sequence, browser.now_seconds = 20, 12.0
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        assert bench.finals[0].start_seconds == pytest.approx(12.0, abs=0.1)
        assert bench.gaps == []


class TestWrongTimes:
    @pytest.mark.parametrize("error_seconds", [3_600.0, -3_600.0, 1e9, -1e9])
    async def test_a_clock_that_is_set_while_speaking_moves_no_line(
        self, make_bench: MakeBench, error_seconds: float
    ) -> None:
        browser = await start(make_bench)
        await browser.record(20, SILENT)
        browser.clock_error_seconds = error_seconds
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        [line] = browser.bench.finals
        assert line.start_seconds == pytest.approx(2.0, abs=0.2)
        assert line.end_seconds == pytest.approx(3.2, abs=0.2)

    async def test_a_stream_that_begins_an_hour_ahead_begins_now(self, make_bench: MakeBench) -> None:
        browser = await start(make_bench, clock_error_seconds=3_600.0)
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        assert browser.bench.finals[0].start_seconds == pytest.approx(0.0, abs=0.2)

    async def test_ten_times_real_time_is_refused_with_times_too(self, make_bench: MakeBench) -> None:
        browser = await start(make_bench)
        with pytest.raises(AudioTooFast):  # noqa: PT012
            for frame in range(1_000):
                await browser.send(SILENT, frame / 100)
        assert browser.bench.gaps == []

    async def test_a_repeated_frame_with_another_time_changes_nothing(self, make_bench: MakeBench) -> None:
        browser = await start(make_bench)
        await browser.record(5, SILENT)
        browser.bench.elapsed[0] = 100.0
        browser.sequence = 2
        await browser.send(SILENT, 99.0)
        receipt = await browser.bench.live.resume(speaker=Speaker.CANDIDATE, stream_id="s")
        assert (receipt, browser.bench.gaps) == (5, [])


class TestGaps:
    async def test_a_gap_is_stored_and_announced(self, make_bench: MakeBench) -> None:
        browser = await start(make_bench)
        await browser.record(20, SILENT)
        browser.miss(4.0)
        await browser.record(5, SILENT)
        [gap] = browser.bench.gaps
        assert gap.speaker == Speaker.CANDIDATE
        times = [gap.lost_seconds, gap.start_seconds, gap.end_seconds]
        assert times == pytest.approx([4.0, 2.0, 6.0], abs=0.1)
        assert browser.bench.store.gaps == {gap.id: gap}

    async def test_frames_that_the_browser_lost_are_a_gap_without_moving_time(
        self, make_bench: MakeBench
    ) -> None:
        browser = await start(make_bench)
        await browser.record(20, SILENT)
        await browser.record(10, SILENT, is_lost=True)
        await browser.record(12, LOUD)
        await browser.record(10, SILENT)
        assert browser.bench.gaps[-1].lost_seconds == pytest.approx(1.0)
        assert browser.bench.finals[0].start_seconds == pytest.approx(3.0, abs=0.1)

    async def test_frames_stay_safe_in_their_own_numbers_after_a_gap(self, make_bench: MakeBench) -> None:
        """Silence that was put in has no sequence number: counting it would discard unsaved speech."""
        browser = await start(make_bench)
        release = browser.bench.speech.script.hold()
        await browser.record(30, SILENT)
        browser.miss(10.0)
        await browser.record(12, LOUD)
        await browser.record(30, SILENT)
        receipt = await browser.bench.live.push_frame(
            speaker=Speaker.CANDIDATE, stream_id="s", sequence=0, pcm=SILENT
        )
        assert 19 <= receipt.safe_sequence <= 30
        release.set()
        await settle()

    def test_losses_close_together_are_one_gap_and_distant_ones_are_two(self) -> None:
        log = GapLog(Speaker.CANDIDATE)
        reported = [
            log.add(at_seconds=at, lost_seconds=lost)
            for at, lost in ((10.0, 0.3), (11.0, 0.3), (12.0, 0.3), (13.0, 0.3), (100.0, 2.0))
        ]
        first, second = reported[1], reported[4]
        assert reported[0] is None
        assert reported[2] is None
        assert first is not None
        assert reported[3] is not None
        assert reported[3].id == first.id
        assert reported[3].lost_seconds == pytest.approx(1.2)
        assert second is not None
        assert second.id != first.id

    def test_audio_that_came_after_all_is_taken_back(self) -> None:
        log = GapLog(Speaker.CANDIDATE)
        log.add(at_seconds=10.0, lost_seconds=0.6)
        log.add(at_seconds=10.5, lost_seconds=-0.6)
        assert log.lost_seconds == pytest.approx(0.0)


class TestTimeline:
    def test_positions_before_a_move_keep_their_times(self) -> None:
        timeline = Timeline(first_seconds=5.0)
        timeline.move(16_000, by_seconds=10.0)
        assert [timeline.seconds_at(sample) for sample in (0, 15_999, 16_000, 32_000)] == [
            5.0,
            pytest.approx(6.0, abs=0.001),
            16.0,
            17.0,
        ]

    def test_a_fast_sound_card_moves_time_back(self) -> None:
        clock = CaptureClock()
        corrections = [clock.find_correction(-0.25) for _ in range(5)]
        assert corrections == [0.0, 0.0, 0.0, 0.0, -0.25]
