"""Rules that the mistakes of the first reading of ``eleventh-mixed`` led to; examples with other words."""

from __future__ import annotations

import pytest

from app.documents.parsing.dates import find_range
from app.documents.parsing.experience import split_entries


def named(text: str) -> list[tuple[str, str]]:
    return [(entry.title, entry.organization) for entry in split_entries(text.split("\n"))]


def dated(text: str) -> list[tuple[str, str | None] | None]:
    """Start and end of each entry; None for an entry without dates, an end of None for the current date."""
    dates = [entry.dates for entry in split_entries(text.split("\n"))]
    return [found and (found.start.wire, found.end.wire if found.end else None) for found in dates]


@pytest.mark.parametrize("label", ["From - To", "From/To", "Von – Bis", "Desde - Hasta", "Start – End"])
def test_a_label_of_a_form_may_name_both_ends_of_the_dates(label: str) -> None:
    text = f"""Job title  Baker
Company  Wick Bakery Ltd
{label}  May 2018 – Present

Job title  Miller
Company  Tain Mill Ltd
{label}  June 2012 – April 2018"""
    assert dated(text) == [("2018-05", None), ("2012-06", "2018-04")]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2017-03 –  Wick Bakery Ltd", "2017-03", None),
        ("2017-11 -", "2017-11", None),
        ("2007-11 – Baker", "2007", "2011"),
        ("2017-21 –  Baker", "2017", "2021"),
    ],
)
def test_a_month_in_figures_may_begin_an_open_range(text: str, start: str, end: str | None) -> None:
    found = find_range(text)
    assert found is not None
    assert (found.start.wire, found.end and found.end.wire) == (start, end)


@pytest.mark.parametrize("text", ["Tain Mill 2004.-:2006", "Tain Mill 2004 -~ 2006", "2004 .. 2006"])
def test_a_dash_may_be_recognized_as_several_signs(text: str) -> None:
    found = find_range(text)
    assert found is not None
    assert (found.start.wire, found.end and found.end.wire) == ("2004", "2006")
