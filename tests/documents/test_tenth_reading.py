"""Rules that the mistakes of the first reading of ``tenth-mixed`` led to; examples with other words."""

from __future__ import annotations

import pytest

from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line, Rules
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import is_duration
from app.documents.parsing.experience import split_entries
from app.documents.parsing.wording import names_position


def named(text: str) -> list[tuple[str, str]]:
    return [(entry.title, entry.organization) for entry in split_entries(text.split("\n"))]


def dated(text: str) -> list[tuple[str, str | None]]:
    dates = [entry.dates for entry in split_entries(text.split("\n")) if entry.dates is not None]
    return [(found.start.wire, found.end.wire if found.end else None) for found in dates]


@pytest.mark.parametrize("text", ["2 años 3 meses", "(3 Jahre, 1 Monat)", "4 years", "11 mesi", "5 лет"])
def test_a_length_of_time_is_known_in_many_languages(text: str) -> None:
    assert is_duration(text)


@pytest.mark.parametrize("text", ["2019", "3 Clerks", "May 2019", "years", "12", ""])
def test_other_numbers_and_words_are_no_length_of_time(text: str) -> None:
    assert not is_duration(text)


def test_the_length_of_a_stay_is_no_employer() -> None:
    text = """Moinhos do Vale Ltda
4 anos 2 meses
Gerente de loja
março de 2020 - maio de 2022 (2 anos 3 meses)
Vendedora
abril de 2018 - fevereiro de 2020 (1 ano 11 meses)"""
    assert named(text) == [("Gerente de loja", "Moinhos do Vale Ltda"), ("Vendedora", "Moinhos do Vale Ltda")]


def test_dates_in_a_column_may_take_two_lines() -> None:
    text = """03/2016  Foreman
- 05/2019  Halden Quarries
- Blasting plans
2013  Driver
- 2016  Sutton Haulage Ltd"""
    assert named(text) == [("Foreman", "Halden Quarries"), ("Driver", "Sutton Haulage Ltd")]
    assert dated(text) == [("2016-03", "2019-05"), ("2013", "2016")]


def test_the_end_of_a_range_may_begin_the_next_line() -> None:
    text = """Oct 1989 -      Clerk, Halden Omnibus Works
Mar 1991        Ledgers and stamps.
2001 -          Foreman, Danby Quarries Ltd
1995 - 2001     Driver, Sutton Haulage Ltd"""
    assert dated(text) == [("1989-10", "1991-03"), ("2001", None), ("1995", "2001")]


def test_a_career_break_between_positions_heads_no_section() -> None:
    text = """Ann Roe
ann@roe.example

Employment
May 2019 – present
Legal Secretary
Wexford Law LLP, Leeds

2011 – 2016
Career break
- Two children

March 2006 – July 2011
Office Junior
Danby Building Society, York"""
    assert [entry.title for entry in parse_cv(text).experience] == ["Legal Secretary", "Office Junior"]


def test_terms_on_a_line_of_their_own_belong_to_no_header() -> None:
    text = """September 2016 – April 2019
(part-time)
Receptionist
Danby Dental Care, Leeds"""
    assert named(text) == [("Receptionist", "Danby Dental Care")]


def test_a_full_stop_separates_title_and_employer() -> None:
    text = """Camarera. Mesón Los Arcos, Ronda
Enero 2022 – actualidad
Cajera. Almacenes Rubio, Antequera
Junio 2011 – abril 2014"""
    assert named(text) == [("Camarera", "Mesón Los Arcos"), ("Cajera", "Almacenes Rubio")]
    assert named("Estimator, Geo. Hadley & Sons\n2011 – 2014") == [("Estimator", "Geo. Hadley & Sons")]


@pytest.mark.parametrize(
    ("line", "title", "employer"),
    [
        ("Cleaner (three nights a week), Halden Mill Ltd (Skipton)", "Cleaner", "Halden Mill Ltd"),
        ("Research Assistant (paid, grade 7), Halden Mill Ltd", "Research Assistant", "Halden Mill Ltd"),
        ("Sveiser (welder), Halden Mill Ltd", "Sveiser (welder)", "Halden Mill Ltd"),
        ("Driver (tower, mobile), Halden Mill Ltd", "Driver (tower, mobile)", "Halden Mill Ltd"),
    ],
)  # fmt: skip
def test_remarks_are_left_out_unless_they_tell_more_of_the_position(
    line: str, title: str, employer: str
) -> None:
    assert named(f"{line}\n2015 – 2018") == [(title, employer)]


def test_the_only_word_for_the_position_may_be_in_a_remark() -> None:
    assert named("Halden Paint LLC (owner), 2015 – 2018") == [("owner", "Halden Paint LLC")]


def test_a_ward_is_no_part_of_the_title() -> None:
    text = """Staff Nurse, Coronary Care Unit
Danby General Hospital, 2015 – 2018"""
    assert named(text) == [("Staff Nurse", "Danby General Hospital")]


def test_an_institute_of_a_university_is_not_the_employer() -> None:
    text = """Postdoctoral Fellow  2015 – 2017
Institute for Ice Studies, University of Danby, Iceland"""
    assert named(text) == [("Postdoctoral Fellow", "University of Danby")]


def test_the_names_of_partners_are_one_employer() -> None:
    assert named("Clerk, Harlan, Webb & Stone LLP, Macon  2004 – 2008") == [
        ("Clerk", "Harlan, Webb & Stone LLP")
    ]
    assert not names_position("Porter & Haxby")
    assert names_position("Cook & Cleaner")


def test_dates_in_a_bracket_are_not_those_of_the_position() -> None:
    assert dated("Director (interim from 06/2017) | 06/2016 – 01/2022") == [("2016-06", "2022-01")]


def test_a_full_stop_ends_no_line_that_consists_of_names() -> None:
    line = "Mar 2019 – now  Leading Wright (Slate), Halden Stone & Lime Ltd, Danby Moor Bottom."
    assert dated(line) == [("2019-03", None)]


def test_the_next_heading_below_a_blank_line_is_no_employer() -> None:
    text = """KINGSBRIDGE GENERAL
Senior Nurse | 10/1998 – 12/2003
Nurse | 09/1994 – 09/1998

Boards
Trustee (voluntary), Danby Hospice – since May 2020"""
    assert named(text)[:2] == [("Senior Nurse", "KINGSBRIDGE GENERAL"), ("Nurse", "KINGSBRIDGE GENERAL")]


def test_a_label_directly_below_text_belongs_to_the_position() -> None:
    text = """Ann Roe
ann@roe.example

Experience

Senior Animator
Studio Danby  Feb 2022 – now
- Explainer films
Selected projects
Tram film, 2025

Animator
Halden Films GmbH  Jun 2019 – Jan 2022

Education
BA Film  2014 – 2017

Skills
Blender, Figma

Languages
English"""
    assert [entry.title for entry in parse_cv(text).experience] == ["Senior Animator", "Animator"]


@pytest.mark.parametrize("heading", ["Community", "Extra-curricular activities"])
def test_service_beside_work_is_an_unpaid_position(heading: str) -> None:
    text = f"""Ann Roe
ann@roe.example

Work history
Clerk, Halden Mill Ltd, Leeds  2013 – 2019

{heading}
Secretary, Danby Youth Club (since 2020)"""
    found = [(entry.title, entry.organization, entry.is_unpaid) for entry in parse_cv(text).experience]
    assert found == [("Clerk", "Halden Mill Ltd", False), ("Secretary", "Danby Youth Club", True)]


def line_at(left: float, middle: float, text: str) -> Line:
    return Line(left, middle - 5, left + 5.0 * len(text), middle + 5, text)


def test_a_margin_of_dates_is_read_with_the_lines_beside_it() -> None:
    lines = []
    for number in range(4):
        top = 100.0 + 60 * number
        lines += [
            line_at(40, top, f"01/03/20{number}0 – 28/02/20{number}9"),
            line_at(40, top + 28, f"FURTHER TRAINING {number}"),
            line_at(40, top + 42, f"PERSONAL SKILLS {number}"),
            line_at(220, top, f"Planner number {number} of the northern fleet"),
            line_at(220, top + 14, "Halden Haulage Ltd, Danby on the Moor"),
        ]  # fmt: skip
    text = in_reading_order(lines, page_width=595, rules=None)
    assert "01/03/2010 – 28/02/2019  Planner number 1 of the northern fleet" in text


def test_columns_between_the_strokes_of_boxes_are_no_row_of_a_table() -> None:
    left = [line_at(40, y, f"Left text {y}") for y in (100, 120, 132, 144)]
    right = [line_at(400, y, f"Right text {y}") for y in (101, 121, 133, 145)]
    rules = Rules(((90, 30, 560), (155, 30, 560)), ((380, 90, 155),))
    assert "Left text 100" in in_reading_order([*left, *right], page_width=595, rules=rules)[0].split("  ")
    assert len(in_reading_order([*left, *right], page_width=595, rules=rules)) > 2


def test_labels_of_a_form_may_be_in_cells_without_colons() -> None:
    text = """Employer  Danby Zoo

Position held  Senior Keeper

From (mm/yyyy)  02/2020

To (mm/yyyy)  still employed

Employer  Halden Pets Ltd

Position held  Kennel Assistant

From (mm/yyyy)  09/2013

To (mm/yyyy)  05/2016"""
    assert named(text) == [("Senior Keeper", "Danby Zoo"), ("Kennel Assistant", "Halden Pets Ltd")]
    assert dated(text) == [("2020-02", None), ("2013-09", "2016-05")]
