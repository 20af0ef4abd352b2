"""Neutral text for the judge: names, titles, gendered words and postcodes make no difference."""

from __future__ import annotations

import pytest

from models.judgement.neutral import neutralize


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Then Amina asked him to stop.", "Then Oliver asked her to stop."),
        ("I studied at Eton College and left.", "I studied at Harrow School and left."),
        ("I live near SW1A 1AA at the moment.", "I live near M14 5RT at the moment."),
        ("My wife drove Mr Smith home.", "My husband drove Mrs Jones home."),
        ("We met at the University of Leeds in May.", "We met at Keele in May."),
    ],
)
def test_people_and_places_become_the_same_text(one: str, other: str) -> None:
    assert neutralize((one,)) == neutralize((other,))


def test_a_name_keeps_its_placeholder_in_the_whole_exchange() -> None:
    texts = neutralize(("Have you used Kafka?", "", "No, I only read about Kafka.", "We had Pulsar."))
    assert texts == ("Have you used Alpha?", "", "No, I only read about Alpha.", "We had Bravo.")


def test_a_known_name_is_replaced_at_the_start_of_a_sentence_too() -> None:
    assert neutralize(("I told Amina.", "Amina agreed.")) == ("I told Alpha.", "Alpha agreed.")


def test_days_abbreviations_and_the_speaker_stay() -> None:
    text = "On Monday I checked the VAT return and the PPE, and in March I did it again."
    assert neutralize((text,)) == (text,)


def test_text_in_capitals_keeps_its_words() -> None:
    assert neutralize(("WE CHECKED THE PUMP AND THE VALVE BEFORE WE LEFT THE SITE",)) == (
        "WE CHECKED THE PUMP AND THE VALVE BEFORE WE LEFT THE SITE",
    )


def test_german_nouns_are_no_names() -> None:
    assert neutralize(("Die Rechnung lag bei Frau Berger auf dem Tisch.",), "de") == neutralize(
        ("Die Rechnung lag bei Herrn Kaya auf dem Tisch.",), "de"
    )
    assert "Rechnung" in neutralize(("Die Rechnung lag auf dem Tisch.",), "de")[0]
