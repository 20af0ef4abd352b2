"""Binary Word files (.doc) that are protected, too old, of another format, cut, looping or damaged."""

from __future__ import annotations

import random
import struct
import time
from pathlib import Path

import pytest

from app.documents import unreadable
from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.doc import read_doc
from app.documents.sandbox.requests import extract_document
from app.documents.unreadable import Reason, Unreadable
from tests.documents import doc_files as doc
from tests.documents.doc_files import CV, Run, read, word_97, write
from tests.documents.reading import find_reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (word_97({"text": [Run("secret\r")]}, flags=1 << 8), unreadable.ENCRYPTED),
        (b"\xdb\xa5\x2d\x00" + bytes(500), unreadable.WORD_TOO_OLD),
        (b"\x31\xbe\x00\x00" + bytes(500), unreadable.WORD_TOO_OLD),
        (CV[:2048], unreadable.DAMAGED),
        (doc.compound_file({"WordDocument": bytes(4096)}), unreadable.DAMAGED),
    ],
    ids=["password", "Word 2", "Write", "cut text", "empty header"],
)
async def test_an_unreadable_file_is_refused_with_its_reason(
    tmp_path: Path, content: bytes, reason: Reason
) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        await extract_document(write(tmp_path, content), name="cv.doc")
    assert (refused.value.code, refused.value.message) == (reason.code, reason.sentence)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<html><body>Nora</body></html>", unreadable.HTML_NAMED_DOC),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), unreadable.UNSUPPORTED),
        (doc.compound_file({"Workbook": b"x", "WordDocumentary": b"x"}), unreadable.UNSUPPORTED),
    ],
    ids=["HTML", "PNG", "Excel"],
)
async def test_another_format_named_doc_is_refused_by_its_name(
    tmp_path: Path, content: bytes, reason: Reason
) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UnsupportedFile) as refused:
        await extract_document(path, name="My CV.DOC")
    assert (refused.value.code, refused.value.message) == (reason.code, reason.sentence)
    with pytest.raises(UnsupportedFile) as refused:
        await extract_document(path, name="cv.pdf")
    assert refused.value.message == unreadable.UNSUPPORTED.sentence


def patch_numbers(content: bytes, stream_offset: int, layout: str, *values: int) -> bytes:
    """``CV`` with numbers of its WordDocument stream replaced."""
    changed = bytearray(content)
    struct.pack_into(layout, changed, content.index(b"\xec\xa5\xc1\x00") + stream_offset, *values)
    return bytes(changed)


@pytest.mark.parametrize(
    "content",
    [
        patch_numbers(CV, 76, "<I", 1 << 31),
        patch_numbers(CV, 76, "<8I", *[0xFFFFFFFF] * 8),
        patch_numbers(CV, 76, "<I", 900_000),
        patch_numbers(CV, 154 + 33 * 8, "<II", 0, 0xFFFFFFFF),
        patch_numbers(CV, 154 + 33 * 8, "<II", 0xFFFFFF00, 0xFF),
        patch_numbers(CV, 154 + 33 * 8, "<II", 0, 0),
        CV.replace(struct.pack("<II", 0, 15), struct.pack("<II", 0x80000000, 15)),
        CV.replace(struct.pack("<HIH", 0, 1024, 0), struct.pack("<HIH", 0, 0x0FFFFFF0, 0)),
    ],
    ids=["2^31 characters", "all bits", "more text than there is", "endless table", "table far away",
         "no table", "backward piece", "piece behind the end"],
)  # fmt: skip
def test_impossible_numbers_are_refused_without_delay(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, content)
    began = time.process_time()
    with pytest.raises(Unreadable) as refused:
        read_doc(path)
    assert refused.value.reason in {unreadable.DAMAGED, unreadable.TOO_MANY_CHARACTERS}
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "numbers",
    [(0, 0xFFFFFFFF, 0xFFFFFFF0, 0xFFFF), (0, 0, 0, 0), (0, 3, 0, 3), (0, 4, 0, 4)],
    ids=["far away", "empty", "cut", "without pages"],
)
def test_damaged_formatting_never_hides_or_loses_text(tmp_path: Path, numbers: tuple[int, ...]) -> None:
    content = patch_numbers(CV, 154 + 12 * 8, "<IIII", *numbers)
    assert "Moved 140 services" in read(tmp_path, content)


def looping_file() -> bytes:
    """A file in which every sector's chain leads back to itself."""
    content = bytearray(CV)
    count = len(CV) // 512 - 1
    content[512 : 512 + 4 * count] = b"".join(struct.pack("<I", n) for n in range(count))
    return bytes(content)


def test_looping_sector_chains_end(tmp_path: Path) -> None:
    began = time.process_time()
    find_reason(read_doc, write(tmp_path, looping_file()))
    assert time.process_time() - began < 2


def test_cut_and_corrupted_files_raise_only_unreadable(tmp_path: Path) -> None:
    """Any exception other than Unreadable fails the test."""
    chance = random.Random(11)
    contents = [CV[:size] for size in range(0, len(CV), 512)]
    for _ in range(400):
        changed = bytearray(CV)
        for _ in range(chance.choice([1, 1, 4, 16])):
            # Mostly where numbers are: headers, tables, formatting.
            place = chance.randrange(len(CV)) if chance.random() < 0.3 else chance.randrange(3000)
            changed[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)])
        contents.append(bytes(changed))
    result = [find_reason(read_doc, write(tmp_path, content)) for content in contents]
    assert set(result) <= {*unreadable.REASONS.values(), None}
    assert None in result
    assert unreadable.DAMAGED in result
