"""Speaks labeled sessions of Question Sense, for `greenroom bench sense --audio`. Needs espeak-ng.

    python -m tests.tools.speak_sessions tests/bench/sense/blind-8.txt FOLDER --noise-db 40

Each session becomes a folder with recruiter.wav, candidate.wav and turns.tsv: two synthetic voices with
noise, in a band of frequencies. The same arguments give the same files.
"""

from __future__ import annotations

import argparse
import subprocess
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.question_tracking.sessions import Session, read_sessions
from app.transcription.recording_decoding import read_recording
from models.ports import SAMPLE_RATE

Samples = npt.NDArray[np.float64]
Speak = Callable[[str, str, int], Samples]
"""(text, voice, words per minute) to samples at SAMPLE_RATE, from -1 to 1."""

VOICES = {
    "en": (
        ("en-us+m3", "en-gb+f2"),
        ("en-gb+f4", "en-us+m7"),
        ("en-us+m1", "en-gb+f4"),
        ("en-us+f5", "en-gb-x-rp+m4"),
        ("en-gb-x-rp+f1", "en-gb+m6"),
        ("en-us+m1", "en-us+f2"),
    )
}
"""Recruiter and candidate, in turn for each session."""
WORDS_PER_MINUTE = (145, 155, 165)
SPEECH_LEVEL = 0.08
"""Root mean square of a spoken line."""
PAUSES_SECONDS = (0.4, 1.0)
EDGE_SECONDS = 1.5


def speak_with_espeak(text: str, voice: str, words_per_minute: int) -> Samples:
    """Raises FileNotFoundError without espeak-ng, and CalledProcessError if it fails."""
    command = ["espeak-ng", "-v", voice, "-s", str(words_per_minute), "--stdout", "--stdin"]
    wav = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(read_recording(wav), dtype="<i2") / 32_768


def speak_session(
    session: Session, number: int, *, noise_db: float, band: tuple[float, float], speak: Speak
) -> tuple[dict[str, Samples], list[tuple[float, float, str, str]]]:
    """The two voices, equally long, and the turns: start, end, role and text, one for each line."""
    random = np.random.default_rng(number)
    voices = VOICES[session.language]
    names = dict(zip(("recruiter", "candidate"), voices[number % len(voices)], strict=True))
    speed = WORDS_PER_MINUTE[number % len(WORDS_PER_MINUTE)]
    parts: dict[str, list[tuple[int, Samples]]] = {role: [] for role in names}
    turns: list[tuple[float, float, str, str]] = []
    position = round(EDGE_SECONDS * SAMPLE_RATE)
    for line in session.lines:
        role: str = line.speaker.role
        said = speak(line.text, names[role], speed)
        said = said / max(float(np.sqrt(np.mean(said**2))), 1e-6) * SPEECH_LEVEL
        parts[role].append((position, said))
        end = position + len(said)
        turns.append((position / SAMPLE_RATE, end / SAMPLE_RATE, role, line.text))
        position = end + round(float(random.uniform(*PAUSES_SECONDS)) * SAMPLE_RATE)
    length = position + round(EDGE_SECONDS * SAMPLE_RATE)
    noise_level = SPEECH_LEVEL * 10 ** (-noise_db / 20)
    spoken = {}
    for role, pieces in parts.items():
        voice = random.normal(scale=noise_level, size=length)
        for start, said in pieces:
            voice[start : start + len(said)] += said
        spoken[role] = keep_band(voice, band)
    return spoken, turns


def keep_band(sound: Samples, band: tuple[float, float]) -> Samples:
    spectrum = np.fft.rfft(sound)
    frequencies = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    spectrum[(frequencies < band[0]) | (frequencies > band[1])] = 0.0
    kept: Samples = np.fft.irfft(spectrum, n=len(sound))
    return kept


def write_session(
    folder: Path, voices: dict[str, Samples], turns: Sequence[tuple[float, float, str, str]]
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for role, samples in voices.items():
        with wave.open(str(folder / f"{role}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes((np.clip(samples, -1.0, 1.0) * 32_767).astype("<i2").tobytes())
    rows = ["start_s\tend_s\trole\ttext"]
    rows += [f"{start:.3f}\t{end:.3f}\t{role}\t{text}" for start, end, role, text in turns]
    (folder / "turns.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sessions", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--noise-db", type=float, default=40.0, help="level of the speech above the noise")
    parser.add_argument(
        "--band",
        type=float,
        nargs=2,
        default=(50.0, 7_000.0),
        metavar="HERTZ",
        help="lowest and highest frequency (a telephone: 300 3400)",
    )
    args = parser.parse_args()
    band = (args.band[0], args.band[1])
    for number, session in enumerate(read_sessions(args.sessions)):
        voices, turns = speak_session(
            session, number, noise_db=args.noise_db, band=band, speak=speak_with_espeak
        )
        write_session(args.folder / f"{number + 1:02}", voices, turns)


if __name__ == "__main__":
    main()
