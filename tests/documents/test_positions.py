"""Positions of CVs: where title and employer are, and dates in forms that people write by hand."""

from __future__ import annotations

import pytest

from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import find_range
from app.documents.parsing.experience import split_entries
from app.documents.parsing.headings import heading_kind
from app.documents.parsing.line_reader import PositionLines


def named(text: str) -> list[tuple[str, str]]:
    return [(entry.title, entry.organization) for entry in split_entries(text.split("\n"))]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Baker, Crumb & Co, Sept 2021 →", "2021-09", None),
        ("2019-…   Baker, Crumb & Co", "2019", None),
        ("2019 - ...", "2019", None),
        ("06 – 08/2015  Baker", "2015-06", "2015-08"),
        ("Between 2013 and 2017: Baker", "2013", "2017"),
        ("zwischen März 2010 und Mai 2012", "2010-03", "2012-05"),
        ("Since Christmas 2022  Baker", "2022", None),
    ],
)
def test_reads_dates_written_by_hand(text: str, start: str, end: str | None) -> None:
    found = find_range(text)
    assert found is not None
    assert (found.start.wire, found.end.wire if found.end else None) == (start, end)


@pytest.mark.parametrize("text", ["between 2 and 3 tonnes", "11 – 08/2015", "Figures of 2014 … and more"])
def test_takes_no_other_numbers_for_dates(text: str) -> None:
    assert find_range(text) is None


def test_parts_that_no_list_knows_are_where_the_other_entries_have_them() -> None:
    text = """2019 – 2022  Store Manager, Harrow Stores Ltd, Filey
2016 – 2019  Vulcaniser, Tyre Kingdom, Scalby Ness
2012 – 2016  Kennel Hand, Happy Paws, Robin Hood's Bay"""
    assert named(text) == [
        ("Store Manager", "Harrow Stores Ltd"),
        ("Vulcaniser", "Tyre Kingdom"),
        ("Kennel Hand", "Happy Paws"),
    ]


def test_text_below_a_position_is_no_employer_if_one_is_above() -> None:
    text = """Juni 2015 – heute  Talbrunn Maschinen SE, Bopfingen
Gruppenleiter Montage (seit Januar 2020)
Verantwortung für die Vormontage
Konstruktionsingenieur (Juni 2015 – Dezember 2019)
Spannmittel, Pressen, Schweißrahmen"""
    assert named(text) == [
        ("Gruppenleiter Montage", "Talbrunn Maschinen SE"),
        ("Konstruktionsingenieur", "Talbrunn Maschinen SE"),
    ]


def test_quotation_marks_name_an_employer() -> None:
    text = """2018 – 2021  Бармен, трактир «Лисья нора»
Коктейли
2015 – 2018  Официант, бар «Причал»
Вечерние смены"""
    assert named(text) == [("Бармен", "трактир «Лисья нора»"), ("Официант", "бар «Причал»")]


def test_chinese_employers_and_positions_are_known_by_their_endings() -> None:
    text = """常州长河机床厂
质检员
2019.03 - 至今
检验来料

徐州白鹭商贸公司
仓库主管
2015.07 - 2019.02"""
    assert named(text) == [("质检员", "常州长河机床厂"), ("仓库主管", "徐州白鹭商贸公司")]


def test_voluntary_work_says_so_itself() -> None:
    text = """Jule Hartwig
jule@hartwig.example

Berufserfahrung
2015 – heute  Gärtnerin, Baumschule Ried GmbH

Sonstiges
Ehrenamtliche Trainerin, Turnverein Ried, seit 2018
Lesen, Chor und ehrenamtlich im Tierheim seit 2019"""
    found = [(entry.title, entry.organization, entry.is_unpaid) for entry in parse_cv(text).experience]
    assert found == [
        ("Gärtnerin", "Baumschule Ried GmbH", False),
        ("Ehrenamtliche Trainerin", "Turnverein Ried", True),
    ]


EUROPEAN_FORM = """ESPERIENZA LAVORATIVA
- Date (da – a)  Da aprile 2015 – in corso
- Nome e indirizzo del datore di  Idraulica Fratelli Dessì S.n.c., Oristano
lavoro
- Tipo di impiego  Idraulico
- Date (da – a)  Da giugno 2011 a marzo 2015
- Nome e indirizzo del datore di  Termogamma S.r.l., Nuoro
lavoro
- Tipo di impiego  Apprendista"""


def test_reads_the_form_of_the_european_union() -> None:
    assert named(EUROPEAN_FORM) == [
        ("Idraulico", "Idraulica Fratelli Dessì S.n.c."),
        ("Apprendista", "Termogamma S.r.l."),
    ]


def test_a_list_below_a_heading_that_no_list_knows_holds_the_skills() -> None:
    text = """Nils Okonjo-Pratt
nils@pratt.example

Work
2015 – 2022  Joiner, Bexhill Joinery Ltd

Things my hands know
bell founding, patination, lost wax, chasing

Interests
chess, bell ringing, canal boats"""
    assert parse_cv(text).skills == ["bell founding", "patination", "lost wax", "chasing"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("SERGEANT (RET.) HALIMA BRANT-OSEI", "Halima Brant-Osei"),
        ("Dr. med. dent. Ottmar Quellmalz", "Ottmar Quellmalz"),
        ("Dr Meera Osgood MBBS FRCEM", "Meera Osgood"),
    ],
)
def test_ranks_and_faculties_are_not_part_of_a_name(line: str, name: str) -> None:
    assert find_contacts(f"{line}\n0171 555 01 99").name == name


def test_an_italian_mobile_is_a_mobile() -> None:
    text = "Nome  Ada Serra\nTelefono  070 555 0177\nCellulare  +39 320 555 0166"
    assert find_contacts(text).phone == "+39 320 555 0166"


def lines_at(*rows: tuple[float, float, float, str]) -> list[Line]:
    """Lines from (left, top, right, text), 10 points high."""
    return [Line(left, top, right, top + 10, text) for left, top, right, text in rows]


def test_places_and_dates_at_the_right_edge_stay_beside_their_lines() -> None:
    rows = []
    for n, (employer, place, title, dates) in enumerate(
        [
            ("Nordhavn Glass", "Aarhus", "Glazier", "Jan 2020 – Present"),
            ("Brook & Sons", "Leith, UK", "Apprentice Glazier", "May 2016 – Dec 2019"),
            ("Ministry of Fisheries", "Oban, Argyll", "Clerk", "2014 – 2016"),
        ]
    ):
        top = 100 + 40 * n
        rows += [(50, top, 200, employer), (540 - 6 * len(place), top, 540, place)]
        rows += [(50, top + 14, 180, title), (540 - 6 * len(dates), top + 14, 540, dates)]
    text = in_reading_order(lines_at(*rows), page_width=595, rules=None)
    assert "Glazier  Jan 2020 – Present" in text
    assert "Ministry of Fisheries  Oban, Argyll" in text


def test_an_address_that_reaches_out_of_its_margin_does_not_join_the_columns() -> None:
    margin = [
        "Contact",
        "Sète (Hérault)",
        "04 65 55 01 22",
        "ondine.delacroix-mabille@phare.example",
        "Outils",
    ]
    rows = [(57, 60 + 17 * n, 254 if "@" in text else 150, text) for n, text in enumerate(margin)]
    main = [f"Ligne {n} du texte principal de la page" for n in range(12)]
    rows += [(252, 64 + 14 * n, 520, text) for n, text in enumerate(main)]
    text = in_reading_order(lines_at(*rows), page_width=595, rules=None)
    assert text == [*margin, "", *main]


def test_labels_that_come_again_and_again_are_no_column() -> None:
    rows = []
    for n in range(4):
        top = 100 + 30 * n
        rows += [
            (50, top, 150, "Periodo lavorativo"),
            (220, top, 400, f"Cantiere numero {n}, Oristano centro"),
        ]
        rows += [
            (50, top + 14, 150, "Ruolo e mansione"),
            (220, top + 14, 400, f"Manovale numero {n}, Cagliari"),
        ]
    text = in_reading_order(lines_at(*rows), page_width=595, rules=None)
    assert text[0] == "Periodo lavorativo  Cantiere numero 0, Oristano centro"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From 2009 to 2014 I was a Receptionist at Orchard House Surgery, Leominster.", "Receptionist"),
        (
            "Since 2014 I have worked for Orchard House Surgery in Ross as a Receptionist to six doctors.",
            "Receptionist",
        ),
    ],
)
def test_sentences_name_positions_after_their_dates(text: str, expected: str) -> None:
    assert named(text) == [(expected, "Orchard House Surgery")]


def test_a_range_may_be_broken_after_its_to() -> None:
    (entry,) = split_entries(["Animator, Pebble Studio Ltd, Mar 2020 to", "Present", "Titles for films."])
    assert entry.dates is not None
    assert (entry.dates.start.wire, entry.dates.end) == ("2020-03", None)


def test_a_table_may_have_a_column_for_each_date() -> None:
    rows = """Employer  Position  From  To
Wells Ferry Company  Deckhand  May 2018  Present
Cromer Crab Co.  Packer  June 2015  April 2018"""
    dates = [entry.dates for entry in split_entries(rows.split("\n"))]
    assert [d and (d.start.wire, d.end and d.end.wire) for d in dates] == [
        ("2018-05", None),
        ("2015-06", "2018-04"),
    ]


def test_a_single_year_dates_a_position_between_ranges() -> None:
    text = """2020 – 2022  Research Assistant, Institute of Marine Optics
2018 – 2020  Laboratory Assistant, University of Selkirk
2017  Summer Student, Harwood Laboratory"""
    assert [entry.dates and entry.dates.start.wire for entry in split_entries(text.split("\n"))] == [
        "2020",
        "2018",
        "2017",
    ]


def test_a_heading_may_have_a_remark() -> None:
    assert heading_kind("EMPLOYMENT (latest first)", scheme="cv") == "experience"
    assert heading_kind("Career break (parental leave)", scheme="cv") is None


def test_a_chinese_name_is_the_first_line() -> None:
    assert find_contacts("司徒远航\n电话：139 0000 0188").name == "司徒远航"


def test_a_label_may_head_the_only_list_of_skills() -> None:
    text = """Ken Aldous
07700 900111

2011 – 2020  Roofer, Aldous & Sons Ltd

Can do: slating, lead work, guttering, scaffold inspection"""
    assert parse_cv(text).skills == ["slating", "lead work", "guttering", "scaffold inspection"]


def test_a_title_is_not_part_of_a_firm_of_partners() -> None:
    text = "2008 – 2011  Estimator, Jas. Kelly & Sons, Macroom"
    assert named(text) == [("Estimator", "Jas. Kelly & Sons")]


def test_a_mailbox_may_spell_an_umlaut_with_two_letters() -> None:
    text = "Profi Plus\n0664 555 01 99\na.koerbler@post.example\n\nAgnes Körbler\nSchlosserin"
    assert find_contacts(text).name == "Agnes Körbler"


def test_the_line_reader_outweighs_a_word_of_a_position() -> None:
    lines = ["Fundraising Assistant", "Fenland Youth Orchestra", "2013 – 2016"]
    hints = {"Fundraising Assistant": "title", "Fenland Youth Orchestra": "employer"}
    (entry,) = split_entries(lines, PositionLines(hints))
    assert (entry.title, entry.organization) == ("Fundraising Assistant", "Fenland Youth Orchestra")


def test_freelance_takes_the_place_of_an_employer() -> None:
    text = """Skarv AS, Oslo — Staff Designer  2020 – 2023
Hegre Media, Bergen — UX Designer  2017 – 2020
Freelance — Graphic Designer  2015 – 2017"""
    assert named(text)[-1] == ("Graphic Designer", "Freelance")
