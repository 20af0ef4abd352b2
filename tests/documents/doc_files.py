"""Writer of small binary Word files (.doc), Word 6 and Word 97, with invented contents."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.documents.extraction.doc import read_doc

STORIES = ("text", "footnotes", "headers", "macros", "comments", "endnotes", "boxes", "header_boxes")
NO_STREAM = 0xFFFFFFFF
END_OF_CHAIN = 0xFFFFFFFE
FAT_SECTOR = 0xFFFFFFFD
SECTOR = 512

# Character properties of Word 97 and of Word 6.
HIDDEN, DELETED, TINY = b"\x3c\x08\x01", b"\x00\x08\x01", b"\x43\x4a\x02\x00"
SHOWN = b"\x3c\x08\x00"
HIDDEN_6 = b"\x5c\x01"
# Paragraph properties: style, then a list.
IN_LIST, NOT_IN_LIST = b"\x0b\x46\x01\x00", b"\x0b\x46\x00\x00"
CELL = struct.pack("<H", 0) + b"\x16\x24\x01"
ROW_END = CELL + b"\x17\x24\x01"
BULLET = struct.pack("<H", 0) + IN_LIST
HEADING = struct.pack("<H", 1)
CELL_6 = struct.pack("<H", 0) + b"\x18\x01"
ROW_END_6 = CELL_6 + b"\x19\x01"


@dataclass(frozen=True)
class Run:
    """Text of one character format, stored as one piece."""

    text: str
    characters: bytes = b""
    """List of character properties."""
    paragraph: bytes = b""
    """Of the paragraph whose mark ends the text: style number and list of properties."""
    is_wide: bool = True


@dataclass(frozen=True)
class Style:
    """A style: the number of its base style, and its property lists."""

    base: int = 0xFFF
    paragraph: bytes | None = None
    """Without it, a character style."""
    characters: bytes = b""


def word_97(
    stories: dict[str, list[Run]],
    *,
    header_starts: Sequence[int] = (),
    styles: Sequence[Style] = (),
    flags: int = 0,
    version: int = 193,
) -> bytes:
    """A Word 97 file; ``header_starts`` are the positions in the story of headers, with its end."""
    runs = [run for story in STORIES for run in stories.get(story, [])]
    text, pieces, places, position = b"", [], [], 0
    for run in runs:
        offset = 1024 + len(text)
        encoded = run.text.encode("utf-16-le" if run.is_wide else "cp1252")
        pieces.append((position, offset if run.is_wide else (offset * 2) | 1 << 30))
        places.append((offset, offset + len(encoded), run))
        text += encoded
        position += count_units(run)
    body = text + bytes(-len(text) % SECTOR)
    first_page = 2 + len(body) // SECTOR
    pages = character_page(places) + paragraph_page(places, width=13)
    table = b"".join(struct.pack("<I", start) for start, _ in pieces) + struct.pack("<I", position)
    table += b"".join(struct.pack("<HIH", 0, place, 0) for _, place in pieces)
    tables = {33: b"\x02" + struct.pack("<I", len(table)) + table}
    ends = (places[0][0], places[-1][1])
    tables[12] = struct.pack("<III", *ends, first_page)
    tables[13] = struct.pack("<III", *ends, first_page + 1)
    if styles:
        tables[1] = style_sheet(styles)
    if header_starts:
        tables[11] = struct.pack(f"<{len(header_starts)}I", *header_starts)
    lengths = [sum(count_units(run) for run in stories.get(story, [])) for story in STORIES]
    header = bytearray(1024)
    struct.pack_into("<6H", header, 0, 0xA5EC, version, 0, 0x409, 0, 1 << 9 | 1 << 12 | flags)
    struct.pack_into("<II", header, 24, 1024, 1024 + len(text))
    struct.pack_into("<8I", header, 76, *lengths)
    stream = b""
    for number, content in tables.items():
        struct.pack_into("<II", header, 154 + 8 * number, len(stream), len(content))
        stream += content
    return compound_file({"WordDocument": bytes(header) + body + pages, "1Table": stream})


def count_units(run: Run) -> int:
    """Number of character positions: characters beyond U+FFFF take two."""
    return len(run.text.encode("utf-16-le")) // 2


def word_6(runs: list[Run], *, language: int = 0x409, encoding: str = "cp1252", characters: int = 0) -> bytes:
    """A Word 6 file whose text is in one stretch."""
    text, places = b"", []
    for run in runs:
        encoded = run.text.encode(encoding)
        places.append((1024 + len(text), 1024 + len(text) + len(encoded), run))
        text += encoded
    body = text + bytes(-len(text) % SECTOR)
    first_page = 2 + len(body) // SECTOR
    pages = character_page(places) + paragraph_page(places, width=7)
    header = bytearray(1024)
    struct.pack_into("<6H", header, 0, 0xA5DC, 104, 0, language, 0, 0)
    struct.pack_into("<HHII", header, 20, characters, 0, 1024, 1024 + len(text))
    struct.pack_into("<I", header, 52, len(text))
    tables = {
        12: struct.pack("<IIH", 1024, 1024 + len(text), first_page),
        13: struct.pack("<IIH", 1024, 1024 + len(text), first_page + 1),
    }
    stream = bytes(header) + body + pages
    for number, content in tables.items():
        struct.pack_into("<II", header, 88 + 8 * number, len(stream), len(content))
        stream += content
    return compound_file({"WordDocument": bytes(header) + stream[1024:]})


def style_sheet(styles: Sequence[Style]) -> bytes:
    table = struct.pack("<HHH", 18, len(styles), 10) + bytes(14)
    for number, style in enumerate(styles):
        kind, lists = (2, [style.characters])
        if style.paragraph is not None:
            kind, lists = 1, [struct.pack("<H", number) + style.paragraph, style.characters]
        definition = struct.pack("<5H", 0x0FFE, style.base << 4 | kind, len(lists), 0, 0)
        definition += struct.pack("<H", 1) + "S".encode("utf-16-le") + bytes(2)
        for content in lists:
            definition += bytes(len(definition) % 2) + struct.pack("<H", len(content)) + content
        definition += bytes(len(definition) % 2)
        table += struct.pack("<H", len(definition)) + definition
    return table


def with_style(number: int) -> bytes:
    """The character property for a character style."""
    return b"\x30\x4a" + struct.pack("<H", number)


def character_page(places: list[tuple[int, int, Run]]) -> bytes:
    page = bytearray(SECTOR)
    bounds = [places[0][0], *(end for _, end, _ in places)]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = 510
    for number, (_, _, run) in enumerate(places):
        if run.characters:
            at -= len(run.characters) + 1
            at -= at % 2
            page[at : at + len(run.characters) + 1] = bytes([len(run.characters)]) + run.characters
            page[4 * len(bounds) + number] = at // 2
    page[511] = len(places)
    return bytes(page)


def paragraph_page(places: list[tuple[int, int, Run]], *, width: int) -> bytes:
    page = bytearray(SECTOR)
    ended = [(end, run.paragraph) for _, end, run in places if run.text.endswith(("\r", "\x07"))]
    bounds = [places[0][0], *(end for end, _ in ended)]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = 510
    for number, (_, properties) in enumerate(ended):
        if properties:
            padded = properties + bytes(1 - len(properties) % 2)
            at -= len(padded) + 1
            at -= at % 2
            page[at : at + len(padded) + 1] = bytes([(len(padded) + 1) // 2]) + padded
            page[4 * len(bounds) + width * number] = at // 2
    page[511] = len(ended)
    return bytes(page)


def compound_file(streams: dict[str, bytes]) -> bytes:
    """A compound file of version 3 without a mini stream: streams are padded to at least 4,096 bytes."""
    padded = {name: content + bytes(max(4096 - len(content), -len(content) % SECTOR)) for name, content
              in streams.items()}  # fmt: skip
    sectors = 1 + sum(len(content) // SECTOR for content in padded.values())
    fat_sectors = -(-sectors // 127)
    fat = [FAT_SECTOR] * fat_sectors + [END_OF_CHAIN]
    entries = [directory_entry("Root Entry", kind=5, child=1, start=END_OF_CHAIN, size=0)]
    for number, (name, content) in enumerate(padded.items(), start=1):
        start, count = len(fat), len(content) // SECTOR
        fat += [*range(start + 1, start + count), END_OF_CHAIN]
        sibling = number + 1 if number < len(padded) else NO_STREAM
        entries.append(directory_entry(name, kind=2, right=sibling, start=start, size=len(content)))
    fat += [NO_STREAM] * (fat_sectors * 128 - len(fat))
    header = bytearray(SECTOR)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<HHHHH", header, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into(
        "<IIIIIIII", header, 44, fat_sectors, fat_sectors, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0
    )
    listed = [*range(fat_sectors), *[NO_STREAM] * (109 - fat_sectors)]
    struct.pack_into("<109I", header, 76, *listed)
    directory = b"".join(entries).ljust(SECTOR, b"\x00")
    return bytes(header) + struct.pack(f"<{len(fat)}I", *fat) + directory + b"".join(padded.values())


def directory_entry(
    name: str, *, kind: int, start: int, size: int, right: int = NO_STREAM, child: int = NO_STREAM
) -> bytes:
    entry = bytearray(128)
    encoded = name.encode("utf-16-le") + b"\x00\x00"
    entry[: len(encoded)] = encoded
    struct.pack_into("<HBBIII", entry, 64, len(encoded), kind, 1, NO_STREAM, right, child)
    struct.pack_into("<IQ", entry, 116, start, size)
    return bytes(entry)


def write(folder: Path, content: bytes, name: str = "cv.doc") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def read(folder: Path, content: bytes) -> str:
    return read_doc(write(folder, content))


CV = word_97(
    {
        "text": [
            Run("Nora Lindqvist\r", paragraph=HEADING),
            Run("Engineer in Troms\u00f8 \u2013 ", is_wide=False),
            Run("\u0141\u00f3d\u017a and \u6771\u4eac \U0001f600\r"),
            Run("Moved 140 services\r", paragraph=BULLET),
        ]
    }
)
