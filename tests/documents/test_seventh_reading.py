"""What the seventh reading brought: forms, terms of employment, single years, letters behind names."""

from __future__ import annotations

import time

import pytest

from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import find_range, find_ranges
from app.documents.parsing.experience import split_entries
from app.documents.parsing.kind import detect_type
from app.documents.parsing.line_reader import PositionLines
from app.documents.parsing.names import bare_name
from app.documents.parsing.sections import split_sections
from app.text.bullets import is_bullet


def named(text: str, read: PositionLines | None = None) -> list[tuple[str, str]]:
    lines = text.split("\n")
    entries = split_entries(lines, read) if read else split_entries(lines)
    return [(entry.title, entry.organization) for entry in entries]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("THANDI NDLOVU Pr.Eng", "THANDI NDLOVU"),
        ("Lars Ekman CEng MIMechE", "Lars Ekman"),
        ("Lars Ekman Pr Eng", "Lars Ekman"),
        ("Mio Satoh (佐藤 澪)", "Mio Satoh"),
        ("Robin Hale (she/her)", "Robin Hale"),
        ("Cheikh Anta Ba", "Cheikh Anta Ba"),
        ("Angus James McLeod", "Angus James McLeod"),
    ],
)
def test_letters_and_remarks_behind_a_name_are_left_out(line: str, name: str) -> None:
    assert bare_name(line) == name


def test_a_name_in_the_cells_of_a_form_is_read() -> None:
    text = """APPLICATION FORM
Surname  Visser  First names  Karin Maria
Date of birth  21/08/1988  Place  Delft
Email  k.visser@post.example"""
    assert find_contacts(text).name == "Karin Maria Visser"


@pytest.mark.parametrize(
    ("text", "phone"),
    [
        ("Reno, NV 89501   775.555.0143   ann@post.example", "775.555.0143"),
        ("Tel:  01539 555 0112\nMob:  07700 900745", "07700 900745"),
        ("ORCID 0000-0002-5550-014X\nOffice +39 0577 555 098", "+39 0577 555 098"),
    ],
)
def test_the_telephone_number_is_the_mobile_and_no_other_number(text: str, phone: str) -> None:
    assert find_contacts(f"Ann Fielding\n{text}").phone == phone


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Summers 2013 and 2014", "2013", "2014"),
        ("étés 2013 et 2014", "2013", "2014"),
        ("1-4-2009  31-8-2016", "2009-04", "2016-08"),
    ],
)
def test_two_summers_and_days_with_hyphens_are_ranges(text: str, start: str, end: str) -> None:
    found = find_range(text)
    assert found is not None
    assert found.end is not None
    assert (found.start.wire, found.end.wire) == (start, end)


def test_two_years_that_are_apart_are_no_range() -> None:
    assert find_range("Awards 2013 and 2019") is None


def test_repeated_dates_take_linear_time() -> None:
    def measure(count: int) -> float:
        seconds = []
        for _ in range(3):
            began = time.process_time()
            list(find_ranges("summer 2019 " * count))
            seconds.append(time.process_time() - began)
        return min(seconds)

    assert measure(1600) < 6 * measure(400)


@pytest.mark.parametrize(
    "remark", ["volunteer", "one shift a week", "paid, 20 hours", "vacataire", "bijbaan", "interina"]
)
def test_terms_of_employment_behind_a_title_are_no_part_of_it(remark: str) -> None:
    text = f"Receptionist ({remark}), Halden Hotel, May 2019 – June 2020"
    assert named(text) == [("Receptionist", "Halden Hotel")]


def test_a_speciality_in_parentheses_stays_in_the_title() -> None:
    assert named("Paralegal (Litigation), Halden Legal Ltd, 2019 – 2020") == [
        ("Paralegal (Litigation)", "Halden Legal Ltd")
    ]


def test_the_agency_word_and_the_trading_name() -> None:
    text = """Teacher, via Selby Supply Agency, 2019 – 2020
Self-employed, trading as Ouse Heating, 2015 – 2019"""
    assert named(text) == [("Teacher", "Selby Supply Agency"), ("Self-employed", "Ouse Heating")]


def test_terms_behind_an_employer_in_a_profile_are_no_title() -> None:
    text = """Logistics Intern
Selby Freight · Paid internship
Mar 2019 - Aug 2019 · 6 mos"""
    assert named(text) == [("Logistics Intern", "Selby Freight")]


def test_the_first_of_two_positions_is_the_title_and_a_chair_a_department() -> None:
    text = """Doctoral Researcher, Chair of Applied Optics, University of Altenau  2016 – 2020
Lecturer, Halden College  2012 – 2016"""
    assert named(text) == [("Doctoral Researcher", "University of Altenau"), ("Lecturer", "Halden College")]


def test_a_table_with_columns_for_begin_end_employer_and_function() -> None:
    text = """From  To  Employer  Function
1-4-2009  31-8-2016  Deltavervoer B.V., Zwolle  Bus driver
1996  2009  Weverij De Haar  Machine operator"""
    assert named(text) == [("Bus driver", "Deltavervoer B.V."), ("Machine operator", "Weverij De Haar")]


POSITIONS = """Head Chef
Restaurant Rebe, Graz
01/2018 – present
Commis
MS Donau River Cruises
2014 season
Cook
Hotel Lindner, Graz
2009 – 2013"""


def test_a_single_year_that_the_reader_takes_for_dates_is_a_position() -> None:
    read = PositionLines(
        hints={"Commis": "title", "MS Donau River Cruises": "employer"}, dated=frozenset({"2014 season"})
    )
    assert named(POSITIONS, read)[1] == ("Commis", "MS Donau River Cruises")
    assert len(named(POSITIONS)) == 2


def test_a_dated_sentence_that_the_reader_takes_for_text_is_no_position() -> None:
    sentence = "Year head 2011–2014. Introduced the chess club."
    text = f"""2007 – 2016   Teacher of Mathematics, Halden School
{sentence}
2003 – 2006   Teacher of Physics, Selby School"""
    assert len(named(text, PositionLines(prose=frozenset({sentence})))) == 2


def test_titles_behind_bullets_are_read_where_the_reader_knows_them() -> None:
    text = """* Crane operator
Terminal Levante S.A.
10/2021 - present
* Rigger
Terminal Norte S.A.
02/2019 - 09/2021"""
    read = PositionLines(
        hints={"Crane operator": "title", "Rigger": "title"},
        bulleted={"* Crane operator": "Crane operator", "* Rigger": "Rigger"},
    )
    assert named(text, read) == [
        ("Crane operator", "Terminal Levante S.A."),
        ("Rigger", "Terminal Norte S.A."),
    ]


CV = """Joan Selwyn
joan.selwyn@post.example

WHAT I DO NOW
Since March 2024 I am a Senior Nurse at Rosedale Nursing Home (40 beds, end of life).

EMPLOYMENT
Aug 2020 - Feb 2024  Nurse, Rosedale Nursing Home
Jan 2018 - Jul 2020  Carer, Halden Hospital

BEFORE NURSING
Sales Assistant
Selby Garden Centre
2009 – 2011

VRIJWILLIGERSWERK
2013 - 2015   Taalmaatje, Taalhuis Zwolle
"""


def test_positions_outside_the_employment_are_read() -> None:
    found = [(entry.title, entry.organization, entry.is_unpaid) for entry in parse_cv(CV).experience]
    assert found == [
        ("Senior Nurse", "Rosedale Nursing Home", False),
        ("Nurse", "Rosedale Nursing Home", False),
        ("Carer", "Halden Hospital", False),
        ("Sales Assistant", "Selby Garden Centre", False),
        ("Taalmaatje", "Taalhuis Zwolle", True),
    ]


def test_a_title_that_no_list_knows_below_the_employer_is_no_employer() -> None:
    text = """SELBY DEEP GOLD, Carlton
Mine Overseer (Jan 2012 – Jul 2016)
Pillar extraction.
Shift Grutzer (Mar 2009 – Dec 2011)
Graduate Trainee (Jan 2007 – Feb 2009)"""
    assert named(text) == [
        ("Mine Overseer", "SELBY DEEP GOLD"),
        ("Shift Grutzer", "SELBY DEEP GOLD"),
        ("Graduate Trainee", "SELBY DEEP GOLD"),
    ]


def test_the_next_employer_below_several_positions_is_read() -> None:
    text = """SELBY & OUSE TRAINS, York (1997 to present)
Control Manager  Apr 2021 – present
- 54 staff on a roster
Train Driver  Jun 2003 – Mar 2021
Conductor  Aug 1997 – May 2003
HALDEN LIDO, York
Lifeguard  May 1996 – Sept 1996"""
    read = PositionLines(hints={"HALDEN LIDO, York": "employer"})
    assert named(text, read)[-2:] == [("Conductor", "SELBY & OUSE TRAINS"), ("Lifeguard", "HALDEN LIDO")]


def test_an_open_date_above_a_range_in_a_column_at_the_right_is_not_continued_by_it() -> None:
    rows = [
        (62, 164, 283, "Professor of Optics, University of Altenau"),
        (507, 164, 533, "2018–"),
        (62, 177, 307, "Reader in Optics, University of Altenau"),
        (486, 177, 533, "2011–2018"),
    ]
    lines = [Line(left, top, right, top + 13, text) for left, top, right, text in rows]
    assert in_reading_order(lines, page_width=595, rules=None) == [
        "Professor of Optics, University of Altenau  2018–",
        "Reader in Optics, University of Altenau  2011–2018",
    ]


def test_positions_above_the_first_known_heading_are_read() -> None:
    text = """Joan Selwyn
Nurse turned data manager · joan.selwyn@post.example
Current and recent
Clinical Data Manager — Trialfield Research Ltd, York  09/2022 – present
- Database locks for five oncology trials
Nursing career
Senior Staff Nurse, Haematology — Selby Hospital  03/2017 – 08/2022
Staff Nurse — Royal Ouse Hospital, Goole  10/2013 – 02/2017
Learning
BSc Adult Nursing, Halden University, 2010–2013
"""
    titles = [entry.title for entry in parse_cv(text).experience]
    assert titles == ["Clinical Data Manager", "Senior Staff Nurse, Haematology", "Staff Nurse"]


def test_a_name_on_two_lines_is_whole_even_if_the_reader_knows_each_line() -> None:
    text = "Mag. Verena\nHOCHWALDNER\nPflegeassistentin\nverena.hochwaldner@post.example\n0664 555 01 27"
    assert find_contacts(text).name == "Verena Hochwaldner"


def test_a_short_table_of_positions_does_not_replace_the_detailed_ones() -> None:
    text = """Joan Selwyn
joan.selwyn@post.example

CAREER
Role  Company  Years
Matron  Halden Hospital  2018–now
Sister, staff nurse  Rosedale Nursing Home  2009–2018

PROFESSIONAL EXPERIENCE
Halden Hospital Trust  Halden
Matron  May 2018 – Present
- Led a ward of 40 beds
Rosedale Nursing Home  Selby
Ward Sister  August 2013 – April 2018
Staff Nurse  October 2009 – July 2013
"""
    found = [(entry.title, entry.dates and entry.dates.text) for entry in parse_cv(text).experience]
    assert found == [
        ("Matron", "May 2018 – Present"),
        ("Ward Sister", "August 2013 – April 2018"),
        ("Staff Nurse", "October 2009 – July 2013"),
    ]


def test_two_careers_with_years_and_with_months_are_both_read() -> None:
    text = """Joan Selwyn
joan.selwyn@post.example

PROFESSIONAL EXPERIENCE
Matron, Halden Hospital  May 2018 – Present

EARLIER EMPLOYMENT
Sales Assistant, Selby Garden Centre  2009 – 2011
"""
    assert [entry.title for entry in parse_cv(text).experience] == ["Matron", "Sales Assistant"]


ACADEMIC_CV = """Ines Ferrand-Okoro
ines.ferrand@post.example

Academic appointments
2018–  University of Altenau, Professor of Optics
2015  University of Halden, Visiting Lecturer
2011–2014  University of Halden, Lecturer in Optics

Education
2010  PhD, University of Halden

University service

Resume — I. Ferrand-Okoro  May 2026

2019–  Associate editor, Light and Lens
2018–2021  Member, safety committee of the Optical Association

Technical skills
Python; MATLAB; LaTeX
"""


def test_services_are_no_positions_even_below_the_header_of_a_page() -> None:
    found = [(entry.title, entry.organization) for entry in parse_cv(ACADEMIC_CV).experience]
    assert found == [
        ("Professor of Optics", "University of Altenau"),
        ("Visiting Lecturer", "University of Halden"),
        ("Lecturer in Optics", "University of Halden"),
    ]


def test_the_title_of_the_document_beside_the_name_is_a_header_of_the_page() -> None:
    text = "\n".join(
        ["Ines Ferrand", "Experience", "Tutor, Halden", "Resume - I. Ferrand  May 2026", "2019 - 2021"]
    )
    sections = split_sections(text, scheme="cv", name="Ines Ferrand")
    assert sections[-1].lines == ["Tutor, Halden", "", "2019 - 2021"]


FORM = """APPLICATION FORM
Surname:  Visser  First name(s):  Karin Maria
E-mail:  k.visser@post.example  Nationality:  Dutch

PART 2   EMPLOYMENT RECORD – use one box per position.

Position held:  Gardener  Employer:  Selby Garden Centre
From:  08/2016  To:  present
Line manager:  Tom Brandt  Reason for leaving:  Contract ends
Duties:  Hedges, lawns, ponds.

Position held:  Florist  Employer:  Halden Flowers Ltd
From:  1998  To:  2005
Line manager:  Ann Fielding  Reason for leaving:  Shop closed

PART 3   SKILLS
Pruning
Bricklaying
"""


def test_the_labels_of_a_form_in_cells_are_no_values() -> None:
    cv = parse_cv(FORM)
    found = [(e.title, e.organization, e.dates and e.dates.text) for e in cv.experience]
    assert cv.contacts.name == "Karin Maria Visser"
    assert found == [
        ("Gardener", "Selby Garden Centre", "08/2016 – present"),
        ("Florist", "Halden Flowers Ltd", "1998 – 2005"),
    ]
    assert {"Pruning", "Bricklaying"} <= set(cv.skills)


def test_a_form_in_cells_is_a_cv() -> None:
    assert detect_type(FORM).type == "cv"


@pytest.mark.parametrize(
    "text",
    [
        """10/2018 – present  Senior Optics Technician, Altenau Light Laboratory, Selby, UK.
Lead of the lens group.
01/2015 – 09/2018  Optics Technician, University of Halden, Department of Physics, Halden.
Fibres and mirrors.""",
        """October 2018 to present. Senior Optics Technician, Altenau Light Laboratory. Lead of the
lens group, and the coffee.
From January 2015 to September 2018. Optics Technician, University of Halden. Fibres,
mirrors and prisms.""",
    ],
)
def test_a_title_between_dates_and_text_on_the_same_line_is_read(text: str) -> None:
    assert named(text) == [
        ("Senior Optics Technician", "Altenau Light Laboratory"),
        ("Optics Technician", "University of Halden"),
    ]


def test_a_form_whose_label_of_the_employer_is_broken_after_its_first_words_is_read() -> None:
    text = """- Date (da – a)  da marzo 2019 a oggi
- Nome e indirizzo del datore  Vetreria Altenau S.p.A., Selby
di lavoro
- Tipo di impiego  Responsabile ufficio paghe"""
    entries = split_entries(text.split("\n"))
    assert [(entry.title, entry.dates and entry.dates.text) for entry in entries] == [
        ("Responsabile ufficio paghe", "marzo 2019 a oggi")
    ]
    assert "Vetreria Altenau S.p.A." in entries[0].organization


def test_a_sign_without_a_space_begins_a_point_of_a_list() -> None:
    assert is_bullet("▸Selected projects: gardens (2019–2022)")
    assert not is_bullet("●●●○○")
