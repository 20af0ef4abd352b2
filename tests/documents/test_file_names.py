"""Display names of uploaded files."""

from __future__ import annotations

import pytest

from app.documents.storage import display_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("cv.pdf", "cv.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\nora\\cv.docx", "cv.docx"),
        ("a\0b\u202efdp.exe", "abfdp.exe"),
        # As browsers write them in a multipart name.
        ("%22best%22 cv.pdf", '"best" cv.pdf'),
        ("one%0D%0Atwo.pdf", "one  two.pdf"),
        ("100%25.pdf", "100%25.pdf"),
        ("", "Document"),
        (None, "Document"),
        ("x" * 4_000, "x" * 300),
    ],
)
def test_a_file_name_becomes_harmless_text(given: str | None, shown: str) -> None:
    assert display_name(given) == shown
