"""What the ninth reading brought: labels of lists, names in brackets, marked and spaced headings."""

from __future__ import annotations

from datetime import date

import pytest

from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import find_range
from app.documents.parsing.experience import split_entries
from app.documents.parsing.forms import table_entries
from app.documents.parsing.sections import split_sections
from app.documents.parsing.skill_lists import split_skills
from app.documents.parsing.wording import join_spaced_letters


@pytest.mark.parametrize(
    ("lines", "skills"),
    [
        (["os    Debian, Talos", "ship  Helm, Podman", "look  Grafana, Loki"],
         ["Debian", "Talos", "Helm", "Podman", "Grafana", "Loki"]),
        (["Atelier", "nougatine, feuilletage, glaçage", "Bureau", "devis, plannings, commandes"],
         ["nougatine", "feuilletage", "glaçage", "devis", "plannings", "commandes"]),
        (["| Area | Things |", "|---|---|", "| Prose | guides, tours |", "| Forms | DITA, AsciiDoc |",
          "| Aids | Vale, Sphinx |"],
         ["guides", "tours", "DITA", "AsciiDoc", "Vale", "Sphinx"]),
        (["软件：用友U8、Excel（图表、VBA）"], ["用友U8", "Excel", "VBA"]),
        (["Methods  MISRA C:2012, Polyspace"], ["MISRA C:2012", "Polyspace"]),
    ],
)  # fmt: skip
def test_labels_of_lists_are_no_skills(lines: list[str], skills: list[str]) -> None:
    assert split_skills(lines) == skills


@pytest.mark.parametrize(
    ("item", "skills"),
    [
        ("Speed typing (90 wpm)", ["Speed typing"]),
        ("Depth migration (Kirchhoff, RTM)", ["Depth migration", "Kirchhoff", "RTM"]),
        ("Route planning (Siemens S7)", ["Route planning", "Siemens S7"]),
        ("Patient safety (PSIRF)", ["Patient safety (PSIRF)"]),
    ],
)
def test_names_in_brackets_are_skills_and_amounts_are_not(item: str, skills: list[str]) -> None:
    assert split_skills([f"- {item}"]) == skills


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('ADEBAYO, Folake ("Flo")\nNurse\nflo@example.org', 'Adebayo, Folake ("Flo")'),
        ("简历\n姓名  林若溪  性别  女\n电话  138-5550-2717", "林若溪"),
        ("THUY LINH DANG, CPA\nAuditor\nt.dang@example.org", "Thuy Linh Dang"),
    ],
)
def test_names_are_found_with_family_name_first_and_beside_their_label(text: str, name: str) -> None:
    assert find_contacts(text).name == name


def test_letters_set_close_join_in_spaced_headings() -> None:
    assert join_spaced_letters("E D U C AT I O N") == "EDUCATION"
    assert join_spaced_letters("AB CD EF GH") == "AB CD EF GH"


def test_a_mark_before_a_known_heading_is_left_out_unless_it_marks_a_list() -> None:
    marked = split_sections("Ann Roe\n\n■ Experience\nClerk, Acme Ltd\n\n■ Education\nBSc", scheme="cv")
    assert [section.kind for section in marked] == ["head", "experience", "education"]
    listed = split_sections("Ann Roe\n\nSkills\n■ Leadership\n■ Software", scheme="cv")
    assert [section.kind for section in listed] == ["head", "skills"]


def test_sentences_below_a_heading_of_skills_are_the_summary() -> None:
    text = (
        "Ann Roe\n\nWhat I bring\nTwelve years on the road have taught me patience, and how to read a map\n"
        "when the screen goes dark. I write short reports that people finish.\n\n"
        "Key skills\nGrant writing, Excel, Budgeting"
    )
    cv = parse_cv(text)
    assert cv.skills == ["Grant writing", "Excel", "Budgeting"]
    assert cv.summary.startswith("Twelve years")


def test_dates_inside_text_do_not_date_positions() -> None:
    lines = [
        "Jan 2019 – Mar 2024: Plumber, Acme Ltd",
        "Boiler swaps and call outs. Sub contract to Glen Homes since 2021, new houses",
        "(less water used every year",
        "since 2022).",
    ]
    assert [entry.title for entry in split_entries(lines)] == ["Plumber"]


def test_a_season_states_no_month_but_has_a_length() -> None:
    found = find_range("Summer 2005  Chambermaid")
    assert found is not None
    assert found.end is not None
    assert (found.start.wire, found.end.wire) == ("2005", "2005")
    assert found.months(date(2026, 11, 29)) == 2


def test_two_seasons_are_one_range() -> None:
    found = find_range("SUMMER 2014 & SUMMER 2015")
    assert found is not None
    assert found.end is not None
    assert (found.start.wire, found.end.wire) == ("2014", "2015")


def test_remarks_in_tables_are_no_part_of_title_and_employer() -> None:
    lines = [
        "Dates  Company  Position",
        "Apr 2023 – present  Wych Housing Association  Non-Executive Director (12 days a year)",
        "Oct 1998 – Feb 2003  Lyle Merriman (chartered accountants)  Trainee",
    ]
    named = [(entry.title, entry.organization) for entry in table_entries(lines)]
    assert named == [
        ("Non-Executive Director", "Wych Housing Association"), ("Trainee", "Lyle Merriman"),
    ]  # fmt: skip


def test_a_legal_form_in_dotted_capitals_belongs_to_the_employer() -> None:
    entries = split_entries(["Técnica de calidad", "Hortícola Peñas, S.A.T. – Lorca", "2017 – 2020"])
    assert [entry.organization for entry in entries] == ["Hortícola Peñas, S.A.T."]
