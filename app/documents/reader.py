"""The child process that opens a document; ``app.documents.reading`` starts it.

Parsers of foreign formats meet hostile files here, so it limits its own memory, processor time and
file sizes before it looks at the first byte; whatever happens costs one failed document. It answers
one JSON object on its standard output.
"""

from __future__ import annotations

import json
import resource
import sys
import unicodedata
from pathlib import Path

MEMORY_BYTES = 1024 * 1024 * 1024
PROCESSOR_SECONDS = 40
MAX_CHARACTERS = 120_000
"""About 18,000 words; no CV or job description is as long."""


def limit_resources() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(path: Path) -> dict[str, object]:
    """``{kind, text}`` or ``{error, supported}`` with one sentence for the recruiter."""
    from app.documents.extraction.docx import read_docx
    from app.documents.extraction.errors import EMPTY, TOO_LARGE_INSIDE, Unreadable
    from app.documents.extraction.kinds import FileKind, detect_kind
    from app.documents.extraction.legacy_word import read_legacy_word
    from app.documents.extraction.pdf import read_pdf
    from app.documents.extraction.plain_text import read_plain_text

    readers = {
        FileKind.PDF: read_pdf,
        FileKind.DOCX: read_docx,
        FileKind.DOC: read_legacy_word,
        FileKind.TEXT: read_plain_text,
    }
    try:
        if path.stat().st_size == 0:
            raise Unreadable(EMPTY)
        kind = detect_kind(path)
        text = clean(readers[kind](path))
        if not any(c.isalnum() for c in text):
            raise Unreadable(EMPTY)
        if len(text) > MAX_CHARACTERS:
            raise Unreadable("The document is longer than 120,000 characters. Please upload a shorter one.")
    except Unreadable as error:
        return {"error": error.sentence, "supported": error.supported}
    except MemoryError:
        return {"error": TOO_LARGE_INSIDE, "supported": True}
    return {"kind": kind.value, "text": text}


def clean(text: str) -> str:
    """Normalised characters, ligatures apart, no control characters; lines stripped, blank ones single."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n"))
    for ligature in "ﬀﬁﬂﬃﬄﬅﬆ":
        text = text.replace(ligature, unicodedata.normalize("NFKC", ligature))
    text = text.replace("\u00a0", " ").replace("\u202f", " ").replace("\u00ad", "").replace("\t", "  ")
    # Private-use characters and U+FFFD are the icons of CV templates: telephone, envelope, link.
    text = "".join(
        " " if c == "\ufffd" or unicodedata.category(c) == "Co" else c
        for c in text
        if c == "\n" or unicodedata.category(c) not in {"Cc", "Cf", "Cs"}
    )
    lines: list[str] = []
    for line in map(str.strip, text.split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip()


def main() -> None:
    limit_resources()
    json.dump(read(Path(sys.argv[1])), sys.stdout)


if __name__ == "__main__":
    main()
