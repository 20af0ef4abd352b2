"""Rules for skills and addresses that the first reading of ``tenth-mixed`` led to."""

from __future__ import annotations

import pytest

from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.sections import split_sections
from app.documents.parsing.skill_lists import split_skills
from app.documents.parsing.unnamed_lists import find_skill_list


@pytest.mark.parametrize(
    ("lines", "skills"),
    [
        (["Glazing: putty work, lead lights, leaf gilding", "Bench: grinding, cutting"],
         ["putty work", "lead lights", "leaf gilding", "grinding", "cutting"]),
        (["putty work; lead lights; leaf gilding;", "grinding; cutting"],
         ["putty work", "lead lights", "leaf gilding", "grinding", "cutting"]),
        (["Grinding – lead lights – putty work"], ["Grinding", "lead lights", "putty work"]),
        (["- Cutting of curved laminated sheets  • Leaf gilding on glass", "- Putty work  • Grinding"],
         ["Cutting of curved laminated sheets", "Leaf gilding on glass", "Putty work", "Grinding"]),
        (["List what you can do for us.", "- Grinding", "- Putty work"], ["Grinding", "Putty work"]),
        (["| Hand | Bench |", "|---|---|", "| gilding | grinding |"], ["gilding", "grinding"]),
        (["Cutting, gilding, Finnish", "Spoken: Finnish, Swedish"], ["Cutting", "gilding", "Finnish"]),
        (["Cutting, grinding, gilding", "o.lindgren@post.example · 0161 496 0330"],
         ["Cutting", "grinding", "gilding"]),
    ],
)  # fmt: skip
def test_lists_of_skills_are_split_at_their_separators(lines: list[str], skills: list[str]) -> None:
    assert split_skills(lines) == skills


@pytest.mark.parametrize(
    ("item", "skills"),
    [
        ("Gilding (Intermediate)", ["Gilding"]),
        ("Crane ticket (renewed 2024)", ["Crane ticket"]),
        ("Crane ticket, to 09/2029", ["Crane ticket"]),
        ("a little gilding", ["gilding"]),
        ("Kiln planning (FireCurve)", ["Kiln planning", "FireCurve"]),
        ("Finnish speaker", []),
        ("French polish", ["French polish"]),
        ("Cutting and grinding", ["Cutting and grinding"]),
    ],
)
def test_levels_and_spoken_languages_are_no_skills(item: str, skills: list[str]) -> None:
    assert split_skills([f"- {item}", "- Putty work"]) == [*skills, "Putty work"]


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("Languages  COBOL, REXX, Easytrieve", "skills"),
        ("Languages  Finnish, Swedish (good), Sami", "languages"),
        ("Tickets: crane, forklift", "skills"),
        ("Other: gilding, grinding", "skills"),
        ("Hobbies: chess, rowing", "other"),
    ],
)
def test_rows_of_a_list_of_skills_belong_to_it(row: str, kind: str) -> None:
    text = f"Oona Lindgren\n\nSkills\nBench  diamond wheel, kiln\n{row}\n"
    last = row.rpartition(" ")[2]
    sections = split_sections(text, scheme="cv")
    assert [s.kind for s in sections if any(last in line for line in s.lines)] == [kind]


def test_tickets_beside_skills_head_skills() -> None:
    sections = split_sections("Oona Lindgren\n\nTickets and skills\nCrane, forklift\n", scheme="cv")
    assert [section.kind for section in sections] == ["head", "skills"]


def test_a_paragraph_of_skills_needs_no_heading() -> None:
    text = (
        "Oona Lindgren\n\nPython, Docker, Kubernetes, Terraform\n\nThree cats, two dogs, one goat, a barn\n"
    )
    assert parse_cv(text).skills == ["Python", "Docker", "Kubernetes", "Terraform"]
    headed = "Ann Roe\n\n🛠 Skills\nSQL | Bash | Python | Docker\n"
    assert list(filter(None, find_skill_list(headed))) == ["SQL | Bash | Python | Docker"]
    assert find_skill_list("We cut, ground, packed and shipped it in 2019, 2020, 2021 and so on\n") == []


def test_the_address_of_a_person_who_is_named_beside_it_is_not_the_own_one() -> None:
    text = (
        "Oona Lindgren\nGlazier, Turku\n\nReferees\nMr Tarmo Aalto, Aalto Glass, t.aalto@aaltoglass.example\n"
    )
    assert find_contacts(text).email is None
    assert find_contacts(text.replace("Turku", "glazier77@post.example")).email == "glazier77@post.example"
    agency = "Your adviser: Tarmo Aalto · t.aalto@aaltoglass.example · 0161 496 0330"
    contacts = find_contacts(f"Oona Lindgren\nGlazier, Turku\n{agency}\n")
    assert (contacts.email, contacts.phone) == (None, None)


def test_a_telephone_number_beside_dates_is_read_where_contacts_are() -> None:
    line = "Turku (since 2018) | glazier77@post.example | +358 40 555 0177"
    assert find_contacts(f"Oona Lindgren\n{line}\n").phone == "+358 40 555 0177"
    assert find_contacts("Oona Lindgren\nClerk 2016 – 2018, budget 12 500 000\n").phone is None


@pytest.mark.parametrize("heading", ["Health", "SANTÉ / SÉCURITÉ", "Gesundheit"])
def test_what_stands_under_health_is_no_skill(heading: str) -> None:
    text = f"SKILLS\n- Gilding, putty work\n- Turning\n\n{heading}\nBack operation in 2020, fit since\n"
    assert parse_cv(text).skills == ["Gilding", "putty work", "Turning"]
