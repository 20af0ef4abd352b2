"""Input of the speech bench (dialogues and single files), and the metrics computed from what was heard."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.bench.live_room import ROLES, PlayedInterview
from app.bench.speech_causes import WrongWord, count_causes, find_wrong_words
from app.bench.speech_measures import (
    Line,
    Turn,
    count_wrong_speaker_words,
    find_final_lags,
    find_first_interim_lags,
    find_start_errors,
    first_heard_text,
    heard_text,
    read_turns,
    spoken_text,
    summarize,
    trim_to_voice,
)
from app.bench.speech_terms import TermCount, count_terms, list_term_words, read_hints
from app.bench.word_errors import WordErrors, count_word_errors, normalize_words, sum_word_errors
from app.transcription.pipeline.settings import FRAME_SECONDS, PipelineSettings
from app.transcription.pipeline.voice_activity import VoiceActivityDetector
from app.transcription.recording_decoding import read_recording
from app.transcription.recording_pieces import Piece, PieceCutter
from models.ports import SAMPLE_RATE, SpeechRequest

_WHOLE_TIMEOUT_SECONDS = 7_200.0

_SHORT_WORDS = 4
"""Maximum length of a short answer, in words."""
_LATE_SHARE = 2 / 3
"""A backlog that grows shows in the last third of an interview."""
_NEAR_START_SECONDS = 0.5
"""How far the start of a line may be from the start of its turn."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    name: str
    voices: dict[str, bytes]
    turns: list[Turn]
    folder: Path = Path()
    hints: str = ""
    """Vocabulary hints from the CV and the job, if available."""
    lost: range = range(0)
    """Frames that neither side records, as while a computer sleeps."""

    @property
    def seconds(self) -> float:
        return max(len(pcm) for pcm in self.voices.values()) / 2 / SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class SingleFile:
    path: Path
    reference: str


def find_dialogues(folder: Path, seconds: float | None) -> list[Dialogue]:
    """Folders at or below ``folder`` that contain both voices and their turns, by name."""
    dialogues = []
    for turns_path in sorted(folder.rglob("turns.tsv")):
        paths = {role: turns_path.with_name(f"{role}.wav") for role in ROLES}
        if not all(path.is_file() for path in paths.values()):
            continue
        voices = {role: read_recording(path.read_bytes()) for role, path in paths.items()}
        turns = read_turns(turns_path)
        if seconds is not None:
            turns, end = whole_turns_within(turns, seconds)
            voices = {role: pcm[: round(end * SAMPLE_RATE) * 2] for role, pcm in voices.items()}
        dialogues.append(
            Dialogue(turns_path.parent.name, voices, turns, turns_path.parent, read_hints(turns_path.parent))
        )
    return dialogues


def whole_turns_within(turns: Sequence[Turn], seconds: float) -> tuple[list[Turn], float]:
    """The turns that end in time, and where to stop playing: before the next one starts."""
    kept = [turn for turn in turns if turn.end_seconds <= seconds]
    return kept, min([seconds, *(turn.start_seconds for turn in turns if turn not in kept)])


def find_single_files(folder: Path) -> list[SingleFile]:
    """Rows of every refs.tsv at or below ``folder`` whose file exists and whose reference has words."""
    files = []
    for table in sorted(folder.rglob("refs.tsv")):
        with table.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        for row in rows:
            path = table.parent / (row.get("file") or "")
            if path.is_file() and row.get("reference") is not None:
                files.append(SingleFile(path, row["reference"]))
    return files


def select_half(dialogues: Sequence[Dialogue], *, is_first: bool) -> list[Dialogue]:
    """Every other dialogue of each folder, in order of name."""
    numbers: Counter[Path] = Counter()
    chosen = []
    for dialogue in dialogues:
        if numbers[dialogue.folder.parent] % 2 == (0 if is_first else 1):
            chosen.append(dialogue)
        numbers[dialogue.folder.parent] += 1
    return chosen


def lose_audio(dialogue: Dialogue, seconds: float) -> Dialogue:
    """The dialogue with a gap in its middle, without the turns that the gap touches."""
    if seconds == 0:
        return dialogue
    first = (dialogue.seconds - seconds) / 2
    kept = [
        turn for turn in dialogue.turns if turn.end_seconds <= first or turn.start_seconds >= first + seconds
    ]
    lost = range(round(first / FRAME_SECONDS), round((first + seconds) / FRAME_SECONDS))
    return replace(dialogue, turns=kept, lost=lost)


def cut_whole(pcm: bytes, detector: VoiceActivityDetector) -> list[Piece]:
    """The pieces that a recording is decoded in, like a single file: of one window each, without silence.

    Of the near silence while the other person speaks, whisper would make words.
    """
    cutter = PieceCutter(PipelineSettings(), detector)
    return [*cutter.push(pcm), *cutter.finish()]


def build_whole_request(pcm: bytes, language: str) -> SpeechRequest:
    """The decode of a recording or a piece of one, with as much time as it needs."""
    pcm = pcm.ljust(2 * SAMPLE_RATE, b"\0")
    return SpeechRequest(pcm=pcm, language=language, timeout_seconds=_WHOLE_TIMEOUT_SECONDS)


@dataclass(frozen=True, slots=True)
class WholeDecodes:
    dialogues: list[dict[str, str]]
    files: list[str]
    seconds: float


@dataclass(slots=True)
class _VoiceTotals:
    """Results of all voices played so far."""

    live: list[WordErrors] = field(default_factory=list)
    shown_first: list[WordErrors] = field(default_factory=list)
    whole: list[WordErrors] = field(default_factory=list)
    wrong_words: list[WrongWord] = field(default_factory=list)
    final_lags: list[float] = field(default_factory=list)
    late_final_lags: list[float] = field(default_factory=list)
    terms: TermCount = field(default_factory=TermCount)
    short_turns: int = 0
    short_turns_with_line: int = 0
    rows: list[dict[str, object]] = field(default_factory=list)

    def add(
        self,
        dialogue: Dialogue,
        role: str,
        turns: Sequence[Turn],
        lines: Sequence[Line],
        *,
        whole_text: str,
    ) -> None:
        """Add one voice. ``whole_text`` is the decode of the whole voice."""
        reference = spoken_text(turns, role)
        written = heard_text(lines, role)
        self.terms += count_terms(reference, written, list_term_words(dialogue.hints))
        own_turns = [turn for turn in turns if turn.role == role]
        lags = find_final_lags(own_turns, lines)
        self.final_lags += lags
        late = [turn for turn in own_turns if turn.start_seconds >= _LATE_SHARE * dialogue.seconds]
        self.late_final_lags += find_final_lags(late, lines)
        short = [turn for turn in own_turns if len(normalize_words(turn.text)) <= _SHORT_WORDS]
        self.short_turns += len(short)
        self.short_turns_with_line += len(find_final_lags(short, lines))
        errors = count_word_errors(reference, written)
        whole_errors = count_word_errors(reference, whole_text)
        self.live.append(errors)
        self.shown_first.append(count_word_errors(reference, first_heard_text(lines, role)))
        finals = [line for line in lines if line.is_final and line.role == role]
        self.wrong_words += find_wrong_words(reference, finals, whole_text)
        self.whole.append(whole_errors)
        self.rows.append(
            {
                "dialogue": dialogue.name,
                "role": role,
                "words": errors.reference_words,
                "word_error_rate_live": _rounded(errors.rate),
                "word_error_rate_whole": _rounded(whole_errors.rate),
                "final_lag_p95": summarize(lags)["p95"],
                "turns_without_line": len(own_turns) - len(lags),
            }
        )


def assemble(
    dialogues: Sequence[Dialogue],
    played: Sequence[PlayedInterview],
    files: Sequence[SingleFile],
    texts: Sequence[str | None],
    whole: WholeDecodes,
    *,
    model: str,
    processor_seconds: float,
) -> dict[str, object]:
    """Compute the metrics.

    ``audio_seconds`` counts both voices of a dialogue. Lags are measured from the voice within the turn, not
    from the silence around it.
    """
    totals = _VoiceTotals()
    interim_lags: list[float] = []
    start_errors: list[float] = []
    start_errors_after_gap: list[float] = []
    for dialogue, interview, heard in zip(dialogues, played, whole.dialogues, strict=True):
        turns = [trim_to_voice(turn, dialogue.voices[turn.role]) for turn in dialogue.turns]
        interim_lags += find_first_interim_lags(turns, interview.lines)
        start_errors += find_start_errors(turns, interview.lines)
        if dialogue.lost:
            gap_end = dialogue.lost.stop * FRAME_SECONDS
            later = [turn for turn in turns if turn.start_seconds >= gap_end]
            start_errors_after_gap += find_start_errors(later, interview.lines)
        for role in ROLES:
            totals.add(dialogue, role, turns, interview.lines, whole_text=heard[role])
    singles = [count_word_errors(f.reference, text or "") for f, text in zip(files, texts, strict=True)]
    whole_files = [count_word_errors(f.reference, text) for f, text in zip(files, whole.files, strict=True)]
    wrong = sum(count_wrong_speaker_words(d.turns, i.lines) for d, i in zip(dialogues, played, strict=True))
    result: dict[str, object] = {
        "model": model,
        "word_error_rate_live": _rounded(sum_word_errors(totals.live).rate),
        "word_error_rate_shown_first": _rounded(sum_word_errors(totals.shown_first).rate),
        "word_error_rate_whole": _rounded(sum_word_errors(totals.whole or whole_files).rate),
        "live_errors_by_cause": count_causes(totals.wrong_words),
        "final_lag_seconds": summarize(totals.final_lags),
        "final_lag_seconds_last_third": summarize(totals.late_final_lags),
        "final_lag_seconds_longest": round(max(totals.final_lags, default=0.0), 2),
        "first_interim_lag_seconds": summarize(interim_lags),
        "start_error_seconds": _summarize_starts(start_errors),
        "short_turns": totals.short_turns,
        "short_turns_with_a_line": totals.short_turns_with_line,
        "wrong_speaker_words": wrong,
        "frames_lost": sum(interview.frames_lost for interview in played),
        "frames_sent": sum(interview.frames_sent for interview in played),
        "audio_seconds": round(_audio_seconds(dialogues), 1),
        "processor_seconds": round(processor_seconds, 1),
        "whole_decode_seconds": round(whole.seconds, 1),
        "dialogues": totals.rows,
    }
    if start_errors_after_gap:
        result["start_error_seconds_after_gap"] = _summarize_starts(start_errors_after_gap)
    terms = totals.terms
    if terms.said:
        result["terms_said"] = terms.said
        result["terms_right_share"] = round(terms.right / terms.said, 4)
        result["terms_missed"] = list(terms.missed)
    if files:
        result["word_error_rate_files"] = _rounded(sum_word_errors(singles).rate)
        result["word_error_rate_files_whole"] = _rounded(sum_word_errors(whole_files).rate)
        result["files"] = [_file_row(*row) for row in zip(files, texts, singles, strict=True)]
    return result


def _summarize_starts(errors: Sequence[float]) -> dict[str, float | None]:
    """Median, 95th percentile and the share within ``_NEAR_START_SECONDS``."""
    near = sum(error <= _NEAR_START_SECONDS for error in errors)
    return summarize(errors) | {"near_share": round(near / len(errors), 4) if errors else None}


def _file_row(file: SingleFile, text: str | None, errors: WordErrors) -> dict[str, Any]:
    return {
        "file": file.path.name,
        "words": errors.reference_words,
        "word_error_rate": _rounded(errors.rate),
        "text": text,
    }


def _audio_seconds(dialogues: Sequence[Dialogue]) -> float:
    return sum(len(pcm) / 2 / SAMPLE_RATE for dialogue in dialogues for pcm in dialogue.voices.values())


def _rounded(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 4)
