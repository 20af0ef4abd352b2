"""Index words, query words and spelling correction."""

from __future__ import annotations

import pytest

from app.record_search.expressions import Scope
from app.record_search.spelling import count_allowed_errors, find_similar_words
from app.record_search.words import MAX_QUERY, make_indexed_words, split_query
from app.text.folding import fold, fold_strokes


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("José Núñez", "jose nunez"),
        ("ŁUKASZ", "lukasz"),
        ("Søren Åse", "soren ase"),
        ("Straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("Ｔｏｋｙｏ", "tokyo"),
    ],
)
def test_case_accents_and_width_are_folded(written: str, typed: str) -> None:
    assert fold_strokes(written) == fold_strokes(typed)


def test_text_without_accents_is_folded_like_the_rest_of_a_text() -> None:
    text = "".join(map(chr, range(128)))
    assert fold(text) == fold(f"{text}é").removesuffix("e") == text.lower()


def test_words_are_split_at_punctuation() -> None:
    assert make_indexed_words(["C++, C# & node.js"]) == ["c++", "c#", "node", "js", "nodejs"]
    assert make_indexed_words(["Jean-Luc O'Brien"]) == ["jean", "luc", "o", "brien", "jeanluc", "obrien"]


@pytest.mark.parametrize("typed", ["4165550142", "(416) 555-0142", "+1 416 555 0142", "416-555-0142"])
def test_a_phone_number_matches_in_any_grouping(typed: str) -> None:
    query = split_query(typed)
    assert query is not None
    assert len(query) == 1
    assert any(word.startswith(query[0]) for word in make_indexed_words(["+1 (416) 555-0142"]))


def test_a_pasted_url_matches_one_without_scheme() -> None:
    query = split_query("https://www.linkedin.com/in/nora-l/")
    assert query is not None
    assert set(query) <= set(make_indexed_words(["linkedin.com/in/nora-l"]))


@pytest.mark.parametrize("q", ["%", "***", '"', "(", "\0", "🎉", "", "_", "x" * (MAX_QUERY + 1)])
def test_punctuation_and_overlong_queries_have_no_words(q: str) -> None:
    assert split_query(q) is None


def test_longer_words_allow_more_errors() -> None:
    assert [count_allowed_errors(w) for w in ("abc", "abcd", "abcdefg", "abcdefgh", "ab12cd")] == [
        0,
        1,
        1,
        2,
        0,
    ]


WORDS = ("john", "lindqvist", "kubernetes", "smith", "smythe", "berlin")


def vocabulary(beginning: str, is_backward: bool) -> list[str]:
    words = [word[::-1] if is_backward else word for word in WORDS]
    return [word for word in words if word.startswith(beginning)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("jhon", "john"),
        ("jonh", "john"),
        ("johm", "john"),
        ("yohn", "john"),
        ("smiht", "smith"),
        ("msith", "smith"),
        ("lindquist", "lindqvist"),
        ("lindqivst", "lindqvist"),
        ("lyndquist", "lindqvist"),
        ("kubernets", "kubernetes"),
        ("kuburnetis", "kubernetes"),
        ("lindqv", "lindqvist"),
    ],
)
def test_misspelled_words_find_similar_ones(typed: str, meant: str) -> None:
    found = find_similar_words(typed, vocabulary)
    assert any(meant.startswith(word) for word in found) or meant.startswith(typed)


def test_a_misspelled_beginning_of_a_word_is_corrected() -> None:
    assert find_similar_words("kuberenet", vocabulary) == ["kubernet"]


@pytest.mark.parametrize("typed", ["jxyn", "jo", "1234567", "zzzzzzzz"])
def test_too_many_errors_find_nothing(typed: str) -> None:
    assert find_similar_words(typed, vocabulary) == []


def test_no_scope_is_a_prefix_of_another() -> None:
    keys = [Scope(number).forward("") for number in (0, 1, 35, 36, 36**2, 36**4 - 1)]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {5}
    with pytest.raises(ValueError, match="no room"):
        Scope(36**4).forward("x")
