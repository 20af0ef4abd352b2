"""A live transcription with a scripted speech engine and store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from app.transcription.pipeline.events import Speaker, SuppressionReason
from app.transcription.pipeline.interims import MAX_HURRIED
from app.transcription.pipeline.session import TranscriptionFinished
from models.ports import (
    EngineTimeout,
    EngineUnavailable,
    InvalidEngineRequest,
    SpeechRequest,
)
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import FAINT, LOUD, SILENT, Bench, MemoryStore, settle

MakeBench = Callable[..., Awaitable[Bench]]


def count_seconds(request: SpeechRequest) -> float:
    return len(request.pcm) / 2 / 16_000


async def test_a_line_is_stored_before_it_is_announced(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    await bench.say(10, SILENT)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert bench.store.log == ["stored hello there", "final hello there"]


async def test_times_are_relative_to_the_start_of_the_interview(make_bench: MakeBench) -> None:
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
        FakeSpeech(lambda request: f"{count_seconds(request):.0f} seconds"), interim_interval_seconds=99.0
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
    await bench.say(28, LOUD)
    await bench.say(10, SILENT)
    # After 0.6 s, and then every second.
    assert [line.text for line in bench.interims] == ["all of"] * 3
    contexts = [request.audio_context for request in bench.speech.requests if request.audio_context]
    assert 50 + 64 <= contexts[0] <= 75 + 64
    assert all(one.word_times == (one.audio_context is None) for one in bench.speech.requests)
    assert {line.utterance_id for line in bench.interims} == {bench.finals[0].segment_id}


async def test_no_interim_starts_in_a_pause(make_bench: MakeBench) -> None:
    """It would hold the engine when the speculative decode of the utterance needs it."""
    bench = await make_bench(FakeSpeech(lambda request: "final" if request.audio_context is None else "so"))
    await bench.say(4, LOUD)
    await bench.say(10, SILENT)
    assert [request.audio_context for request in bench.speech.requests] == [None]


async def test_a_first_interim_without_text_is_tried_again_soon(make_bench: MakeBench) -> None:
    texts = iter(["", "so", "so I"])
    bench = await make_bench(FakeSpeech(lambda _: next(texts)))
    await bench.say(9, LOUD)
    assert [line.text for line in bench.interims] == ["so"]
    # With text, the next one is due a second later.
    await bench.say(5, LOUD)
    assert [line.text for line in bench.interims] == ["so"]


async def test_an_utterance_without_words_soon_waits_for_the_budget(make_bench: MakeBench) -> None:
    # A microsecond of decoding uses up the budget of the next hour.
    bench = await make_bench(FakeSpeech(lambda _: ""), interim_share=1e-10)
    await bench.say(60, LOUD)
    assert len(bench.speech.requests) == MAX_HURRIED


async def test_final_cancels_a_running_interim(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: "final" if request.audio_context is None else "interim")
    )
    release = bench.speech.script.hold()
    await bench.say(12, LOUD)  # An interim is running now.
    assert bench.speech.script.running == 1
    await bench.say(8, LOUD, speaker=Speaker.INTERVIEWER)
    await bench.say(10, SILENT, speaker=Speaker.INTERVIEWER)
    assert bench.speech.script.cancelled == 1
    assert bench.speech.requests[-1].audio_context is None
    release.set()
    await settle()
    assert [line.text for line in bench.finals] == ["final"]


async def test_an_interim_that_made_room_for_a_final_is_tried_again_soon(make_bench: MakeBench) -> None:
    bench = await make_bench(
        FakeSpeech(lambda request: "final" if request.audio_context is None else "interim")
    )
    release = bench.speech.script.hold()
    await bench.say(8, LOUD)  # An interim is running now.
    await bench.say(8, LOUD, speaker=Speaker.INTERVIEWER)
    await bench.say(10, SILENT, speaker=Speaker.INTERVIEWER)
    assert bench.speech.script.cancelled == 1
    release.set()
    await settle()
    await bench.say(4, LOUD)
    await settle()
    assert [line.text for line in bench.interims] == ["interim"]


async def test_overlapping_speech_gives_two_labeled_lines(make_bench: MakeBench) -> None:
    """Both speak at once for a minute."""
    bench = await make_bench(FakeSpeech(lambda _: "me too"), interim_interval_seconds=99.0)
    for frame in ([LOUD] * 12 + [SILENT] * 10) * 27:
        await bench.say(1, frame, speaker=Speaker.CANDIDATE)
        await bench.say(1, frame, speaker=Speaker.INTERVIEWER)
    assert Counter(line.speaker for line in bench.finals) == {Speaker.CANDIDATE: 27, Speaker.INTERVIEWER: 27}
    assert sorted(line.sequence for line in bench.finals) == list(range(1, 55))


async def test_a_microphone_muted_for_ten_minutes_costs_nothing_and_says_nothing(
    make_bench: MakeBench,
) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "back again"), interim_interval_seconds=99.0)
    for _minute in range(10):
        muted = await bench.say(600, SILENT)
        bench.elapsed[0] += 60
    assert bench.speech.requests == []
    assert muted.next_sequence - muted.safe_sequence <= 12
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["back again"]
    assert bench.finals[0].start_seconds == pytest.approx(600.0, abs=0.1)


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
        FakeSpeech(lambda request: f"{count_seconds(request):.1f}"), interim_interval_seconds=99.0
    )
    bench.speech.script.fail_next(EngineUnavailable("gone"), times=2)  # The speculation, then the final.
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
