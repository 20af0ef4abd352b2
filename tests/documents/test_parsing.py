"""Parsing of dates, contacts, entries, skills and job descriptions by patterns."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from app.candidates.career import to_experience_level
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import experience_months, parse_cv
from app.documents.parsing.dates import find_range, union_months
from app.documents.parsing.education import education_level, education_years
from app.documents.parsing.entry import split_statements
from app.documents.parsing.experience import MAX_ENTRIES
from app.documents.parsing.job import parse_job
from app.documents.parsing.job_head import job_level
from app.documents.parsing.kind import detect_type
from app.documents.parsing.skill_lists import split_skills
from app.documents.tables import DocumentType
from tests.documents import samples

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("text", "start", "end", "months"),
    [
        ("March 2022 – Present", "2022-03", None, 56),
        ("Sep 2021 - Aug 2022", "2021-09", "2022-08", 11),
        ("06/2019 to 02/2022", "2019-06", "2022-02", 32),
        ("2018 – 2021", "2018", "2021", 36),
        ("2019-06 – 2022-02", "2019-06", "2022-02", 32),
        ("Dec. 2011 - Exp. Feb. 2012", "2011-12", "2012-02", 2),
        ("enero 2020 – marzo 2021", "2020-01", "2021-03", 14),
        ("06/2019 – heute", "2019-06", None, 89),
        ("2019 - '21", "2019", "2021", 24),
        ("2019–21", "2019", "2021", 24),
        ("since 2020", "2020", None, 82),
        ("depuis mars 2021", "2021-03", None, 68),
        ("Summer 2019", "2019", "2019", 2),
        ("Jan – Mar 2020", "2020-01", "2020-03", 2),
        ("Nov – Feb 2020", "2019-11", "2020-02", 3),
        ("May '15 – Nov '18", "2015-05", "2018-11", 42),
        ("01.03.2019 - 30.06.2020", "2019-03", "2020-06", 15),
        ("Q1 2019 – Q3 2020", "2019-01", "2020-09", 20),
        ("January 5, 2019 - March 1, 2020", "2019-01", "2020-03", 14),
        ("Aug 2019 –", "2019-08", None, 87),
        ("Jun-2014 to Aug-2016", "2014-06", "2016-08", 26),
    ],
)
def test_date_ranges_are_found(text: str, start: str, end: str | None, months: int) -> None:
    found = find_range(f"Engineer, Example Ltd  {text}")
    assert found is not None
    assert found.start.wire == start
    assert (found.end.wire if found.end else None) == end
    assert found.months(TODAY) == months


@pytest.mark.parametrize("text", ["in 2019 we grew", "+1 416 555 0142", "2022 - 2019", "ISO 9001"])
def test_other_numbers_are_not_date_ranges(text: str) -> None:
    assert find_range(text) is None


def test_parallel_jobs_count_once() -> None:
    ranges = [find_range(text) for text in ("Jan 2020 - Jan 2022", "Jan 2021 - Jan 2023")]
    assert union_months([r for r in ranges if r], today=TODAY) == 37


def test_contacts_of_a_cv() -> None:
    contacts = find_contacts(samples.CV)
    assert contacts.name == "Nora Lindqvist"
    assert contacts.email == "nora.lindqvist@example.com"
    assert contacts.phone == "+47 22 55 01 42"
    assert contacts.linkedin == "linkedin.com/in/nora-lindqvist"


def test_a_text_without_contacts_gives_none() -> None:
    contacts = find_contacts("Milk and bread\nfrom 2019 - 2020\n")
    assert contacts == type(contacts)(name="", email=None, phone=None, linkedin=None)


HEADERS = {
    "title, employer, place, then dates": "Systems Analyst, Acme Group, Oslo\nMay 2019 - June 2020\n- Did it",
    "title, employer and dates": "Systems Analyst, Acme Group  May 2019 - June 2020\nOslo, Norway\n- Did it",
    "title, then employer with dates": "Systems Analyst\nAcme Group, Oslo (May 2019 – June 2020)\n- Did it",
    "employer, then title with dates": "Acme Group\nSystems Analyst May 2019 - June 2020\n- Did it",
    "bars": "Systems Analyst | Acme Group | May 2019 - June 2020\n- Did it",
    "employer, dates, title": "Acme Group\n\nMay 2019 - June 2020\n\nSystems Analyst\n- Did it",
    "dates first": "May 2019 – June 2020  Systems Analyst, Acme Group, Oslo\nDid it",
    "employer first": "Acme Group, Oslo, Systems Analyst\nMay 2019 – June 2020\n- Did it",
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())
def test_entries_are_parsed_in_any_header_layout(header: str) -> None:
    cv = parse_cv(f"Jane Roe\njane@example.com\n\nWORK EXPERIENCE\n{header}\n\nEDUCATION\nBSc in Physics\n")
    assert [(e.title, e.organization) for e in cv.experience] == [("Systems Analyst", "Acme Group")]
    assert cv.experience[0].dates is not None
    assert cv.experience[0].dates.months(TODAY) == 13
    assert cv.experience[0].statements(cv.known_words) == ["Did it"]


def test_a_date_column_over_two_lines_is_joined() -> None:
    text = "EXPERIENCE\n2021 –  Data Engineer, Acme Group, Oslo\nPresent  Built the pipelines.\n"
    cv = parse_cv(text)
    assert cv.experience[0].title == "Data Engineer"
    assert cv.experience[0].dates is not None
    assert cv.experience[0].dates.end is None


def test_totals_of_a_cv_are_calculated() -> None:
    cv = parse_cv(samples.CV)
    assert [e.organization for e in cv.experience] == ["Fjordline Freight AS", "Halden Shipping Group"]
    assert cv.current_position == "Senior Platform Engineer"
    # July 2017 to June 2021, and March 2021 to November 2026: four months are in both.
    assert experience_months(cv, today=TODAY) == 48 + 69 - 4
    assert education_level(cv.education) == "Master's"
    assert education_years(cv.education, today=TODAY) == 2.0
    assert cv.skills == ["Kubernetes", "Bazel", "Terraform", "Linux", "Prometheus"]


@pytest.mark.parametrize(
    ("years", "level"),
    [(None, None), (0.4, "junior"), (2.9, "junior"), (3.0, "mid-level"), (4.9, "mid-level"), (5.0, "senior")],
)
def test_levels_follow_the_specified_years(years: float | None, level: str | None) -> None:
    assert to_experience_level(years) == level


def test_education_years_fall_back_to_the_level() -> None:
    cv = parse_cv("Jane Roe\n\nEDUCATION\nDiploma in Nursing, Acme College\n")
    assert (education_level(cv.education), education_years(cv.education, today=TODAY)) == ("Diploma", 2.0)


def test_skills_are_split_without_duplicates() -> None:
    lines = [
        "- Languages: Go, Java",
        "- go",
        "Git, Docker, Natural",
        "Language Processing",
        "Excel & Outlook",
    ]
    assert split_skills(lines) == [
        "Go",
        "Java",
        "Git",
        "Docker",
        "Natural language processing",
        "Excel",
        "Outlook",
    ]


def test_sections_of_a_job_description_are_parsed() -> None:
    job = parse_job(samples.JOB)
    assert (job.title, job.company, job.level) == ("Staff Platform Engineer", "Nordhavn Logistics", "senior")
    assert len(job.responsibilities) == 2
    assert job.requirements == ["5+ years of platform engineering", "Kubernetes in production", "Terraform"]
    assert (job.preferred, job.benefits) == (["Prometheus"], ["30 days of holiday"])


@pytest.mark.parametrize(
    ("title", "stated", "requirements", "level"),
    [
        ("Developer", "", ["2 years of experience"], "junior"),
        ("Developer", "", ["At least three years on a ward"], "mid"),
        ("Developer", "", ["5+ years of Go"], "senior"),
        ("Junior developer", "", ["5+ years of Go"], "junior"),
        ("Nurse", "Mid-level (Band 5)", ["two years"], "mid"),
        ("Developer", "", ["Java"], None),
    ],
)
def test_the_level_of_a_job_is_parsed(
    title: str, stated: str, requirements: list[str], level: str | None
) -> None:
    assert job_level(title, stated, requirements) == level


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (samples.CV, DocumentType.CV),
        (samples.JOB, DocumentType.JOB_DESCRIPTION),
        (samples.LETTER, DocumentType.COVER_LETTER),
        (samples.SHOPPING, DocumentType.UNSUPPORTED),
    ],
)
def test_the_document_type_is_detected(text: str, kind: DocumentType) -> None:
    detected = detect_type(text)
    assert detected.type == kind
    assert 0 <= detected.confidence <= 1


@pytest.mark.parametrize("name", ["backend-engineer-payments", "registered-nurse-ward"])
@pytest.mark.parametrize("ending", ["txt", "pdf", "docx"])
async def test_shared_cvs_are_parsed_as_expected(shared_data: Path, name: str, ending: str) -> None:
    from app.documents.sandbox.requests import extract_document

    folder = shared_data / "spoken" / name
    expected = json.loads((folder / "expected.json").read_text())["cv"]
    cv = parse_cv((await extract_document(folder / f"cv.{ending}")).text)
    assert cv.contacts.name == expected["name"]
    assert cv.contacts.email == expected["email"]
    assert [e.organization for e in cv.experience] == [e["company"] for e in expected["employers"]]
    # By the conventions of the bench, a ward is no part of a title; these CVs were labeled before them.
    titles = [
        re.sub(r", [A-Z][a-z ]+ (?:Unit|Ward)$", "", e["title"], flags=re.I) for e in expected["employers"]
    ]
    assert [e.title for e in cv.experience] == titles
    for entry, expected_entry in zip(cv.experience, expected["employers"], strict=True):
        assert entry.dates is not None
        assert abs(entry.dates.months(TODAY) - expected_entry["durationMonths"]) <= 1
    assert set(cv.skills) == set(expected["skills"])


@pytest.mark.parametrize(
    "text", ["- " * 3_000, "a@" * 3_000, "\n" * 3_000, "\u200b", "(" * 3_000, "2019 " * 2_000]
)
def test_other_text_gives_no_fields(text: str) -> None:
    assert parse_cv(text).experience == []
    assert parse_job(text).company == ""
    assert detect_type(text).type == DocumentType.UNSUPPORTED


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Fachkraft Hafenlogistik (m/w/d)", "Fachkraft Hafenlogistik"),
        ("Vertretung Archiv (w/m/x)", "Vertretung Archiv"),
        ("Chargé d'accueil (H/F)", "Chargé d'accueil"),
    ],
)
def test_a_line_for_every_gender_is_the_title(line: str, title: str) -> None:
    duties = "AUFGABEN\n- Leitung eines Lagers mit 40 Plätzen\n- Planung der Schichten\n"
    assert parse_job(f"{line}\nHafen Nord, Kiel\n\n{duties}").title == title


def test_a_table_of_thousands_of_dates_is_not_a_career() -> None:
    lines = "Engineer, Acme Ltd  2019 - 2020\n- Did it\n" * 200
    assert len(parse_cv(f"Jane Roe\n\nEXPERIENCE\n{lines}").experience) == MAX_ENTRIES


def test_positions_at_one_employer_share_its_name() -> None:
    cv = parse_cv(
        "Jane Roe\njane@example.com\n\nEXPERIENCE\nAcme Bank, Oslo\n2010 - 2020\nHead of Audit, 2015 - 2020\n"
        "- Led six\nAudit Manager, 2010 - 2015\n- Did it\n"
    )
    assert [(e.title, e.organization) for e in cv.experience] == [
        ("Head of Audit", "Acme Bank"),
        ("Audit Manager", "Acme Bank"),
    ]


def test_parental_leave_is_not_a_position() -> None:
    cv = parse_cv("Jane Roe\n\nEXPERIENCE\nNurse, Acme Clinic\n2019 - 2022\n\nParental leave\n2018 - 2019\n")
    assert [e.title for e in cv.experience] == ["Nurse"]


def test_lines_without_bullets_are_statements_of_their_own() -> None:
    lines = ["Care of twelve horses", " Lessons for beginners in two groups", "Fences and paddocks 2021"]
    assert split_statements(lines) == [line.strip() for line in lines]


def test_long_lines_that_all_begin_with_a_capital_are_statements_of_their_own() -> None:
    lines = [
        "Planned the rides of the whole season together with the owner and the guests",
        "Looked after twelve horses and four ponies, their feed, bedding, hooves, saddles and bridles",
        "Paths on the new map",
        "Repaired fences",
    ]
    assert split_statements(lines) == lines


@pytest.mark.parametrize(
    "lines",
    [
        ["Planned the rides of the whole season together with the owner and the guests of", "Willow Stables"],
        ["Care of twelve horses, ponies,", "Donkeys"],
        ["Verantwortlich für Planung und", "Umsetzung der Reitstunden"],
        ["Care of twelve horses and of the", "paddocks behind the house"],
    ],
)
def test_a_wrapped_line_stays_one_statement(lines: list[str]) -> None:
    assert split_statements(lines) == [" ".join(lines)]


def test_a_heading_does_not_run_into_the_text_about_the_job() -> None:
    job = parse_job(
        "Head groom\n\nAbout us\nWillow Stables, Ashford\nWe look after thirty horses and give lessons.\n"
    )
    assert job.about.split("\n") == [
        "Willow Stables, Ashford",
        "We look after thirty horses and give lessons.",
    ]


def test_a_list_without_bullets_below_the_role_is_duties() -> None:
    job = parse_job(
        "Night Porter\n\nThe role:\nGreet late guests\nWalk the building every hour\n\nYou:\nCalm at night\n"
    )
    assert job.responsibilities == ["Greet late guests", "Walk the building every hour"]
    assert job.requirements == ["Calm at night"]


def test_labels_below_the_title_of_the_document_are_no_duties() -> None:
    job = parse_job("JOB DESCRIPTION\n\nNight Porter\nEmployer Hotel Aurora\nHours 37.5 per week\n")
    assert not job.responsibilities


def test_sentences_below_the_role_are_a_description() -> None:
    job = parse_job("Night Porter\n\nThe role:\nYou greet late guests. You also walk the building.\n")
    assert not job.responsibilities
    assert job.about.startswith("You greet late guests.")


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("We want one person for the nights. You'd:", "responsibilities"),
        ("You will be responsible for", "responsibilities"),
        ("Das machen Sie", "responsibilities"),
        ("Wir suchen jemanden mit", "requirements"),
        ("Nous recherchons une personne avec", "requirements"),
        ("We are looking for someone with", "requirements"),
        ("Vous", "requirements"),
    ],
)
def test_a_heading_that_begins_a_sentence_heads_its_list(heading: str, section: str) -> None:
    job = parse_job(
        f"Night Porter\n\nHotel Aurora has 32 rooms.\n\n{heading}\n\n- calm nights\n- clean halls\n"
    )
    assert getattr(job, section) == ["calm nights", "clean halls"]


def test_the_head_of_a_job_does_not_run_into_the_text_below() -> None:
    head = "Hotel Aurora by the harbour of Whitby – a permanent position, from January"
    text = "We have 32 rooms, a small restaurant and a view over the whole harbour of the town."
    job = parse_job(f"Night Porter\n{head}\n\n{text}\n")
    assert text in job.about.split("\n")


def test_dates_of_interviews_are_no_requirements() -> None:
    job = parse_job(
        "Night Porter\n\nRequirements\n- Calm at night\n- Closing date 4 May\n- Interviews on 9 May\n"
    )
    assert job.requirements == ["Calm at night"]


def test_short_lines_in_small_letters_are_a_list() -> None:
    lines = ["walks the building", "greets late guests", "sets up the breakfast room"]
    assert split_statements(lines) == lines


def test_a_wrapped_sentence_is_no_list() -> None:
    lines = ["Walks the building every hour and", "greets late guests who come from the", "station at night"]
    assert split_statements(lines) == [" ".join(lines)]


def test_a_nickname_in_a_name_keeps_its_case() -> None:
    text = 'IRENE "RENI" HALVORSEN\nNurse\n\nirene.halvorsen@example.com\n\nEXPERIENCE\n- Nurse, Brookside\n'
    assert find_contacts(text).name == 'Irene "Reni" Halvorsen'


@pytest.mark.parametrize(("first", "second"), [("a)", "b)"), ("(a)", "(b)"), ("(i)", "(ii)"), ("(1)", "(2)")])
def test_a_list_with_letters_or_numerals_keeps_all_items(first: str, second: str) -> None:
    text = f"""Kennel Manager

    Duties
    {first} plan the walks of forty dogs
    {second} order the feed and keep the stock book
    """
    assert parse_job(text).responsibilities == [
        "plan the walks of forty dogs",
        "order the feed and keep the stock book",
    ]


def test_an_abbreviation_does_not_end_an_item() -> None:
    text = """Kennel Manager

    Duties
    You run the kennels incl. Sundays and feed the dogs. You keep the stock book.
    """
    assert parse_job(text).responsibilities == [
        "You run the kennels incl. Sundays and feed the dogs.",
        "You keep the stock book.",
    ]
