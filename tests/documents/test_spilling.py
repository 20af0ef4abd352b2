"""Lines of a CV that belong to no list: other headings beside or below it, signatures, and false skills."""

from __future__ import annotations

import pytest

from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import ParsedCv, parse_cv
from app.documents.parsing.job import parse_job
from app.skills.catalog import canonical_skill, find_skills, is_known_skill

HEAD = "Ada Brekke\nada.brekke@post.example\n\n"
WORK = "Experience\nClerk, Harbor Bank, Leeds\n2019 - 2024\n- Letters\n- Ledgers of three branches\n"


def read(body: str) -> ParsedCv:
    return parse_cv(f"{HEAD}{body}\n")


@pytest.mark.parametrize(
    ("body", "skills"),
    [
        ("Skills\nExcel, shorthand\nHobbies: chess, running\n", ["Excel", "Shorthand"]),
        ("Skills: Excel, shorthand\nReferences: on request\n", ["Excel", "Shorthand"]),
        ("Skills\nExcel\nHobbies: chess,\nrunning\nShorthand\nTyping\n", ["Excel", "Shorthand", "Typing"]),
        # What is beside such a label may still be a list of skills.
        ("Skills\nExcel\nOther: shorthand, typing\n", ["Excel", "Shorthand", "Typing"]),
    ],
)
def test_a_label_among_the_skills_ends_at_its_line(body: str, skills: list[str]) -> None:
    assert read(f"{WORK}\n{body}").skills == skills


def test_a_label_among_languages_and_licenses_heads_its_own_line() -> None:
    cv = read(f"{WORK}\nLanguages: Norwegian, English\nInterests: sailing, chess\n")
    assert cv.languages == ["Norwegian", "English"]
    cv = read(f"{WORK}\nFührerschein: B\nHobbys: Angeln, Schach\n")
    assert cv.certifications == ["B"]


def test_an_unknown_heading_in_capitals_ends_the_skills_of_a_cv_without_blank_lines() -> None:
    work = "EXPERIENCE\nClerk, Harbor Bank\n2019 - 2024\n- Letters\n"
    body = f"{work}KEY SKILLS\nExcel, shorthand\nWAYS OF WORKING\nCalm"
    assert parse_cv(f"Ada Brekke\nada.brekke@post.example\n{body}\n").skills == ["Excel", "Shorthand"]
    # A list in capitals is one.
    listed = body.replace("Excel, shorthand\nWAYS OF WORKING\nCalm", "EXCEL\nFORTRAN PUNCHING")
    assert "FORTRAN PUNCHING" in parse_cv(f"Ada Brekke\nada.brekke@post.example\n{listed}\n").skills


def test_a_list_of_skills_does_not_go_on_with_another_skill() -> None:
    assert read(f"{WORK}\nSkills\nDATEV, shorthand, Zenta Office\nExcel, typing\n").skills == [
        "DATEV",
        "Shorthand",
        "Zenta Office",
        "Excel",
        "Typing",
    ]


@pytest.mark.parametrize(
    "closing",
    [
        "Emden, 3. Mai 2026\nAda Brekke",
        "\nEmden, 3. Mai 2026",
        "Leeds, the 3rd May 2026\n\nAda Brekke",
        "Fait à Nantes, le 3 mai 2026",
        "Place: Leeds\nDate: 3 May 2026",
        "I hereby declare that all of this is true.\nLeeds, 3 May 2026",
        "References available on request.",
    ],
)
def test_closing_lines_are_no_work(closing: str) -> None:
    assert read(f"{WORK}{closing}").experience[0].statements(frozenset()) == [
        "Letters",
        "Ledgers of three branches",
    ]


@pytest.mark.parametrize(
    "last", ["First aid, 3 May 2026", "- Opened the branch in Emden, 3 May 2026", "Ada Brekke"]
)
def test_other_last_lines_stay(last: str) -> None:
    cv = read(f"{WORK}\nCertifications\nWelding\n{last}\n")
    kept = last.lstrip("- ")
    assert any(kept in line for line in [*cv.certifications, cv.contacts.name])


def test_skills_do_not_become_work_without_a_heading_of_work() -> None:
    body = "Clerk, Harbor Bank, Leeds\n2019 - 2024\n- Letters\n\nSkills: Excel, shorthand, typing\n"
    assert read(body).experience[0].statements(frozenset()) == ["Letters"]


@pytest.mark.parametrize(
    ("lines", "employer"),
    [
        ("Sozietät Brandt & Partner | Coesfeld\nRechtsfachwirtin\n2019 - 2024", "Sozietät Brandt & Partner"),
        ("Rechtsfachwirtin\nKanzlei Brandt | Coesfeld\n2019 - 2024", "Kanzlei Brandt"),
        ("Clerk\nHoyle & Sons | Selby\n2019 - 2024", "Hoyle & Sons"),
        ("Clerk bij Havenbank, Gent\n2019 - 2024", "Havenbank"),
        ("Partner\nHoyle & Sons | Selby\n2019 - 2024", "Hoyle & Sons"),
    ],
)
def test_a_town_or_a_word_for_at_beside_an_employer_is_not_its_name(lines: str, employer: str) -> None:
    [position] = read(f"Experience\n{lines}\n- Letters").experience
    assert position.organization == employer
    assert position.title in {"Rechtsfachwirtin", "Clerk", "Partner"}


@pytest.mark.parametrize(
    "text", ["M.A. in Geschichte, Graz", "Master of Arts (M. A.)", "Shop clerk, H&M a chain"]
)
def test_letters_of_a_degree_are_no_skill(text: str) -> None:
    assert find_skills(text) == []
    assert not is_known_skill("M. A.")


def test_letters_joined_by_their_sign_are_a_skill() -> None:
    assert [skill.name for skill in find_skills("Deals, M&A and valuation")][:1] == [
        "Mergers and acquisitions"
    ]
    assert canonical_skill("M & A") == "Mergers and acquisitions"


def test_the_plural_of_an_everyday_word_is_not_a_product() -> None:
    assert read(f"{WORK}\nSkills\nExcel, Zenta (notions), typing\n").skills == ["Excel", "Zenta", "Typing"]


def test_a_particle_of_a_name_in_capitals_is_written_small() -> None:
    assert find_contacts("Yann LE GALL\nyann.legall@post.example").name == "Yann Le Gall"
    assert find_contacts("Wei LI\nwei.li@post.example").name == "Wei LI"


@pytest.mark.parametrize(
    ("head", "title", "company"),
    [
        (
            "Course Writer (hybrid, Leicester, 2 days on site)\nNorth Mill School",
            "Course Writer",
            "North Mill School",
        ),
        ("Tram Driver\nBay Light Rail, permanent, shifts", "Tram Driver", "Bay Light Rail"),
        ("Nurse\nFern Clinics (Oxford / remote)", "Nurse", "Fern Clinics"),
    ],
)
def test_remarks_beside_the_job_are_not_its_name(head: str, title: str, company: str) -> None:
    job = parse_job(f"{head}\n\nYour tasks\n- Answer letters\n")
    assert (job.title, job.company) == (title, company)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("What we're after", "requirements"),
        ("What we would like to see", "requirements"),
        ("Wen wir suchen", "requirements"),
        ("Ce que nous recherchons", "requirements"),
        ("What the work looks like", "responsibilities"),
        ("What you would be doing", "responsibilities"),
        ("What we can give you", "benefits"),
    ],
)
def test_a_question_heads_a_list_of_the_job(heading: str, kind: str) -> None:
    job = parse_job(
        f"Clerk\nHarbor Bank\n\nAbout us\nWe lend money.\n\n{heading}\nKind words\nClear letters\n"
    )
    assert getattr(job, kind) == ["Kind words", "Clear letters"]


@pytest.mark.parametrize("bullet", [">", "+"])
def test_further_signs_are_bullets(bullet: str) -> None:
    job = parse_job(f"Clerk\nHarbor Bank\n\nYour tasks\n{bullet} Answer letters\n{bullet} Keep the ledger\n")
    assert job.responsibilities == ["Answer letters", "Keep the ledger"]


def test_what_you_bring_and_the_number_of_branches() -> None:
    body = "Your tasks\nAnswer letters\nKeep the ledger\n\nYou bring:\nKind words\nClear letters\n"
    job = parse_job(f"Clerk\nHarbor Bank, 6 branches in Kent\n\n{body}")
    assert job.company == "Harbor Bank"
    assert job.requirements == ["Kind words", "Clear letters"]
