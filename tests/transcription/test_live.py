"""A live transcription with a scripted speech engine and store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from app.transcription.pipeline.events import Speaker, StreamPosition, SuppressionReason
from app.transcription.pipeline.session import TranscriptionFinished
from app.transcription.pipeline.stream import FrameGap, InvalidFrame
from models.ports import (
    EngineTimeout,
    EngineUnavailable,
    InvalidEngineRequest,
    SpeechRequest,
)
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import FAINT, LOUD, SILENT, Bench, MemoryStore, settle

MakeBench = Callable[..., Awaitable[Bench]]


def seconds_of(request: SpeechRequest) -> float:
    return len(request.pcm) / 2 / 16_000


async def test_a_line_is_stored_before_it_is_announced(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    await bench.say(10, SILENT)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert bench.store.log == ["stored hello there", "final hello there"]


async def test_times_count_from_the_interviews_start(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"))
    bench.elapsed[0] = 60.1
    await bench.say(10, SILENT)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    line = bench.finals[0]
    assert line.start_seconds == pytest.approx(61.0, abs=0.07)
    assert line.end_seconds == pytest.approx(62.2, abs=0.07)
    assert line.spoken_at.timestamp() == pytest.approx(bench.live.started_at.timestamp() + line.start_seconds)


async def test_decode_starts_at_the_pause_and_is_kept(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(4, SILENT)
    assert len(bench.speech.requests) == 1
    assert not bench.finals
    await bench.say(4, SILENT)
    assert len(bench.speech.requests) == 1
    assert [line.text for line in bench.finals] == ["hello there"]


async def test_speech_after_a_short_pause_discards_the_speculation(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: f"{seconds_of(request):.0f} seconds"), interim_interval_seconds=99.0
    )
    await bench.say(12, LOUD)
    await bench.say(4, SILENT)
    await bench.say(14, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["3 seconds"]


async def test_finals_see_the_whole_encoder_window_and_the_prompt(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert bench.speech.requests[0].audio_context is None
    assert bench.speech.requests[0].prompt == "Kubernetes, Delaney"


async def test_interims_use_a_matched_window_and_are_replaced_by_their_final(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: "all of it" if request.audio_context is None else "all of")
    )
    await bench.say(25, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.interims] == ["all of", "all of"]
    contexts = [request.audio_context for request in bench.speech.requests if request.audio_context]
    assert 50 + 64 <= contexts[0] <= 75 + 64
    assert {line.utterance_id for line in bench.interims} == {bench.finals[0].segment_id}


async def test_final_cancels_a_running_interim(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: "final" if request.audio_context is None else "interim")
    )
    release = bench.speech.script.hold()
    await bench.say(12, LOUD)  # an interim is running now
    assert bench.speech.script.running == 1
    await bench.say(8, LOUD, speaker=Speaker.INTERVIEWER)
    await bench.say(10, SILENT, speaker=Speaker.INTERVIEWER)
    assert bench.speech.script.cancelled == 1
    assert bench.speech.requests[-1].audio_context is None
    release.set()
    await settle()
    assert [line.text for line in bench.finals] == ["final"]


async def test_overlapping_speech_gives_two_labeled_lines(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "me too"), interim_interval_seconds=99.0)
    for frame in [LOUD] * 12 + [SILENT] * 10:
        await bench.say(1, frame, speaker=Speaker.CANDIDATE)
        await bench.say(1, frame, speaker=Speaker.INTERVIEWER)
    assert {line.speaker for line in bench.finals} == {Speaker.CANDIDATE, Speaker.INTERVIEWER}
    assert sorted(line.sequence for line in bench.finals) == [1, 2]


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
    assert 8 <= silence.safe_sequence <= 10  # all but the pre-roll of a second
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
    await first.live.close()  # killed in the middle of the second sentence
    second = await make_bench(FakeSpeech(lambda _: "the second"), store=store, interim_interval_seconds=99.0)
    second.elapsed[0] = 500.0
    wanted = await second.live.resume(speaker=Speaker.CANDIDATE, stream_id="stream-1")
    assert wanted <= receipt.safe_sequence <= 27
    second.sequences[Speaker.CANDIDATE, "stream-1"] = max(wanted, receipt.safe_sequence)
    for frame in (spoken + [LOUD] * 6 + [SILENT] * 10)[max(wanted, receipt.safe_sequence) :]:
        await second.say(1, frame)
    assert [line.text for line in store.stored] == ["the first", "the second"]
    assert store.stored[1].start_seconds == pytest.approx(2.7, abs=0.07)


async def test_no_final_is_lost_while_the_engine_is_down(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    bench.speech.script.fail_next(EngineUnavailable("its process died twice"), times=4)
    bench.speech.script.fail_next(EngineTimeout("too slow"), times=2)
    bench.speech.script.be_busy(times=2)
    for _ in range(3):
        await bench.say(12, LOUD)
        await bench.say(10, SILENT)
    assert await bench.live.finish()
    assert len(bench.finals) == 3
    assert [line.start_seconds for line in bench.finals] == sorted(
        line.start_seconds for line in bench.finals
    )


async def test_busy_database_delays_lines_but_loses_none(make_bench: MakeBench) -> None:
    store = MemoryStore(failures=5)
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), store=store, interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert await bench.live.finish()
    assert store.log == ["stored hello there", "final hello there"]


async def test_lines_of_one_speaker_keep_their_order(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: f"{seconds_of(request):.1f}"), interim_interval_seconds=99.0
    )
    bench.speech.script.fail_next(EngineUnavailable("gone"), times=2)  # the speculation, then the final
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    await bench.say(22, LOUD)
    await bench.say(10, SILENT)
    await bench.live.finish()
    assert [line.sequence for line in bench.finals] == [1, 2]
    assert bench.finals[0].start_seconds < bench.finals[1].start_seconds


async def test_audio_refused_by_the_engine_is_stored_suppressed(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: InvalidEngineRequest("odd")), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert not bench.finals
    assert [line.suppressed_reason for line in bench.store.stored] == [SuppressionReason.UNDECODABLE]


async def test_a_short_answer_in_a_clear_voice_is_never_filtered(make_bench: MakeBench) -> None:
    for answer in ("No.", "Yes.", "Thank you.", "I."):
        bench = await make_bench(FakeSpeech([answer]), interim_interval_seconds=99.0)
        await bench.say(4, LOUD)
        await bench.say(10, SILENT)
        assert [line.text for line in bench.finals] == [answer]


async def test_a_filler_without_a_clear_voice_is_stored_suppressed(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(["Thanks for watching!"]), interim_interval_seconds=99.0)
    await bench.say(6, FAINT)
    await bench.say(10, SILENT)
    assert not bench.events
    assert bench.store.stored[0].suppressed_reason is SuppressionReason.FILLER
    assert bench.store.stored[0].text == "Thanks for watching!"


async def test_a_dropped_utterance_with_interims_is_withdrawn(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: "[BLANK_AUDIO]" if request.audio_context is None else "some words")
    )
    await bench.say(14, LOUD)
    await bench.say(10, SILENT)
    assert [event.text for event in bench.interims] == ["some words", ""]
    assert not bench.finals


async def test_a_loop_is_decoded_again_with_a_beam_and_without_prompt(make_bench: MakeBench) -> None:
    loop = "and then " * 30
    bench = await make_bench(
        FakeSpeech(lambda request: "and then we left" if request.beam_size > 1 else loop),
        interim_interval_seconds=99.0,
    )
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["and then we left"]
    assert bench.speech.requests[-1].prompt == ""


async def test_persistent_loop_is_collapsed_to_two_repetitions(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda _: "we left " + "and then " * 30), interim_interval_seconds=99.0
    )
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["we left and then and then"]


async def test_finish_decodes_the_current_utterance(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "cut off in the mid"), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    assert await bench.live.finish()
    assert [line.text for line in bench.finals] == ["cut off in the mid"]
    with pytest.raises(TranscriptionFinished):
        await bench.say(1, LOUD)


async def test_finish_stops_waiting_but_the_line_still_arrives(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda _: "late"), interim_interval_seconds=99.0, finish_timeout_seconds=0.0
    )
    release = bench.speech.script.hold()
    await bench.say(12, LOUD)
    assert not await bench.live.finish()
    release.set()
    await settle()
    assert [line.text for line in bench.finals] == ["late"]


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
