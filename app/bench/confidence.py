"""`greenroom bench confidence`: how many wrong and right words the confidence of the speech model marks.

Recordings with a reference are split into two halves by folder, so that no voice is in both. The threshold is
chosen on the first half; the second half shows its effect on unseen voices.
"""

from __future__ import annotations

import argparse
import asyncio
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import jiwer

from app.bench.speech_data import SingleFile, find_single_files
from app.bench.speech_recordings import Recordings
from app.bench.word_errors import normalize_words
from app.core.settings import Settings
from app.engines import make_engines_config
from app.transcription.pipeline.decision import find_segments_in_audio
from app.transcription.pipeline.requests import build_final_request
from app.transcription.pipeline.words import UNCERTAIN_CONFIDENCE, SpokenWord, read_words
from app.transcription.recording_decoding import read_recording
from models.ports import SAMPLE_RATE
from models.store import default_cache_dir

MAX_SECONDS = 30.0
"""Longer recordings are left out: a line of a live transcript lasts 25 s at most."""
THRESHOLDS = tuple(number / 20 for number in range(2, 19))


@dataclass(frozen=True, slots=True)
class RatedWord:
    """A recognized word, compared with the reference."""

    confidence: float
    is_right: bool


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--audio", type=Path, required=True, metavar="DIR", help="folder with recordings and a refs.tsv")
    add("--half", choices=("first", "second"), default="first", help="first: choose; second: check")
    add("--language", default="en", help="spoken language (default en)")
    add("--cache", type=Path, metavar="DIR", help="folder of cached decodes")


async def run(args: Namespace) -> dict[str, object]:
    """Decode the recordings of one half and compare. Raises ValueError if there are none."""
    return await asyncio.to_thread(measure, args)


def measure(args: Namespace) -> dict[str, object]:
    files = select_half(find_single_files(args.audio), is_first=args.half == "first")
    if not files:
        raise ValueError(f"{args.audio} contains no recordings with a refs.tsv")
    folder = args.cache or default_cache_dir() / "bench-speech"
    recordings = Recordings(make_engines_config(Settings()), folder)
    words: list[RatedWord] = []
    milliseconds = 0
    try:
        for file in files:
            pcm = read_recording(file.path.read_bytes())
            if len(pcm) / 2 / SAMPLE_RATE > MAX_SECONDS:
                continue
            heard = recordings.decode(build_final_request(pcm, language=args.language, prompt=""))
            words += rate_words(file.reference, read_words(find_segments_in_audio(heard)))
            milliseconds += heard.duration_ms
    finally:
        recordings.close()
    rows = [describe(words, threshold) for threshold in THRESHOLDS] if args.half == "first" else []
    return {
        "engine": recordings.engine_name,
        "model": recordings.identity.name,
        "half": args.half,
        "words": len(words),
        "wrong_words": sum(not word.is_right for word in words),
        "decode_seconds": milliseconds / 1000,
        **describe(words, UNCERTAIN_CONFIDENCE),
        "thresholds": rows,
    }


def select_half(files: Sequence[SingleFile], *, is_first: bool) -> list[SingleFile]:
    """The recordings of every other folder, in order of name."""
    folders = sorted({file.path.parent for file in files})
    chosen = set(folders[0 if is_first else 1 :: 2])
    return [file for file in files if file.path.parent in chosen]


def rate_words(reference: str, words: Iterable[SpokenWord]) -> list[RatedWord]:
    """Each heard word with whether the reference has it in that place. Missing words cannot be marked."""
    heard = [(part, word.confidence) for word in words for part in normalize_words(word.text)]
    expected = [part for word in reference.split() for part in normalize_words(word)]
    if not heard or not expected:
        return [RatedWord(confidence, is_right=False) for _, confidence in heard]
    output = jiwer.process_words(" ".join(expected), " ".join(part for part, _ in heard))
    right = {
        index
        for chunk in output.alignments[0]
        if chunk.type == "equal"
        for index in range(chunk.hyp_start_idx, chunk.hyp_end_idx)
    }
    return [RatedWord(confidence, is_right=index in right) for index, (_, confidence) in enumerate(heard)]


def describe(words: Sequence[RatedWord], threshold: float) -> dict[str, object]:
    """Shares of wrong and of right words that are marked, and the F1 score of the marks."""
    wrong = [word for word in words if not word.is_right]
    marked = [word for word in words if word.confidence < threshold]
    hits = sum(not word.is_right for word in marked)
    right = len(words) - len(wrong)
    return {
        "threshold": threshold,
        "wrong_words_marked": round(hits / max(1, len(wrong)), 4),
        "right_words_marked": round((len(marked) - hits) / max(1, right), 4),
        "f1": round(2 * hits / max(1, len(wrong) + len(marked)), 4),
    }
