"""One voice in both microphones: recorded speech, mixed here."""

from __future__ import annotations

import wave
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from app.transcription.pipeline.events import Speaker, SuppressionReason
from app.transcription.pipeline.settings import FRAME_BYTES, WINDOW_BYTES
from app.transcription.pipeline.voice_activity import SileroDetector
from models.ports import SAMPLE_RATE
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import Bench

MakeBench = Callable[..., Awaitable[Bench]]
Samples = npt.NDArray[np.float64]

SECONDS = 12.0
ECHO_TAIL_SECONDS = 0.3


class Silero:
    """The real detector, in this process."""

    def __init__(self) -> None:
        self._detector = SileroDetector()

    async def rate(self, windows: bytes) -> list[float]:
        starts = range(0, len(windows), WINDOW_BYTES)
        return [self._detector.probability(windows[at : at + WINDOW_BYTES]) for at in starts]

    def close(self) -> None:
        pass


def read_voice(folder: Path, role: str, start: float, seconds: float = SECONDS) -> Samples:
    """A piece of ``dialogue-1``, followed by two seconds of silence."""
    with wave.open(str(folder / "dialogues" / "dialogue-1-1688-1998" / f"{role}.wav")) as file:
        assert file.getframerate() == SAMPLE_RATE
        file.setpos(round(start * SAMPLE_RATE))
        pcm = file.readframes(round(seconds * SAMPLE_RATE))
    voice = np.frombuffer(pcm, "<i2").astype(np.float64)
    return np.pad(voice, (0, round((SECONDS + 2.0) * SAMPLE_RATE) - len(voice)))


def make_echo(voice: Samples, *, decibels: float, delay_seconds: float) -> Samples:
    """The voice from a loudspeaker in a room with an echo of 0.3 s."""
    random = np.random.default_rng(7)
    times = np.arange(round(ECHO_TAIL_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    room = random.normal(size=times.size) * 0.25 * np.exp(-6.9 * times / ECHO_TAIL_SECONDS)
    room[0] = 1.0
    length = 2 * voice.size
    heard = np.fft.irfft(np.fft.rfft(voice, length) * np.fft.rfft(room, length), length)[: voice.size]
    heard *= 10 ** (decibels / 20) * np.sqrt(np.mean(voice**2) / np.mean(heard**2))
    delay = round(abs(delay_seconds) * SAMPLE_RATE)
    if delay_seconds < 0:
        return np.pad(heard[delay:], (0, delay))
    return np.pad(heard, (delay, 0))[: voice.size]


def make_noise(level: float, size: int) -> Samples:
    return np.random.default_rng(8).normal(size=size) * level


def to_pcm(samples: Samples) -> bytes:
    return np.clip(np.rint(samples), -32768, 32767).astype("<i2").tobytes()


def cut_frames(pcm: bytes) -> Iterator[bytes]:
    for at in range(0, len(pcm) - FRAME_BYTES + 1, FRAME_BYTES):
        yield pcm[at : at + FRAME_BYTES]


async def play(make_bench: MakeBench, voices: dict[Speaker, Samples], **settings: float) -> Bench:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), open_voice=Silero, **settings)
    speakers, sounds = zip(*voices.items(), strict=True)
    for frames in zip(*(cut_frames(to_pcm(sound)) for sound in sounds), strict=True):
        for speaker, frame in zip(speakers, frames, strict=True):
            await bench.say(1, frame, speaker=speaker)
    assert await bench.live.finish()
    return bench


@pytest.mark.parametrize("source", list(Speaker))
@pytest.mark.parametrize(
    ("decibels", "delay_seconds", "noise"),
    [(-12.0, 0.04, 5.0), (-20.0, 0.15, 20.0), (-30.0, 0.3, 5.0), (-20.0, -0.2, 5.0)],
)
async def test_an_echo_of_the_other_side_gives_no_line(
    make_bench: MakeBench,
    shared_data: Path,
    source: Speaker,
    decibels: float,
    delay_seconds: float,
    noise: float,
) -> None:
    other = next(speaker for speaker in Speaker if speaker is not source)
    voice = read_voice(shared_data, "recruiter", 2.0)
    heard = make_echo(voice, decibels=decibels, delay_seconds=delay_seconds) + make_noise(noise, voice.size)
    bench = await play(make_bench, {source: voice, other: heard})
    assert bench.finals
    assert {line.speaker for line in bench.finals} == {source}
    # An echo that comes before its source may show an interim, which is withdrawn.
    last_texts = {line.utterance_id: line.text for line in bench.interims if line.speaker is other}
    assert not any(last_texts.values())
    echoes = [one for one in bench.store.stored if one.speaker is other]
    assert echoes
    assert {one.suppressed_reason for one in echoes} == {SuppressionReason.ECHO}


@pytest.mark.parametrize(("decibels", "delay_seconds"), [(-12.0, 0.04), (-20.0, 0.15), (-30.0, 0.3)])
async def test_an_interruption_over_an_echo_keeps_its_line(
    make_bench: MakeBench, shared_data: Path, decibels: float, delay_seconds: float
) -> None:
    """The candidate begins while the recruiter still speaks."""
    voice = read_voice(shared_data, "recruiter", 2.0)
    own = np.roll(read_voice(shared_data, "candidate", 17.86, seconds=4.0), round(5.0 * SAMPLE_RATE))
    microphone = own + make_echo(voice, decibels=decibels, delay_seconds=delay_seconds)
    bench = await play(make_bench, {Speaker.INTERVIEWER: voice, Speaker.CANDIDATE: microphone})
    lines = [line for line in bench.finals if line.speaker is Speaker.CANDIDATE]
    assert lines
    # Up to 0.3 s of the echo stay as a margin before a soft first word.
    assert lines[0].start_seconds == pytest.approx(5.2, abs=0.9)
    assert lines[-1].end_seconds == pytest.approx(9.0, abs=0.8)


async def test_without_an_echo_no_sample_is_changed(make_bench: MakeBench, shared_data: Path) -> None:
    """Both speak at once, with different words."""
    voice = read_voice(shared_data, "recruiter", 2.0)
    own = read_voice(shared_data, "candidate", 17.86) * 0.3
    bench = await play(
        make_bench,
        {Speaker.INTERVIEWER: voice, Speaker.CANDIDATE: own},
        interim_interval_seconds=99.0,
    )
    assert {line.speaker for line in bench.finals} == set(Speaker)
    sent = [to_pcm(voice), to_pcm(own)]
    assert all(any(request.pcm in pcm for pcm in sent) for request in bench.speech.requests)
