"""Rules that the mistakes of ``twelfth-mixed`` and ``thirteenth-mixed`` led to; examples with other words."""

from __future__ import annotations

import pytest

from app.documents.parsing.cv import ParsedCv, parse_cv
from app.documents.parsing.dates import find_range
from app.documents.parsing.experience import split_entries
from app.documents.parsing.sections import split_sections


def read(body: str, *, head: str = "Morwenna Tregear\nmorwenna.tregear@wickpost.example") -> ParsedCv:
    return parse_cv(f"{head}\n\n{body}")


def named(cv: ParsedCv) -> list[tuple[str, str]]:
    return [(entry.title, entry.organization) for entry in cv.experience]


def test_numbers_and_letters_before_headings_are_left_out() -> None:
    text = "\n".join([
        "A. Personal details", "Baker", "B. Employment", "2012 – 2018  Baker, Wick Bakery",
        "C. Languages, travel", "Cornish", "D. Education", "Tain College",
    ])  # fmt: skip
    kinds = [section.kind for section in split_sections(text, scheme="cv")]
    assert kinds[1:] == ["contact", "experience", "languages", "education"]


def test_numbered_paragraphs_are_positions() -> None:
    cv = read("""1. Work history

1. Head Baker, Wick Bakery Ltd, Wick
(2016 to present). Runs a team of nine
and two ovens.

2. Miller, Tain Mill Ltd, Tain (2012 to 2016). Stone
grinding of oats.

3. Baker, Dornoch Bread Company, Dornoch
(2008 to 2012). Nights.

2. Education
1. Tain College, 2007""")
    assert named(cv) == [
        ("Head Baker", "Wick Bakery Ltd"),
        ("Miller", "Tain Mill Ltd"),
        ("Baker", "Dornoch Bread Company"),
    ]


def test_a_career_in_sentences_is_read_across_its_lines() -> None:
    cv = read("""Work experience
Since May 2018 I have worked as Head Baker for the Wick Harbour
Bakery, where I answer for the bread of eleven shops and a team of
four. Before that, between June 2012 and April 2018, I was employed as Miller by the
Tain Mill Company, in a mill with two stones. My first job was Bakery Assistant at Dornoch
Bread Company, from 2008 to 2012.""")
    assert ("Head Baker", "Wick Harbour Bakery") in named(cv)
    assert ("Miller", "Tain Mill Company") in named(cv)
    assert ("Bakery Assistant", "Dornoch Bread Company") in named(cv)


def test_positions_below_a_list_of_skills_end_it() -> None:
    cv = read("""Experience
SKILLS
Sourdough
Rye bread
Stone milling
Head Baker
Wick Bakery Ltd, 05.2016 – now
Bread for eleven shops.
Miller
Tain Mill Ltd, 03.2012 – 04.2016
Oats and barley.
Education
Tain College, 2011""")
    assert named(cv) == [("Head Baker", "Wick Bakery Ltd"), ("Miller", "Tain Mill Ltd")]
    assert [skill.casefold() for skill in cv.skills] == ["sourdough", "rye bread", "stone milling"]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("4/21 – Present", "2021-04", None),
        ("9/14 – 3/21", "2014-09", "2021-03"),
        ("3/4 – 1/2 inch", None, None),
    ],
)
def test_a_month_with_one_figure_and_a_short_year_may_bound_a_range(
    text: str, start: str | None, end: str | None
) -> None:
    found = find_range(text)
    assert (found.start.wire if found else None, found.end.wire if found and found.end else None) == (
        start,
        end,
    )


def test_labels_of_titles_and_dates_are_no_part_of_a_position() -> None:
    entries = split_entries(
        [
            "Padaria Ponte Velha Ltda.",
            "Cargo: Boleira",
            "Período: mar/2016 a dez/2020",
            "Moinho da Serra Ltda.",
            "Cargo: Moleira",
            "Período: 2012 a 2015",
        ]
    )
    assert [(e.title, e.organization) for e in entries] == [
        ("Boleira", "Padaria Ponte Velha Ltda."),
        ("Moleira", "Moinho da Serra Ltda."),
    ]


def test_a_long_name_that_ends_like_a_unit_is_an_employer_if_none_else_is_named() -> None:
    entries = split_entries(["2012 – 2018  Firefighter, North Wick Harbour Fire Department"])
    assert entries[0].organization == "North Wick Harbour Fire Department"


def test_a_town_may_follow_an_employer_behind_a_hyphen() -> None:
    entries = split_entries(["Baker", "Wick Harbour Works Ltd-Singapore", "May 2012 to June 2018"])
    assert entries[0].organization == "Wick Harbour Works Ltd"


def test_at_before_a_letter_with_an_accent_parts_title_and_employer() -> None:
    entries = split_entries(["2012 – 2018  Bread Instructor at Élan Baking School"])
    assert (entries[0].title, entries[0].organization) == ("Bread Instructor", "Élan Baking School")


def test_a_title_below_an_employer_with_a_title_in_its_name_may_begin_the_text() -> None:
    entries = split_entries(
        [
            "2012 – 2018  TAIN COUNTY SHERIFF’S OFFICE",
            "Patrol officer. Answered calls across the whole county.",
            "2008 – 2012  WICK MARITIME MUSEUM LTD",
            "Night guard. Walked the rooms and the yard.",
        ]
    )
    assert entries[0].title == "Patrol officer"
    assert entries[0].organization == "TAIN COUNTY SHERIFF’S OFFICE"


def test_a_section_of_one_present_position_is_no_overview() -> None:
    cv = read("""Present position
2020–  Professor of Baking, University of Wick

Previous positions
2015–20  Reader in Baking, University of Wick
Spring 2014  Visiting Fellow, Tain College
2010–14  Lecturer, University of Wick""")
    assert ("Professor of Baking", "University of Wick") in named(cv)


def test_an_end_alone_below_dates_ends_their_range() -> None:
    cv = read("Volunteering\nMentor, Wick Youth Club, 2018\n- 2022")
    assert [(e.dates.start.wire, e.dates.end.wire) for e in cv.experience if e.dates and e.dates.end] == [
        ("2018", "2022")
    ]


def test_underlined_lines_are_headings() -> None:
    text = "Where I was\n====\na\n\nWhat I liked\n====\nb\n\nWhom to ask\n====\nc"
    assert [section.heading for section in split_sections(text, scheme="cv")][1:] == [
        "Where I was",
        "What I liked",
        "Whom to ask",
    ]


def test_a_heading_in_capitals_in_the_margin_heads_all_lines_that_follow() -> None:
    cv = read("""WORK  Wick Bakery Ltd, Wick
Head Baker  May 2016 – present

SKILLS  Sourdough  Rye bread
Stone milling  Deck ovens
Cold proving  Rota planning

REFERENCES  Jory Penrose, Wick Bakery Ltd""")
    assert "Cold proving" in cv.skills


def test_classes_of_driving_licences_are_no_skills() -> None:
    cv = read("SKILLS\nBread  Sourdough, rye bread, brioche\nDriving  B, BE, C")
    assert not {"B", "BE", "C"} & set(cv.skills)


def test_a_prose_section_above_the_list_of_skills_lists_none() -> None:
    cv = read("""What I bring
Care. I have baked for a small town and its eleven shops for ten years.
Teaching. I trained nine apprentices, and most of them stayed in the trade.

Technical skills
Sourdough • Rye bread • Stone milling • Deck ovens""")
    assert cv.skills == ["Sourdough", "Rye bread", "Stone milling", "Deck ovens"]


def test_an_employer_with_its_town_heads_the_positions_within_its_dates() -> None:
    cv = read("""Experience

WICK BAKERY LTD — Staxigoe (2010–2020)
 • Head Baker (2015–2020)
 • Baker (2010–2015)""")
    assert named(cv) == [("Head Baker", "WICK BAKERY LTD"), ("Baker", "WICK BAKERY LTD")]


def test_labels_between_bars_are_a_form() -> None:
    cv = read("""Employment
Position: Head Baker | Employer: Wick Bakery Ltd | Dates: 2015 - 2020
Led a team of nine.
Position: Miller | Employer: Tain Mill Ltd | Dates: 2010 - 2015""")
    assert named(cv) == [("Head Baker", "Wick Bakery Ltd"), ("Miller", "Tain Mill Ltd")]


def test_dates_may_end_a_block_below_its_bullets() -> None:
    cv = read("""Experience

Wick Bakery Ltd | Wick
Head Baker
  - Led a team of nine
  - Ordered flour
January 2015 - June 2020

Tain Mill Ltd | Tain
Miller
  - Milled oats
March 2010 - December 2014""")
    dates = [entry.dates.text for entry in cv.experience if entry.dates]
    assert named(cv) == [("Head Baker", "Wick Bakery Ltd"), ("Miller", "Tain Mill Ltd")]
    assert dates == ["January 2015 - June 2020", "March 2010 - December 2014"]


def test_positions_may_be_told_in_one_sentence_with_semicolons() -> None:
    cv = read("""Career history
2015-2020: Head Baker at Wick Bakery Ltd; 2010-2015: Miller at Tain Mill Ltd; 2006-2010: Bakery Assistant at \
Dornoch Bread Company.""")
    assert len(named(cv)) == 3
    assert ("Miller", "Tain Mill Ltd") in named(cv)


def test_a_career_may_be_told_in_german() -> None:
    cv = read("""Berufliche Laufbahn
Von 2012 bis 2018 arbeitete ich als Bäcker bei der Brotmanufaktur Lindner in Passau. Seit März 2018
bin ich als Produktionsleiter bei der Mühle Sonnental GmbH tätig, wo ich zwölf Leute führe. Davor,
von 2008 bis 2012, war ich Geselle in der Bäckerei Huber.""")
    assert named(cv) == [
        ("Bäcker", "Brotmanufaktur Lindner"),
        ("Produktionsleiter", "Mühle Sonnental GmbH"),
        ("Geselle", "Bäckerei Huber"),
    ]


def test_a_career_may_be_told_in_spanish() -> None:
    cv = read("""Trayectoria
De 2012 a 2018 trabajé como panadera en la Panadería Los Tilos, en Lugo. Desde marzo de 2018 soy encargada de
obrador en Molinos del Miño S.L. y llevo un equipo de seis personas.""")
    assert named(cv) == [
        ("panadera", "Panadería Los Tilos"),
        ("encargada de obrador", "Molinos del Miño S.L"),
    ]


@pytest.mark.parametrize("marks", ["1) 2) 3)", "(a) (b) (c)"])
def test_numbers_may_begin_the_blocks_of_positions(marks: str) -> None:
    first, second, third = marks.split()
    cv = read(f"""Work experience

{first} HEAD BAKER
   Wick Bakery Ltd
   04.2019-12.2023

{second} MILLER
   Tain Mill Ltd
   06.2014-03.2019

{third} BAKERY ASSISTANT
   Dornoch Bread Company
   05.2011-05.2014""")
    assert named(cv) == [
        ("HEAD BAKER", "Wick Bakery Ltd"),
        ("MILLER", "Tain Mill Ltd"),
        ("BAKERY ASSISTANT", "Dornoch Bread Company"),
    ]
