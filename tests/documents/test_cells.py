"""Rows of tables and forms, whatever separates their cells."""

import pytest

from app.documents.parsing.cells import split_cells
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.skill_lists import split_skills
from app.documents.parsing.wording import tidy

GAPS = pytest.mark.parametrize("gap", ["  ", "\t", "|", " | ", "  |  "])


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Skill  Level", ["Skill", "Level"]),
        ("| Skill | Level |", ["Skill", "Level"]),
        ("Skill \t Level", ["Skill", "Level"]),
        ("Skill | | Level", ["Skill", "", "Level"]),
        ("One line - with a dash", ["One line - with a dash"]),
    ],
)
def test_a_line_is_split_into_cells(line: str, cells: list[str]) -> None:
    assert split_cells(line) == cells


@GAPS
def test_names_are_read_beside_their_labels(gap: str) -> None:
    row = gap.join(["Surname", "Visser", "First names", "Karin Maria"])
    assert (
        find_contacts(f"APPLICATION FORM\n{row}\nEmail: k.visser@post.example").name == "Karin Maria Visser"
    )


@GAPS
def test_each_label_of_a_form_gets_a_line_with_its_value(gap: str) -> None:
    row = gap.join(["Position:", "Gardener", "Employer:", "Selby Garden Centre"])
    assert tidy(row) == "Position: Gardener\nEmployer: Selby Garden Centre"


@GAPS
def test_levels_beside_skills_are_no_skills(gap: str) -> None:
    table = {
        "Pruning": "good",
        "Bricklaying": "basic",
        "Mowing": "good",
        "Planting": "basic",
        "Weeding": "good",
    }
    assert split_skills([gap.join(row) for row in table.items()]) == list(table)
