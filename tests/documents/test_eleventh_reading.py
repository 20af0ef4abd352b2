"""Rules that the mistakes of the first reading of ``eleventh-mixed`` led to; examples with other words."""

from __future__ import annotations

import pytest

from app.documents.parsing.dates import find_range
from app.documents.parsing.experience import rewrite_sentence, split_entries


def named(text: str) -> list[tuple[str, str]]:
    return [(entry.title, entry.organization) for entry in split_entries(text.split("\n"))]


def dated(text: str) -> list[tuple[str, str | None] | None]:
    """Start and end of each entry; None for an entry without dates, an end of None for the current date."""
    dates = [entry.dates for entry in split_entries(text.split("\n"))]
    return [(found.start.wire, found.end.wire if found.end else None) if found else None for found in dates]


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


def test_a_title_below_its_dated_employer_may_begin_the_text() -> None:
    text = """2016-03 – 2020-05  Holm Transport AB, Umeå
Dispatcher, night shift. Planning of 40 vans, contact with drivers.
2011-01 – 2016-02  Norr Linjer AB, Luleå
Warehouse Clerk. Goods in and out, stock counts."""
    assert named(text) == [("Dispatcher", "Holm Transport AB"), ("Warehouse Clerk", "Norr Linjer AB")]


def test_a_title_below_dates_does_not_end_at_an_abbreviation() -> None:
    text = """2016 – 2020  Umeå
Receptionist, Dr. A. Holm & Partners
2011 – 2015  Luleå
Receptionist, Dr. B. Norr & Partners"""
    assert named(text)[0] == ("Receptionist", "Dr. A. Holm & Partners")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "After that, from March 2011 to May 2013, I worked as a Dowser for Tain Wells Ltd. It was fun.",
            ("Dowser", "Tain Wells Ltd"),
        ),
        (
            "I started as a Clerk, but was a Porter at the Tain Hospital, from June 2008 until July 2012.",
            ("Porter", "Tain Hospital"),
        ),
        (
            "After school I was a Receptionist for Wick Surgery (2006 to 2007).",
            ("Receptionist", "Wick Surgery"),
        ),
    ],
)
def test_a_sentence_may_tell_a_position_with_its_dates_anywhere(text: str, expected: tuple[str, str]) -> None:
    assert named(text) == [expected]


def test_only_the_first_sentence_tells_the_position() -> None:
    text = "From 2011 to 2013 we lived in Wick. I was a Porter at the Tain Hospital then."
    assert rewrite_sentence(text) == text


def test_a_long_remark_beside_dates_is_text() -> None:
    text = """Fruit Picker, Wick Orchards Ltd
May 2014 – September 2016 (three summers, and each winter spent on a farm in Spain)

Packer, Tain Crab Ltd
June 2011 – April 2014"""
    assert named(text) == [("Fruit Picker", "Wick Orchards Ltd"), ("Packer", "Tain Crab Ltd")]
