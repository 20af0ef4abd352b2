"""CVs with unusual dates, page breaks, margins and tables, and profiles exported from LinkedIn."""

from __future__ import annotations

import pytest

from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import find_range
from app.documents.parsing.experience import split_entries
from app.documents.parsing.headings import heading_kind
from app.documents.parsing.skill_lists import split_skills


def named(text: str) -> list[tuple[str, str]]:
    return [(entry.title, entry.organization) for entry in split_entries(text.split("\n"))]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("XI 2012 – III 2016  Spawacz", "2012-11", "2016-03"),
        ("od VI 2018 do dziś – Spawacz", "2018-06", None),
        ("Welder, Harbour Works, May 2021 onwards", "2021-05", None),
        ("Welder II 2019 – 2021", "2019", "2021"),
    ],
)
def test_reads_roman_months_and_open_ends_but_no_ranks(text: str, start: str, end: str | None) -> None:
    found = find_range(text)
    assert found is not None
    assert (found.start.wire, found.end.wire if found.end else None) == (start, end)


def test_the_word_before_a_roman_month_is_no_title() -> None:
    text = """od VI 2018 do dziś – Spawacz
Huta Podlaska Sp. z o.o., Kielce"""
    assert named(text) == [("Spawacz", "Huta Podlaska Sp. z o.o.")]


def test_a_dated_line_in_small_letters_between_positions_is_no_position() -> None:
    text = """Deputy Librarian, Selby Town Library, May 2019 to present
Librarian, Goole College, April 2012 to March 2017
April 2017 to April 2019: sailed around the Baltic
Library Assistant, Thorne School, 2010 to 2012"""
    assert named(text) == [
        ("Deputy Librarian", "Selby Town Library"),
        ("Librarian", "Goole College"),
        ("Library Assistant", "Thorne School"),
    ]


@pytest.mark.parametrize("line", ["Travelled in Peru", "Looking after children", "Pflege von Angehörigen"])
def test_care_and_travel_between_positions_are_no_positions(line: str) -> None:
    text = f"""Librarian, Selby Town Library, May 2019 to present
April 2017 to May 2019: {line}
Library Assistant, Thorne School, 2010 to 2012"""
    assert named(text) == [("Librarian", "Selby Town Library"), ("Library Assistant", "Thorne School")]


def test_a_position_in_small_letters_stays_if_the_others_are_too() -> None:
    text = """2019 to 2022: roof tiler
2015 to 2019: scaffolder"""
    assert [title for title, _ in named(text)] == ["roof tiler", "scaffolder"]


def test_the_total_below_an_employer_of_an_exported_profile_is_no_employer() -> None:
    text = """Ravnholm Data AS
Full-time · 5 yrs 2 mos

Head of Support
Mar 2023 - Present · 2 yrs 9 mos

Support Agent
Oct 2020 - Feb 2023 · 2 yrs 5 mos"""
    assert named(text) == [("Head of Support", "Ravnholm Data AS"), ("Support Agent", "Ravnholm Data AS")]


def test_the_line_below_the_dates_of_an_exported_profile_is_no_employer() -> None:
    cv = parse_cv("""Ian Forbes
Experience

Support Agent
Ravnholm Data AS
Feb 2018 - May 2019 · 1 yr 4 mos

Volunteer experience

Board Member
Lesehjelp Sør
Jan 2021 - Dec 2023 · 3 yrs
Children

Education

Lund University
2014 - 2017""")
    assert [(e.title, e.organization) for e in cv.experience] == [
        ("Support Agent", "Ravnholm Data AS"),
        ("Board Member", "Lesehjelp Sør"),
    ]


def test_an_employer_in_capitals_heads_the_positions_below_it() -> None:
    text = """GRAND RIVER MILLING COMPANY, Elkhart, Wisc.
May 1995 – Present
Shift Manager, Jan. 2010 – Present
- Two lines
Miller, May 1995 – Dec. 2009
ELKHART VOLUNTEER AMBULANCE
Volunteer Driver, Mar. 2004 – May 2008
Volunteer Cook, Jan. 2001 – Mar. 2004"""
    assert named(text) == [
        ("Shift Manager", "GRAND RIVER MILLING COMPANY"),
        ("Miller", "GRAND RIVER MILLING COMPANY"),
        ("Volunteer Driver", "ELKHART VOLUNTEER AMBULANCE"),
        ("Volunteer Cook", "ELKHART VOLUNTEER AMBULANCE"),
    ]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Senior Nurse (Band 6), Renal Ward – Harrow NHS Trust\n2019 – 2021", "Senior Nurse (Band 6)"),
        ("Lab Assistant (paid), Chemistry Department, University of Leeds  2019 – 2021", "Lab Assistant"),
        ("Nurse, Renal Ward, Harrow Hospital, Leeds  2019 – 2021", "Nurse"),
        ("2015 – 2019  Chauffeur / magazijnhulp\nBakkerij De Molen, Assen", "Chauffeur / magazijnhulp"),
        ("HALTON PAINTS LTD, LEEDS\nManager – Credit Control (2019 – 2021)", "Manager – Credit Control"),
        ("Mars - mai 2016 : Stagiaire en relations presse\nÉditions Lande", "Stagiaire en relations presse"),
    ],
)  # fmt: skip
def test_a_title_ends_before_a_department_and_not_before_its_own_parts(text: str, title: str) -> None:
    assert [entry.title for entry in split_entries(text.split("\n"))] == [title]


def test_voluntary_work_needs_no_known_employer() -> None:
    cv = parse_cv("""Ann Lee
Experience
Clerk, Halton Paints Ltd, 2015 - Present
Community
Mentor, West Somerset Young Coders, 2022 - Present (volunteer)""")
    assert [(e.title, e.organization, e.is_unpaid) for e in cv.experience] == [
        ("Clerk", "Halton Paints Ltd", False),
        ("Mentor", "West Somerset Young Coders", True),
    ]


def test_an_employer_may_begin_with_initials_in_small_letters() -> None:
    cv = parse_cv("""Jan Smit
WERKERVARING
2018 - heden  Planner
Wouters Transport B.V., Assen
VRIJWILLIGERSWERK
2016 - heden  Jeugdtrainer
v.v. Noordse Jongens""")
    assert ("Jeugdtrainer", "v.v. Noordse Jongens") in [(e.title, e.organization) for e in cv.experience]


def test_a_heading_beside_the_number_of_a_page_goes_on_with_its_section() -> None:
    cv = parse_cv("""Kari Moe
EXPERIENCE
Hotel Manager
Fjellgard Hotel, Voss
2017 – present
Kari Moe
page 2  Experience (continued)
Receptionist
Sundby Hotel, Odda
2010 – 2017""")
    assert [e.title for e in cv.experience] == ["Hotel Manager", "Receptionist"]


def test_a_footer_with_the_number_of_a_page_is_no_skill() -> None:
    cv = parse_cv("""Kari Moe
Skills
Welding  Rigging
Kari Moe, CV – May 2026 – page 1""")
    assert cv.skills == ["Welding", "Rigging"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Professor Ada Quist, FRSE\na.quist@example.org", "Ada Quist"),
        ("SKILLS\nAfter Effects\nLANGUAGES\nItalian\n\nLia Monti\nhi@liamonti.example", "Lia Monti"),
    ],
)  # fmt: skip
def test_a_name_is_neither_a_title_nor_a_skill(text: str, name: str) -> None:
    assert find_contacts(text).name == name


def test_a_postcode_is_no_part_of_a_telephone_number() -> None:
    assert find_contacts("Joe Hart\nErie, PA 16501   (814) 555-0142").phone == "(814) 555-0142"


def test_levels_and_heads_of_columns_are_no_skills() -> None:
    lines = ["Area  Level", "Heidenhain  expert", "Fanuc  expert", "Hurco  good", "Mazak  good"]
    assert split_skills(lines) == ["Heidenhain", "Fanuc", "Hurco", "Mazak"]


def test_counts_below_skills_are_no_skills() -> None:
    lines = ["Vendor audits", "Confirmed by 34 people", "Cold chains", "Confirmed by 7 people"]
    assert split_skills(lines) == ["Vendor audits", "Cold chains"]


def test_labels_beside_each_other_head_their_own_lists() -> None:
    assert split_skills(["Welding: MIG, TIG  Lifting: Slings, Hoists"]) == ["MIG", "TIG", "Slings", "Hoists"]


def test_rows_may_all_begin_with_a_label_of_one_word() -> None:
    lines = ["Programming Kotlin, Rust, Python", "Buses FlexRay, LIN", "Boards Nucleo, Discovery"]
    items = ["Kotlin", "Rust", "Python", "FlexRay", "LIN", "Nucleo", "Discovery"]
    assert split_skills(lines) == items


def test_what_a_person_does_above_the_summary_ends_the_skills_of_a_margin() -> None:
    cv = parse_cv("""IAN FORBES
CORE SKILLS
Rigging
Bid writing
Project Manager – Bridges, Tunnels
Twenty years of repairing bridges for the counties of the north.
Career Summary
Project Manager, Forth Works Ltd, 2016 to present""")
    assert cv.skills == ["Rigging", "Bid writing"]


def test_levels_of_languages_are_no_headings() -> None:
    cv = parse_cv("""Ian Forbes
Skills
Rigging
Bid writing
Slinging

Languages
English
Full professional proficiency
Tamil
Native or bilingual proficiency
Hindi""")
    assert cv.skills == ["Rigging", "Bid writing", "Slinging"]


def test_headings_in_capitals_may_say_which_skills() -> None:
    cv = parse_cv("""IAN FORBES
EXPERIENCE
Baker, Crumb Ltd, 2016 - 2020
ABOUT
Early riser, calm and quick. I like to teach
apprentices.
PASTRY SKILLS
- Laminated dough
- Sugar work
- Choux
TRAINING
Food Hygiene, 2022""")
    assert cv.skills == ["Laminated dough", "Sugar work", "Choux"]


@pytest.mark.parametrize(
    ("line", "kind"),
    [("Referee", "other"), ("Refs", "other"), ("Licence", "certifications"), ("Mother tongue", "languages")],
)
def test_headings_in_the_singular(line: str, kind: str) -> None:
    assert heading_kind(line, scheme="cv") == kind


def test_text_above_and_below_a_title_is_no_cell_beside_its_dates() -> None:
    rows = [
        (63, 142, 448, "• Two cruises as chief of the laboratory"),
        (54, 154, 304, "Postdoctoral Fellow, Ocean Laboratory"),
        (465, 154, 541, "04/2020 – 09/2022"),
        (63, 166, 217, "• Genomes of sponges"),
    ]
    lines = [Line(left, top, right, top + 13.5, text) for left, top, right, text in rows]
    assert "Postdoctoral Fellow, Ocean Laboratory  04/2020 – 09/2022" in in_reading_order(
        lines, page_width=595, rules=None
    )


def test_other_separators_below_a_short_line_end_the_skills() -> None:
    cv = parse_cv("""Ian Forbes
Skills
Rigging · Bid writing · Slinging
After hours
Chess, singing in a choir, dry stone walls""")
    assert cv.skills == ["Rigging", "Bid writing", "Slinging"]
