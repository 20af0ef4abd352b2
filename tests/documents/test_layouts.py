"""Positions in layouts beyond those of a plain CV: dates in columns, lists, tables, unpaid work."""

from __future__ import annotations

from datetime import date

import pytest

from app.documents.parsing.cv import experience_months, parse_cv
from app.documents.parsing.date_lines import tidy_dated_lines
from app.documents.parsing.dates import find_range, union_months
from app.documents.parsing.skill_lists import split_skills

TODAY = date(2026, 11, 21)


def read_positions(body: str) -> list[tuple[str, str, str, str]]:
    """``(title, employer, start, end)`` of each position in an experience section."""
    cv = parse_cv(f"Ada Brekke\nada.brekke@post.example\n\nExperience\n{body}\n")
    return [
        (
            entry.title,
            entry.organization,
            entry.dates.start.wire if entry.dates else "",
            entry.dates.end.wire if entry.dates and entry.dates.end else "",
        )
        for entry in cv.experience
    ]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2018-02 → 2021-05", "2018-02", "2021-05"),
        ("from 04.2019", "2019-04", None),
        ("since the beginning of March 2020", "2020-03", None),
        ("from the end of 2011 until early 2014", "2011", "2014"),
        ("January to April 2012", "2012-01", "2012-04"),
        ("mei en juni 2016", "2016-05", "2016-06"),
        ("mrt 2017 tot en met okt 2019", "2017-03", "2019-10"),
        ("janeiro 2015 até ao presente", "2015-01", None),
        ("Da giugno 2013 – in corso", "2013-06", None),
        ("2014 à ce jour", "2014", None),
    ],
)
def test_more_forms_of_dates_are_found(text: str, start: str, end: str | None) -> None:
    found = find_range(text)
    assert found is not None
    assert (found.start.wire, found.end.wire if found.end else None) == (start, end)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["May 2018  Clerk", "June 2020  Harbor Bank"], ["May 2018 – June 2020  Clerk", "Harbor Bank"]),
        (["Since October  Clerk", "2016  Harbor Bank"], ["Since October 2016  Clerk", "Harbor Bank"]),
        (["Clerk, Harbor Bank ..... 2012 - 2014"], ["Clerk, Harbor Bank  2012 - 2014"]),
        (
            ["2012 – 2014 Clerk, Harbor House. Answered letters and kept the books of three branches well."],
            [
                "2012 – 2014 Clerk, Harbor House",
                "Answered letters and kept the books of three branches well.",
            ],
        ),
        (["2012  Diploma", "2014  Certificate"], ["2012  Diploma", "2014  Certificate"]),
    ],
)
def test_dated_lines_are_brought_into_one_form(lines: list[str], expected: list[str]) -> None:
    assert tidy_dated_lines(lines) == expected


def test_positions_in_a_bulleted_list_are_found_beside_a_dated_remark() -> None:
    found = read_positions(
        "- Cook @ Hotel Strand ... May 2018 - June 2020\n"
        "- Kitchen helper @ Cafe Fjord ... 2016 - 2018\n"
        "March to May 2020: closed by law\n"
    )
    assert found[:2] == [
        ("Cook", "Hotel Strand", "2018-05", "2020-06"),
        ("Kitchen helper", "Cafe Fjord", "2016", "2018"),
    ]


def test_columns_are_read_by_their_headings() -> None:
    found = read_positions(
        "Role  Organisation  Period  Remark\n"
        "Stoker  Vik & Dahl  May 2018 – June 2020  Training school\n"
        "Deckhand  Nordvik  2016 – 2018  Bank holidays\n"
    )
    assert found == [("Stoker", "Vik & Dahl", "2018-05", "2020-06"), ("Deckhand", "Nordvik", "2016", "2018")]


def test_an_unknown_town_behind_an_employer_is_no_title() -> None:
    assert read_positions("2018 – 2020  Brunner Maschinenbau GmbH, Kleinzell\nZuschneiderin") == [
        ("Zuschneiderin", "Brunner Maschinenbau GmbH", "2018", "2020")
    ]


def test_voluntary_work_is_a_position_that_does_not_count_in_the_total() -> None:
    cv = parse_cv(
        "Ada Brekke\nada.brekke@post.example\n\nExperience\nClerk, Harbor Bank\nMay 2018 - April 2020\n\n"
        "Volunteering\nTreasurer, Rowing Club Strand\nJanuary 2010 - December 2016\n"
    )
    assert [entry.title for entry in cv.experience] == ["Clerk", "Treasurer"]
    assert experience_months(cv, today=TODAY) == 24


@pytest.mark.parametrize(
    ("texts", "months"),
    [
        (["March 2019 - May 2019"], 3),
        (["2015 - 2018"], 36),
        (["2015 - 2015"], 6),
        (["Jan 2020 - June 2020", "July 2020 - Dec 2020"], 12),
        (["October 2026 - present"], 2),
    ],
)
def test_both_end_months_count(texts: list[str], months: int) -> None:
    ranges = [found for text in texts if (found := find_range(text))]
    assert union_months(ranges, today=TODAY) == months


def test_levels_are_no_part_of_a_skill_and_named_parts_are_skills() -> None:
    lines = ["Latin (reading), Fortran (basic), Spreadsheets (charts, lookups, macros)"]
    assert split_skills(lines) == ["Latin", "Fortran", "Spreadsheets", "charts", "lookups", "macros"]
