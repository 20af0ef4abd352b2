"""Names of persons: candidates in lines, forms and cells, and the choice between them."""

from __future__ import annotations

import json

import pytest

from app.documents.parsing.contacts import find_addresses, find_contacts
from app.documents.parsing.name_candidates import list_candidates
from app.documents.parsing.name_ranking import WEIGHTS_FILE, Page, describe


def names(text: str, kind: str) -> list[str]:
    return [candidate.name for candidate in list_candidates(text) if candidate.kind == kind]


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("Full name  Oona Lindgren  Date of birth  1.1.1980", "labeled", "Oona Lindgren"),
        ("Candidate: Oona Lindgren", "labeled", "Oona Lindgren"),
        ("Family name: Lindgren\nGiven names: Oona Maria", "pair", "Oona Maria Lindgren"),
        ("Cognome e nome  Lindgren Oona", "labeled", "Lindgren Oona"),
        ("Sukunimi ja etunimi: Lindgren Oona", "labeled", "Lindgren Oona"),
        ("Cognome / Nome | Lindgren Oona", "labeled", "Lindgren Oona"),
        ("Cognome  Lindgren\nNome  Oona", "pair", "Oona Lindgren"),
        ("Achternaam | Lindgren | Voornaam | Oona", "pair", "Oona Lindgren"),
        ("Apellidos | Nombre\nLindgren Aalto | Oona", "pair", "Oona Lindgren Aalto"),
        ("Dr. Oona\nLindgren MSc", "two lines", "Oona Lindgren"),
        ("LINDGREN, Oona", "reversed", "LINDGREN, Oona"),
        ("简历\n姓名  何美玲", "labeled", "何美玲"),
        ("CV of Oona Lindgren", "line", "Oona Lindgren"),
        ("Glazier  |  Oona Lindgren  |  Turku", "piece", "Oona Lindgren"),
        ("oona lindgren\nglazier", "small letters", "oona lindgren"),
        ("Ana del Carmen Robles de la Fuente", "line", "Ana del Carmen Robles de la Fuente"),
    ],
)
def test_a_name_is_a_candidate_wherever_it_is_written(text: str, kind: str, name: str) -> None:
    assert name in names(text, kind)


@pytest.mark.parametrize(
    "line",
    [
        "Informazioni personali",
        "PERSÖNLICHE INFORMATIONEN",
        "A. About you",
        "2. Datos Personales",
        "Fecha de Nacimiento  4.5.1986",
        "Curriculum Vitae",
        "Esperienza Lavorativa",
    ],
)
def test_headings_and_labels_are_no_candidates(line: str) -> None:
    assert list_candidates(line) == []


def test_a_name_beside_its_label_is_not_joined_with_its_parts() -> None:
    text = "Name: Oona Lindgren\nFamily name: Lindgren"
    assert [(one.name, one.kind) for one in list_candidates(text)] == [("Oona Lindgren", "labeled")]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Oona Lindgren FCIPD", "Oona Lindgren"),
        ("Oona Lindgren Pr Eng", "Oona Lindgren"),
        ("Oona Lindgren RVN", "Oona Lindgren"),
        ("Dipl.-Ing. Oona Lindgren", "Oona Lindgren"),
        ("Oona Lindgren (she/her)", "Oona Lindgren"),
        ("Oona Lindgren il", "Oona Lindgren"),
    ],
)
def test_titles_and_letters_around_a_name_are_left_out(line: str, name: str) -> None:
    assert names(line, "line") == [name]


def test_a_name_in_capitals_may_end_in_letters_or_not() -> None:
    assert names("CHEIKH ANTA BA", "line") == ["CHEIKH ANTA BA", "CHEIKH ANTA"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tuulikki Glass Works\nOona Lindgren\nGlazier\noona@tuulikkiglass.example", "Oona Lindgren"),
        ("Fodor Malomipari\nKelemen Borbála\nborbala.kelemen@box.example", "Kelemen Borbála"),
        (
            "SKILLS\nPutty Work\nLead Lights\n\nOona Lindgren\nGlazier\no.lindgren@post.example",
            "Oona Lindgren",
        ),
    ],
)
def test_addresses_decide_between_names(text: str, name: str) -> None:
    assert find_contacts(text).name == name


def test_a_further_name_of_the_addresses_is_a_feature() -> None:
    text = "Oona Lindgren\nlinkedin.com/in/oona-lindgren\no.lindgren@post.example"
    page = Page(text, find_addresses(text))
    candidate = next(one for one in list_candidates(text) if one.kind == "line")
    features = describe(candidate, page)
    assert features["slug explained"] == features["mailbox explained"] == 1.0
    assert features["slug words"] == 1.0
    assert features["mailbox words"] == 0.5


def test_every_feature_of_a_candidate_has_a_weight() -> None:
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    text = "Oona Lindgren\nGlazier"
    page = Page(text, find_addresses(text))
    features = [describe(candidate, page) for candidate in list_candidates(text)]
    assert {key for one in features for key in one} <= set(weights)


def test_a_name_on_two_lines_is_described_by_both() -> None:
    text = "Oona\nLindgren Aalto\nGlazier\noona.lindgrenaalto@post.example"
    page = Page(text, find_addresses(text))
    candidate = next(one for one in list_candidates(text) if one.kind == "two lines")
    features = describe(candidate, page)
    assert features["title below"] == 1.0
    assert features["family repeated"] == 0.0
    assert page.label(candidate) == next(
        one for one in page.labels if one is not None and one.label == "name"
    )


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("Oona", "Lindgren Aalto"),
        ("OONA", "LINDGREN AALTO"),
        ("Ruairí", "Ó Lindgréin"),
        ("Oona", "van den Lindgren"),
        ("Iria", "Barreiro Castro"),
        ("Zofia", "Nowak-Kamińska"),
    ],
)
def test_a_name_on_two_lines_is_taken_whole(above: str, below: str) -> None:
    text = f"{above}\n{below}\nGlazier\n\nCONTACT\n+358 20 910 4417"
    assert find_contacts(text).name.casefold() == f"{above} {below}".casefold()


def test_a_family_name_with_its_particle_is_no_whole_name() -> None:
    assert list_candidates("Ó Lindgréin") == []
    assert names("Oona van 't Lindgren", "line") == ["Oona van 't Lindgren"]


def test_a_telephone_number_may_touch_the_dot_of_its_label() -> None:
    assert find_contacts("Oona Lindgren\nTurku Ph.020 910 4417 oona@post.example").phone == "020 910 4417"
