"""Property tests of documents: whatever a stranger sends, the result is well-formed or a clear refusal."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.cleaning import clean
from app.documents.extraction.instructions import find_flags
from app.documents.extraction.marking import HiddenKind, hide, resolve, visible, without_marks
from app.documents.facts import build_parsed_data, facts_from_fields, facts_from_wire, facts_to_wire
from app.documents.parsing.evidence import locate
from app.documents.parsing.fields import find_fields
from app.documents.parsing.kind import detect_type
from app.documents.sandbox.requests import extract_document
from app.documents.tables import DocumentType
from tests.documents import samples
from tests.documents.doc_files import Run, word_97
from tests.security.fuzzing import FUZZED, LONG, mutated, texts

WORD_FILE = word_97({"text": [Run("Jane Roe\rNurse at Acme Clinic\r")]})
MAX_SAMPLE_BYTES = 500_000
TODAY = date(2026, 11, 22)
STARTS = (b"", b"%PDF-1.7\n", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\xff\xfe")
"""The first bytes of the kinds of files."""
FILES = (
    samples.make_pdf(samples.CV),
    samples.make_docx(samples.CV),
    samples.CV.encode(),
    samples.CV.encode("utf-16"),
)


@FUZZED
@given(text=texts, kind=st.sampled_from(list(DocumentType)))
@example(text="PROJECTS\n2019 - 2021 remote" + "," * 40 + "X\n", kind=DocumentType.CV)
@example(text="A levels in " + "a, " * 40 + "and b\nEducation\n", kind=DocumentType.CV)
@example(text="at " + "A" * 300 + "!", kind=DocumentType.JOB_DESCRIPTION)
def test_fields_of_any_text_are_well_formed_and_have_their_evidence_inside_it(
    text: str, kind: DocumentType
) -> None:
    fields = find_fields(text, kind, today=TODAY)
    # This is how they leave the sandbox.
    facts = facts_from_fields(json.loads(json.dumps(fields)), text)
    if facts is None:
        assert kind == DocumentType.UNSUPPORTED
        return
    assert facts_from_wire(facts_to_wire(facts)) == facts
    for place in locate(build_parsed_data(facts), text):
        assert 0 <= place["start"] < place["end"] <= len(text)


@FUZZED
@given(text=texts)
def test_the_type_of_any_text_is_detected_with_a_confidence(text: str) -> None:
    assert 0 <= detect_type(text).confidence <= 1


@FUZZED
@given(text=texts)
def test_cleaning_is_idempotent_and_leaves_no_control_characters(text: str) -> None:
    cleaned = clean(without_marks(text))
    assert clean(cleaned) == cleaned
    assert all(c == "\n" or c.isprintable() or c.isspace() or ord(c) > 127 for c in cleaned)


@FUZZED
@given(pieces=st.lists(st.tuples(texts, st.sampled_from([None, *HiddenKind])), max_size=8))
@example(pieces=[("\ufdef", HiddenKind.INVISIBLE), ("\ufdd0", None)])
def test_hidden_text_is_found_again_and_never_visible(
    pieces: list[tuple[str, HiddenKind | None]],
) -> None:
    """A document contains the marks themselves, to make hidden text look visible or the other way round."""
    marked = "\n".join(
        without_marks(text) if kind is None else hide(f"{text}secret", kind) for text, kind in pieces
    )
    text, hidden = resolve(marked)
    assert all(0 <= span.start < span.end <= len(text) for span in hidden)
    assert [span.start for span in hidden] == sorted(span.start for span in hidden)
    shown = "".join(without_marks(text) for text, kind in pieces if kind is None)
    assert visible(text, hidden).count("secret") <= shown.count("secret")


@FUZZED
@given(text=texts)
def test_flags_of_any_text_lie_inside_it(text: str) -> None:
    for flag in find_flags(text, ()):
        start, end = flag["start"], flag["end"]
        assert isinstance(start, int)
        assert isinstance(end, int)
        assert 0 <= start < end <= len(text)
        assert len(str(flag["excerpt"])) <= 200


@FUZZED
@given(data=mutated(FILES))
def test_a_damaged_file_is_read_or_refused_with_a_reason(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "document"
    path.write_bytes(data)
    check_reading(path)


@FUZZED
@given(data=mutated((WORD_FILE,)))
def test_a_damaged_word_97_file_is_read_or_refused_with_a_reason(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "document"
    path.write_bytes(data)
    check_reading(path)


@settings(FUZZED, max_examples=20 * LONG)
@given(draw=st.data())
def test_a_damaged_sample_is_read_or_refused_with_a_reason(
    draw: st.DataObject, shared_data: Path, tmp_path: Path
) -> None:
    """Real documents, and files that are hostile before they are damaged."""
    path = tmp_path / "document"
    path.write_bytes(draw.draw(mutated(read_samples(shared_data))))
    check_reading(path)


@cache
def read_samples(folder: Path) -> tuple[bytes, ...]:
    found = sorted(path for name in ("cv", "jobs", "nasty") for path in (folder / name).rglob("*.*"))
    return tuple(path.read_bytes() for path in found if path.stat().st_size <= MAX_SAMPLE_BYTES)


@FUZZED
@given(data=st.binary(max_size=400))
@pytest.mark.parametrize("start", STARTS)
def test_any_bytes_are_read_or_refused_with_a_reason(start: bytes, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "document"
    path.write_bytes(start + data)
    check_reading(path)


def check_reading(path: Path) -> None:
    try:
        read = asyncio.run(extract_document(path))
    except (UnreadableDocument, UnsupportedFile):
        return
    assert all(0 <= span.start < span.end <= len(read.text) for span in read.hidden)
    assert any(c.isalnum() for c in read.text)
    json.dumps(read.flags)
