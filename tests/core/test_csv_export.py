"""CSV downloads: format, and cells that a spreadsheet could run as formulas."""

from __future__ import annotations

import csv
import io

import pytest

from app.core.csv_export import csv_lines


def cells(*row: str) -> list[str]:
    whole = b"".join(csv_lines(["h"] * len(row), [row])).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(whole, newline="")))[1]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_cells_that_a_spreadsheet_would_run_are_escaped(start: str) -> None:
    assert cells(f"{start}HYPERLINK(1)", "plain") == [f"'{start}HYPERLINK(1)", "plain"]


def test_texts_are_unchanged_after_reading_them_back() -> None:
    row = ['a "quoted" word', "one, two", "two\r\nlines", "Åsa 山田 🎉", "", "a=b", "\ud800"]
    assert cells(*row) == [*row[:-1], "?"]


def test_the_file_starts_with_a_utf_8_mark_and_lines_end_with_crlf() -> None:
    assert list(csv_lines(["Name"], [["Åsa"]])) == [b"\xef\xbb\xbfName\r\n", "Åsa\r\n".encode()]
