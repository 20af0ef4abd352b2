"""Word error rate over normalized words."""

from __future__ import annotations

import pytest

from app.bench.word_errors import WordErrors, count_word_errors, normalize_words, sum_word_errors


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mr. Hale", "mister hale"),
        ("twenty-five", "25"),
        ("in twenty twenty-five", "In 2025,"),
        ("nineteen eighty-four", "1984"),
        ("two thousand and five", "2005"),
        ("one hundred and twenty-three", "123"),
        ("a hundred people", "100 people"),
        ("twelve hundred", "1,200"),
        ("the third", "the 3rd"),
        ("the twenty-first", "the 21st"),
        ("five million dollars", "$5 million"),
        ("three point five", "3.5"),
        ("ninety-nine point nine five percent", "99.95%"),
        ("four four two", "442"),
        ("the eighties", "the 80s"),
        ("two terabytes, 2 TB", "2 terabytes 2TB"),
        ("Um, well, uh, yes", "well yes"),
        ("Don't", "don\u2019t"),
        ("well-known", "well known"),
        ("[BLANK_AUDIO] hello (laughs)", "Hello!"),
        ("the U.S. at 5 p.m.", "the US at five pm"),
        ("café", "cafe"),
        ("three point two million", "3.2 million"),
        ("two hundred and fifty thousand", "250,000"),
        ("Okay", "ok"),
    ],
)
def test_spellings_of_the_same_words_are_normalized_alike(one: str, other: str) -> None:
    assert normalize_words(one) == normalize_words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fifteen", "fifty"),
        ("25", "24"),
        ("two or three", "23"),
        ("third", "three"),
        ("can", "can't"),
        ("a", "an"),
    ],
)
def test_different_words_stay_different(one: str, other: str) -> None:
    assert normalize_words(one) != normalize_words(other)


def test_errors_are_substitutions_deletions_and_insertions() -> None:
    assert count_word_errors("one two cats sleep", "1 2 bats sleep now") == WordErrors(2, 3)
    assert count_word_errors("the cats sleep", "cats sleep") == WordErrors(1, 3, lost_words=1)


def test_the_rate_is_one_without_hypothesis_and_none_without_reference() -> None:
    assert count_word_errors("the cats sleep", "").rate == 1.0
    assert count_word_errors("", "you").errors == 1
    assert count_word_errors("", "").rate is None


def test_summed_rates_are_weighted_by_words() -> None:
    assert sum_word_errors([WordErrors(1, 10), WordErrors(9, 90)]).rate == 0.1
