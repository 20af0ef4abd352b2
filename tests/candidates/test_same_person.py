"""Duplicate detection: when two profiles describe the same person."""

from __future__ import annotations

import pytest

from app.candidates.rules import PersonIndex, PersonKeys, are_different_people, phone_key


@pytest.mark.parametrize(
    "line",
    [
        ("+47 22 55 01 42", "22550142", "0047 22550142", "(+47) 22 55 01 42"),
        ("+44 (0)20 7946 0958", "020 7946 0958", "+442079460958", "0044 20 7946 0958"),
        ("+49 30 901820", "030/901820", "+49 (0) 30 / 90 18 20", "030 901820"),
        ("+1 (416) 555-0142", "416.555.0142", "1-416-555-0142 ext. 12", "416 555 0142 x7", "4165550142"),
        ("+33 6 12 34 56 78", "06 12 34 56 78", "06.12.34.56.78 / 01 98 76 54 32"),
    ],
)
def test_one_phone_number_in_any_format_has_one_key(line: tuple[str, ...]) -> None:
    assert len({phone_key(form) for form in line}) == 1
    assert phone_key(line[0]) is not None


def test_different_phone_numbers_have_different_keys() -> None:
    lines = ["+47 22 55 01 42", "+47 22 55 01 43", "020 7946 0958", "06 12 34 56 78"]
    assert len({phone_key(line) for line in lines}) == 4
    assert [phone_key(text) for text in (None, "", "n/a", "ext. 12345678", "12345")] == [None] * 5


def keys(
    name: str = "", email: str | None = None, phone: str | None = None, linkedin: str | None = None
) -> PersonKeys:
    return PersonKeys.of(name=name, email=email, phone=phone, linkedin=linkedin)


def test_a_shared_phone_number_does_not_merge_a_family() -> None:
    index = PersonIndex()
    index.add("karl", keys("Karl Maier", phone="030 9018200"))
    assert index.find(keys("Lisa Maier", phone="030 9018200")) is None
    assert index.find(keys("", phone="030 9018200")) is None
    assert index.find(keys("Dr. Karl MAIER", phone="+49 30 9018200")) == "karl"


def test_the_email_address_outranks_name_and_phone() -> None:
    index = PersonIndex()
    index.add("first", keys("Ann Lee", "ann@x.com", "5550142"))
    index.add("second", keys("Ann Lee", None, "5550142"))
    assert index.find(keys("Someone Else", "ANN@X.com ")) == "first"
    # Two email addresses mean two people, even with the same name and phone. One without joins the first.
    assert index.find(keys("Ann Lee", "other@x.com", "5550142")) == "second"
    assert index.find(keys("Ann Lee", None, "5550142")) == "first"
    assert index.find(keys("Ann Lee")) is None
    assert index.find(keys("Ann Lee", None, None, "https://linkedin.com/in/ann")) is None


def test_merged_keys_find_the_person_too() -> None:
    index = PersonIndex()
    index.add("ann", keys("Ann Lee", phone="5550142"))
    assert index.find(keys("A. L.", "ann@x.com")) is None
    index.merge_keys("ann", keys("Ann Lee", "ann@x.com", "5550142", "linkedin.com/in/ann"))
    assert index.find(keys("A. L.", "ann@x.com")) == "ann"
    assert index.find(keys("Ann Lee", None, None, "linkedin.com/in/ann")) == "ann"
    assert index.find(keys("Ann Lee", "other@x.com", "5550142")) is None


@pytest.mark.parametrize(
    ("other", "is_different"),
    [
        (("Pavel Osterman", "p.osterman@post.example", None, None), True),
        (("Nora Holm", "nora@post.example", None, None), False),
        (("Pavel Osterman", "nora@box.example", None, None), False),
        (("Pavel Osterman", None, None, None), False),
        (("", "p.osterman@post.example", None, None), False),
        (("Pavel Osterman", "p.osterman@post.example", "+47 22 55 01 42", None), False),
        (("Pavel Osterman", "p.osterman@post.example", None, "linkedin.com/in/nora"), False),
    ],
)
def test_people_differ_if_names_and_addresses_do(
    other: tuple[str, str | None, str | None, str | None], is_different: bool
) -> None:
    nora = PersonKeys.of(
        name="Nora Lindqvist", email="nora@box.example", phone="22 55 01 42", linkedin="linkedin.com/in/nora"
    )
    name, email, phone, linkedin = other
    keys = PersonKeys.of(name=name, email=email, phone=phone, linkedin=linkedin)
    assert are_different_people(nora, keys) is is_different
