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
def test_what_a_spreadsheet_would_run_is_made_text(start: str) -> None:
    assert cells(f"{start}HYPERLINK(1)", "plain") == [f"'{start}HYPERLINK(1)", "plain"]


def test_texts_come_back_as_they_were() -> None:
    row = ['a "quoted" word', "one, two", "two\r\nlines", "Åsa 山田 🎉", "", "a=b", "\ud800"]
    assert cells(*row) == [*row[:-1], "?"]


def test_a_spreadsheet_is_told_that_it_is_utf_8_and_lines_end_as_the_rfc_says() -> None:
    assert list(csv_lines(["Name"], [["Åsa"]])) == [b"\xef\xbb\xbfName\r\n", "Åsa\r\n".encode()]
