"""Whisper's vocabulary: byte-pair encoding without merge rules, and the ids of special tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.whisper_tokens import LANGUAGES, Vocabulary

PAIRS = [b" t", b"he", b" the", b"in", b"er", "ü".encode(), b"ne"]


def make_vocabulary(size: int = 51_865) -> Vocabulary:
    """The 256 bytes, then a few merges in the order in which they were learned."""
    return Vocabulary([*(bytes([byte]) for byte in range(256)), *PAIRS], size)


def test_pairs_merge_in_the_order_in_which_they_were_learned() -> None:
    vocabulary = make_vocabulary()
    # " t" and "he" are merged first, and then with each other.
    assert vocabulary.encode(" the") == [258]
    # "in" was learned before "ne".
    assert vocabulary.encode("ine") == [259, ord("e")]


@given(st.text())
def test_decoding_returns_the_text_that_was_encoded(text: str) -> None:
    vocabulary = make_vocabulary()
    expected = text.encode("utf-8", "replace").decode()
    assert vocabulary.decode(vocabulary.encode(text)) == expected


def test_a_character_belongs_to_the_token_that_completes_it() -> None:
    vocabulary = make_vocabulary()
    assert vocabulary.decode_each([*"é".encode(), ord("a")]) == ["", "é", "a"]


def test_a_text_that_looks_like_a_special_token_is_plain_text() -> None:
    vocabulary = make_vocabulary()
    assert max(vocabulary.encode("<|endoftext|>")) < vocabulary.end_of_text


def test_special_tokens_follow_the_byte_pairs() -> None:
    multilingual = make_vocabulary()
    assert multilingual.languages["en"] == 50_259
    assert multilingual.transcribe == 50_359
    assert multilingual.no_timestamps == 50_363
    assert multilingual.timestamp_seconds(50_364 + 50) == pytest.approx(1.0)
    assert multilingual.timestamp_seconds(50_363) is None
    english = make_vocabulary(51_864)
    assert not english.is_multilingual
    assert (english.end_of_text, english.start, english.no_timestamps) == (50_256, 50_257, 50_362)
    assert make_vocabulary(51_866).languages["yue"] == 50_258 + len(LANGUAGES)


def test_a_vocabulary_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="32000"):
        make_vocabulary(32_000)


def test_every_token_has_a_name() -> None:
    vocabulary = make_vocabulary()
    names = vocabulary.names()
    assert len(names) == vocabulary.size
    assert names[vocabulary.start] == "<|startoftranscript|>"
    assert names[vocabulary.no_timestamps] == "<|notimestamps|>"
    assert names[-1] == "<|30.00|>"
