"""The offline speech bench: recorded decodes under a virtual clock, played by the pipeline's own code."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from app.bench.speech_data import Dialogue, lose_audio
from app.bench.speech_measures import Line, Turn
from app.bench.speech_offline import _decode_pieces, _join_text, parse_settings
from app.bench.speech_player import Machine, Player
from app.bench.speech_recordings import RecordedSpeech, Recordings
from app.core.virtual_clock import run_virtually
from app.transcription.pipeline.settings import WINDOW_SAMPLES
from models.ports import (
    SAMPLE_RATE,
    Priority,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from tests.bench.scripted_recordings import ScriptedRecordings
from tests.transcription.conftest import LevelDetector


def make_speech(recordings: ScriptedRecordings, *, slowdown: float = 1.0) -> RecordedSpeech:
    return RecordedSpeech(cast("Recordings", recordings), slowdown=slowdown)


def make_machine(recordings: ScriptedRecordings, *, slowdown: float = 1.0) -> Machine:
    return Machine(cast("Recordings", recordings), slowdown=slowdown)


REQUEST = SpeechRequest(bytes(2 * SAMPLE_RATE))


def test_a_decode_takes_as_long_as_it_was_recorded() -> None:
    async def measure() -> float:
        await make_speech(ScriptedRecordings(0.5), slowdown=2.5).transcribe(
            REQUEST, priority=Priority.LIVE_SPEECH
        )
        return asyncio.get_running_loop().time()

    assert run_virtually(measure()) == pytest.approx(1.25)


def test_an_abandoned_decode_occupies_the_engine_to_its_end() -> None:
    async def measure() -> tuple[float, float]:
        speech = make_speech(ScriptedRecordings(1.0))
        first = asyncio.create_task(speech.transcribe(REQUEST, priority=Priority.LIVE_SPEECH))
        await asyncio.sleep(0.2)
        first.cancel()
        await speech.transcribe(REQUEST, priority=Priority.LIVE_SPEECH)
        return asyncio.get_running_loop().time(), speech.abandoned_seconds

    ended_at, abandoned_seconds = run_virtually(measure())
    assert ended_at == pytest.approx(2.0)
    assert abandoned_seconds == pytest.approx(1.0)


def test_a_decode_abandoned_before_its_start_costs_nothing() -> None:
    async def measure() -> int:
        recordings = ScriptedRecordings(1.0)
        speech = make_speech(recordings)
        running = asyncio.create_task(speech.transcribe(REQUEST, priority=Priority.LIVE_SPEECH))
        waiting = asyncio.create_task(speech.transcribe(REQUEST, priority=Priority.LIVE_SPEECH))
        await asyncio.sleep(0.1)
        waiting.cancel()
        await running
        await asyncio.sleep(3.0)
        return recordings.decoded

    assert run_virtually(measure()) == 1


def test_a_dialogue_is_played_with_the_lag_of_its_decodes() -> None:
    spoken, total = round(2.0 * SAMPLE_RATE), round(6.0 * SAMPLE_RATE)
    voices = {"recruiter": bytes(2 * total), "candidate": bytes(2 * total)}
    voiced = [0.95 if n * WINDOW_SAMPLES < spoken else 0.01 for n in range(total // WINDOW_SAMPLES)]
    voice = {"short": {"recruiter": [0.01] * len(voiced), "candidate": voiced}}
    settings = parse_settings(["first_interim_seconds=60", "silence_level=0"])
    player = Player(make_machine(ScriptedRecordings(0.4)), voice, settings=settings)
    played = run_virtually(player.play_all([Dialogue("short", voices, [])], at_once=1))[0]
    finals = [line for line in played.lines if line.is_final]
    assert [(line.role, line.text) for line in finals] == [("candidate", "I led the team.")]
    # A pause of 0.2 s starts the decode, 0.4 s later its text says that the sentence is over.
    assert finals[0].arrived_seconds == pytest.approx(2.6, abs=0.2)


def test_lines_after_a_gap_keep_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bench.speech_player.SileroDetector", LevelDetector)
    spoken = [(2.0, 4.0), (9.0, 11.0), (17.0, 19.0), (26.0, 28.0)]
    pcm = bytearray(2 * 30 * SAMPLE_RATE)
    for start, end in spoken:
        sound = b"\x00\x10" * round((end - start) * SAMPLE_RATE)
        pcm[round(start * SAMPLE_RATE) * 2 : round(end * SAMPLE_RATE) * 2] = sound
    voices = {"recruiter": bytes(len(pcm)), "candidate": bytes(pcm)}
    turns = [Turn(start, end, "candidate", "I led the team.") for start, end in spoken]
    # From 10 to 20 s: the second turn is cut in two, and the third is lost.
    dialogue = lose_audio(Dialogue("gap", voices, turns), 10.0)
    player = Player(make_machine(ScriptedRecordings(0.1)), {}, settings=parse_settings(["silence_level=0"]))
    [played] = run_virtually(player.play_all([dialogue], at_once=1))
    starts = [line.start_seconds for line in played.lines if line.is_final]
    assert starts == [pytest.approx(seconds, abs=0.1) for seconds in (2.0, 9.0, 26.0)]
    assert played.frames_sent == 2 * 200


@dataclass
class Keeping(ScriptedRecordings):
    """Keeps the seconds of each decode."""

    lengths: list[float] = field(default_factory=list)

    def decode(self, request: SpeechRequest) -> Transcription:
        self.lengths.append(len(request.pcm) / 2 / SAMPLE_RATE)
        return super().decode(request)


def test_the_silence_around_a_voice_is_not_decoded() -> None:
    """In digital silence the detector is not asked, so what it said there is left out."""
    silence, sound = bytes(2 * 10 * SAMPLE_RATE), b"\x00\x10" * (2 * SAMPLE_RATE)
    pcm = silence + sound + silence
    rated = [
        0.95 if 10 * SAMPLE_RATE <= n * WINDOW_SAMPLES < 12 * SAMPLE_RATE else 0.01
        for n in range(len(pcm) // 2 // WINDOW_SAMPLES)
    ]
    recordings = Keeping(0.1)
    pieces = _decode_pieces(cast("Recordings", recordings), pcm, rated, "en")
    assert _join_text(pieces) == "I led the team."
    # With the pre-roll of 1 s and the post-roll of 0.2 s.
    assert recordings.lengths == [pytest.approx(3.2, abs=0.1)]


@dataclass
class LeavingOut(ScriptedRecordings):
    """Leaves out what is said between the first and the last second, unless it is decoded alone."""

    def decode(self, request: SpeechRequest) -> Transcription:
        self.decoded += 1
        heard = [("one", 0.0), ("two", 0.9), ("five", 4.4)]
        if request.beam_size > 1 and len(request.pcm) < 4.0 * 2 * SAMPLE_RATE:
            heard = [("three", 0.3), ("four", 1.6)]
        tokens = tuple(SpeechToken(f" {text}", start, start + 0.7, 0.9) for text, start in heard)
        text = " ".join(text for text, _ in heard)
        segment = SpeechSegment(text, heard[0][1], heard[-1][1] + 0.7, -0.2, 0.0, tokens)
        return Transcription((segment,), "en", 6.0, round(self.seconds * 1000))


@pytest.mark.parametrize(
    ("unheard_seconds", "text", "decodes"),
    [("0.6", "one two three four five", 2), ("99", "one two five", 1)],
)
def test_unheard_voice_costs_one_more_decode(unheard_seconds: str, text: str, decodes: int) -> None:
    spoken, total = 5.0, round(9.0 * SAMPLE_RATE)
    voices = {"recruiter": bytes(2 * total), "candidate": bytes(2 * total)}
    windows = total // WINDOW_SAMPLES
    voiced = [0.95 if n * WINDOW_SAMPLES < spoken * SAMPLE_RATE else 0.01 for n in range(windows)]
    voice = {"long": {"recruiter": [0.01] * windows, "candidate": voiced}}
    settings = parse_settings(
        ["first_interim_seconds=60", "silence_level=0", f"unheard_seconds={unheard_seconds}"]
    )
    recordings = LeavingOut(0.3)
    player = Player(make_machine(recordings), voice, settings=settings)
    [played] = run_virtually(player.play_all([Dialogue("long", voices, [])], at_once=1))
    [final] = [line for line in played.lines if line.is_final]
    assert final.text == text
    # The revision of the line is one more, and hears less of it.
    assert recordings.decoded == decodes + 1
    # A silence of 0.6 s ends the utterance; its decode is done by then, and another one takes 0.3 s.
    assert final.arrived_seconds == pytest.approx(spoken + 0.6 + 0.3 * (decodes - 1), abs=0.15)


@dataclass
class ByEffort(ScriptedRecordings):
    """A narrow window takes four fifths of the time, as in CTranslate2."""

    def decode(self, request: SpeechRequest) -> Transcription:
        heard = super().decode(request)
        return replace(heard, duration_ms=round(heard.duration_ms * 0.8)) if request.effort else heard


def play_slowly(
    interviews: int, *, slowdown: float, smaller: ScriptedRecordings | None
) -> tuple[list[Line], Player]:
    """Interviews of half a minute's turns, 3 s of speech in 4 s, and then twenty seconds of silence."""
    turns, turn_seconds = 30, 4.0
    total = round(turns * turn_seconds * SAMPLE_RATE)
    seconds_per_window = WINDOW_SAMPLES / SAMPLE_RATE
    spoken = [divmod(n * seconds_per_window, turn_seconds) for n in range(total // WINDOW_SAMPLES)]
    voice = {
        role: [0.95 if turn % 2 == speaker and at < 3.0 else 0.01 for turn, at in spoken]
        for speaker, role in enumerate(("recruiter", "candidate"))
    }
    names = [f"interview {number}" for number in range(interviews)]
    machine = Machine(
        cast("Recordings", ByEffort(0.8)), cast("Recordings | None", smaller), slowdown=slowdown
    )
    player = Player(machine, dict.fromkeys(names, voice), settings=parse_settings(["silence_level=0"]))
    dialogues = [Dialogue(name, dict.fromkeys(voice, bytes(2 * total)), []) for name in names]
    played = run_virtually(player.play_all(dialogues, at_once=interviews))
    finals = [line for one in played for line in one.lines if line.is_final]
    assert len(finals) == turns * interviews
    return finals, player


@pytest.mark.parametrize(
    ("interviews", "slowdown", "p95_seconds"), [(1, 2.5, 5.0), (3, 2.5, 5.0), (1, 6.0, 8.0)]
)
def test_a_slow_machine_catches_up_and_loses_no_line(
    interviews: int, slowdown: float, p95_seconds: float
) -> None:
    """The usual decodes of three interviews would take 1.5 times as long as their speech."""
    finals, _ = play_slowly(interviews, slowdown=slowdown, smaller=ScriptedRecordings(0.36))
    lags = sorted(line.arrived_seconds - line.end_seconds for line in finals)
    assert lags[round(0.95 * len(lags))] < p95_seconds


def test_the_smaller_model_is_the_last_resort() -> None:
    _, player = play_slowly(1, slowdown=2.5, smaller=ScriptedRecordings(0.36))
    assert "small" not in player.statistics.decodes
    _, player = play_slowly(3, slowdown=2.5, smaller=ScriptedRecordings(0.36))
    assert set(player.statistics.decodes) == {"full", "narrow", "small"}


def test_a_setting_is_changed_by_name() -> None:
    assert parse_settings(["end_silence_seconds=0.8"]).end_silence_seconds == pytest.approx(0.8)
    for change in ("no_such=1", "filler_phrases=1", "end_silence_seconds=soon"):
        with pytest.raises(ValueError, match=r"no_such|filler_phrases|soon"):
            parse_settings([change])
