"""Names and contact details in more forms; examples with other words than those of the sets of CVs."""

from __future__ import annotations

import pytest

from app.documents.parsing.contacts import find_contacts


@pytest.mark.parametrize(
    "name",
    [
        "Owen Tregear Jr.", "OWEN TREGEAR III", "Ravi a/l Kumaran", "Ravi s/o Kumaran", "Lina al-Masri",
        "Rosa dela Peña-Ruiz", "Inês d’Alva", "Máire Nic an Airchinnigh", "J.P. van der Kolk", "'Ana Taufa",
    ],
)  # fmt: skip
def test_more_forms_of_names_are_read_whole(name: str) -> None:
    found = find_contacts(f"{name}\nBaker\n07700 900155\nWick").name
    assert found.casefold() == name.casefold()


def test_an_address_confirms_the_family_name_on_the_line_below_a_whole_name() -> None:
    text = "Ana Luisa de Melo\nBrito\nBaker\nlinkedin.com/in/ana-melo-brito-bread\nWick"
    assert find_contacts(text).name == "Ana Luisa de Melo Brito"


def test_a_remark_behind_a_number_says_that_it_is_mobile() -> None:
    text = "Morwenna Tregear\nTel. 01632 960155 (home) | 07700 900155 (mobile)"
    assert find_contacts(text).phone == "07700 900155"


def test_an_address_may_be_broken_before_its_dot() -> None:
    assert (
        find_contacts("Morwenna Tregear\nmorwenna@wickpost\n.example\nWick").email
        == "morwenna@wickpost.example"
    )
