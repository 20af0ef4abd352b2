"""Canonical skill names: spellings and translations of one skill, and skills found in text."""

from __future__ import annotations

import pytest

from app.skills.catalog import canonical_skill, find_skills, list_spellings


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("k8s", "Kubernetes"),
        ("POSTGRES", "PostgreSQL"),
        ("nodejs", "Node.js"),
        ("React.js", "React"),
        ("js", "JavaScript"),
        ("C++", "C++"),
        ("c sharp", "C#"),
        (".net core", ".NET"),
        ("Microsoft  Excel", "Excel"),
        ("Advanced Excel", "Excel"),
        ("Python (5 years)", "Python"),
        ("RESTful APIs", "REST"),
        ("venipuncture", "Venepuncture"),
        ("Amazon Web Services", "AWS"),
        ("Falconry", "Falconry"),
        ("  Wound   care. ", "Wound care"),
        ("Kommissionierung", "Order picking"),
        ("préparation de commandes", "Order picking"),
        ("Soins palliatifs", "Palliative care"),
        ("WIG-Schweißen", "TIG welding"),
        ("Comptabilité fournisseurs", "Accounts payable"),
        ("Droit du travail", "Employment law"),
        ("Vergaberecht", "Public procurement"),
        ("Méthode 5S", "5S"),
    ],
)
def test_a_skill_has_one_name(text: str, name: str) -> None:
    assert canonical_skill(text) == name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Go or Java in production", ["Go", "Java"]),
        ("We go further and swift is our answer", []),
        ("Go to the office. Spring was warm, and we rest.", []),
        ("5 years of experience with Go", ["Go"]),
        ("Built services in Python, React and Postgres.", ["Python", "React", "PostgreSQL"]),
        ("C, C++ and C#", ["C", "C++", "C#"]),
        ("Wrote ASP.NET pages; mail me at a@example.net", ["ASP.NET"]),
        ("machine\nlearning", ["Machine learning"]),
        ("Project, management", []),
        ("strong communication skills", ["Communication"]),
        ("The communication of the ward", []),
        ("wound care and IV cannulation", ["Wound care", "IV cannulation"]),
        ("Our HR team met, and their pr was fine", ["Human resources"]),
        ("the hr", []),
    ],
)
def test_skills_named_in_a_text(text: str, names: list[str]) -> None:
    assert [skill.name for skill in find_skills(text)] == names


def test_offsets_mark_the_words_in_the_text() -> None:
    text = "Fünf Jahre k8s, Ärzte und GitHub Actions"
    assert [text[s.start : s.end] for s in find_skills(text)] == ["k8s", "GitHub Actions"]


def test_every_spelling_of_a_name_leads_back_to_it() -> None:
    assert list_spellings("Kubernetes")[0] == "Kubernetes"
    assert all(canonical_skill(s) == "Kubernetes" for s in list_spellings("Kubernetes"))
    assert list_spellings("Falconry") == ["Falconry"]


@pytest.mark.parametrize(
    "text", ["Two sheds with vaults below", "Moved the hives", "Skilled with nodes and hives", "In few words"]
)
def test_the_plural_of_an_everyday_word_is_no_product(text: str) -> None:
    assert find_skills(text) == []
