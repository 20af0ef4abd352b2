"""Property tests of small parsers over text and audio of strangers."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import soundfile
from hypothesis import example, given
from hypothesis import strategies as st

from app.analysis.transcript_file import NotATranscript, read_transcript
from app.candidates.rules import email_key, linkedin_key, name_key, phone_key
from app.job_descriptions.rules import company_key, title_key
from app.record_search.words import make_indexed_words, split_query
from app.skills.catalog import canonical_skill, find_skills
from app.skills.requirements import split_requirements
from app.text.folding import plain, squeeze
from app.text.numbers import digit_numbers, number_values
from app.transcription.recording_decoding import Undecodable, read_recording
from models.worker import frames
from tests.security.fuzzing import FUZZED, mutated, texts


def wave(seconds: float, rate: int, kind: str) -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, 0.2 * np.sin(np.arange(round(seconds * rate)) / 5), rate, format=kind)
    return buffer.getvalue()


@FUZZED
@given(text=texts)
def test_keys_of_any_text_are_stable(text: str) -> None:
    """Two uploads of one person must give the same key, and a key must fit its column."""
    for key in (name_key, title_key, company_key, plain, squeeze):
        assert key(text) == key(text)
    assert name_key(name_key(text)) == name_key(text)
    assert len(title_key(text)) <= 300
    assert len(phone_key(text) or "1234567") == 7
    assert len(linkedin_key(text) or "") <= 300
    email_key(text)


@FUZZED
@given(text=texts)
@example(text="O'Brien-Smith node.js")
def test_words_of_a_search_are_plain(text: str) -> None:
    """A search contains what the index would take for an operator."""
    for word in [*(split_query(text) or []), *make_indexed_words([text])]:
        assert word
        assert not set(word) & set("\"*():^{}'")


@FUZZED
@given(text=texts)
def test_skills_and_numbers_of_any_text_are_found_once(text: str) -> None:
    names = [skill.name for skill in find_skills(text)]
    assert all(canonical_skill(name) == name for name in names)
    assert digit_numbers(text) <= number_values(text) | digit_numbers(text)
    split_requirements([text])


@FUZZED
@given(text=texts)
def test_a_transcript_file_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotATranscript):
        lines = read_transcript(text + "\nCandidate: Hello.\n" + text)
        assert lines


@FUZZED
@given(data=mutated((wave(0.3, 16_000, "WAV"), wave(0.3, 44_100, "FLAC"), wave(0.3, 48_000, "OGG"))))
def test_a_damaged_recording_is_decoded_or_refused(data: bytes) -> None:
    with contextlib.suppress(Undecodable):
        assert len(read_recording(data)) % 2 == 0


@FUZZED
@given(data=st.binary(max_size=200))
def test_a_malformed_frame_is_no_frame(data: bytes) -> None:
    # ValueError: a header that is not JSON. Readers of frames of an untrusted process expect both.
    with contextlib.suppress(frames.FrameError, ValueError):
        frame = frames.read(io.BytesIO(data))
        assert frame is None or isinstance(frame[0], dict)
