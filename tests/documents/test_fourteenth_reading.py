"""Forms of dates, headings and names that the fourteenth set of unseen CVs showed to be missing."""

from __future__ import annotations

from datetime import date

import pytest

from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import find_ranges
from app.documents.parsing.fields import find_fields
from app.documents.parsing.headings import heading_kind
from app.documents.parsing.name_candidates import list_candidates
from app.documents.tables import DocumentType


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("Mar’ 2018 – Nov’ 2021", "2018-03", "2021-11"),
        ("Mar' 2018 - Till date", "2018-03", None),
        ("Mar ’18 – Nov ’21", "2018-03", "2021-11"),
        ("Desde: 4 de abril de 2016 – Hasta: 30 de junio de 2019", "2016-04", "2019-06"),
        ("Desde: 4 de abril de 2016 – Actualmente", "2016-04", None),
        ("von 04/2016 – bis: 06/2019", "2016-04", "2019-06"),
        ("2020/05–迄今", "2020-05", None),
    ],
)
def test_ranges_with_labels_apostrophes_and_other_words(line: str, start: str, end: str | None) -> None:
    (found,) = find_ranges(line)
    assert (found.start.wire, found.end and found.end.wire) == (start, end)


@pytest.mark.parametrize("line", ["== Jobs ==", "~~ Jobs ~~", "** Jobs **"])
def test_a_heading_may_stand_between_signs(line: str) -> None:
    assert heading_kind(line, scheme="cv") == "experience"


@pytest.mark.parametrize("line", ["== Jobs", "* Jobs", "• Jobs •  done"])
def test_a_sign_at_the_start_alone_is_a_bullet(line: str) -> None:
    assert heading_kind(line, scheme="cv") is None


@pytest.mark.parametrize(
    ("title", "years"),
    [
        ("Volunteer Treasurer", 2.0),
        ("Garden Volunteer", 2.0),
        ("Trésorière bénévole", 2.0),
        ("Volunteer Coordinator", 4.0),
        ("Leitung Freiwilligendienste", 4.0),
        ("Volontärin", 4.0),
    ],
)
def test_the_work_of_a_volunteer_does_not_count_but_that_of_their_coordinator_does(
    title: str, years: float
) -> None:
    text = f"""Mira Olsen

Experience

Gardener, Fernhill Nursery
01/2020 – 12/2021
Grew herbs.

{title}, Green Lanes Trust
01/2017 – 12/2018
Helped on Saturdays.
"""
    fields = find_fields(text, DocumentType.CV, today=date(2026, 11, 30))
    assert fields["candidate"]["cv_profile"]["total_experience_years"] == years


def test_letters_on_the_line_below_are_no_part_of_a_name() -> None:
    names = [
        candidate.name for candidate in list_candidates("Orla Brannigan\nBEng CEng MIMarEST\nHarbour Road 4")
    ]
    assert "Orla Brannigan" in names
    assert not any("CEng" in name and "Orla" in name for name in names)


def test_positions_in_a_list_may_be_a_few_of_its_items() -> None:
    text = """Mira Olsen

Employment in brief
- Gardener, Fernhill Nursery, since May 2020
- Florist, Petal and Stem, 2015–2020
- Market trader, Petal and Stem, 2012–2015
- Baker, Wick Bakery
- Waiter, The Blue Door
"""
    titles = [entry.title for entry in parse_cv(text).experience]
    assert titles[:3] == ["Gardener", "Florist", "Market trader"]
