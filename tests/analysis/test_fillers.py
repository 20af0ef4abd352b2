"""Fillers of spoken language are left out of titles and of what the judge reads."""

from __future__ import annotations

import pytest

from app.text.fillers import remove_fillers, remove_sounds


@pytest.mark.parametrize(
    ("language", "spoken", "left"),
    [
        ("en", "Um, we, uh, cut it by half", "we, cut it by half"),
        ("en", "I mean, we moved it, you know, twice", "we moved it, twice"),
        ("en", "You know the kind of answer I like", "You know the kind of answer I like"),
        ("en", "We sort of moved it and I mean it was, yeah, late", "We moved it and it was, late"),
        ("en", "Then you know we moved it", "Then we moved it"),
        (
            "en",
            "That is the kind of job, if you know what I mean",
            "That is the kind of job, if you know what I mean",
        ),
        ("de", "Äh, er ging um drei", "er ging um drei"),
        ("de", "Also, das war, na ja, schwierig", "das war, schwierig"),
        ("fr", "Euh, on a, enfin, changé le plan", "on a, changé le plan"),
        ("en", "Um", "Um"),
    ],
)
def test_fillers_are_removed(language: str, spoken: str, left: str) -> None:
    assert remove_fillers(spoken, language=language) == left


def test_phrases_stay_where_only_sounds_are_removed() -> None:
    assert remove_sounds("Well, um, I mean, yes", language="en") == "Well, I mean, yes"
