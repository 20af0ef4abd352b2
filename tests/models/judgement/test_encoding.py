"""Encoding of exchanges for the judge: windows, sentence spans, limits."""

from __future__ import annotations

from models.judgement.encoding import (
    MAX_QUESTION_TOKENS,
    MAX_SENTENCE_TOKENS,
    MAX_WINDOW_TOKENS,
    Exchange,
    encode_exchange,
)


class WordTokenizer:
    """One token per word; the id of a word is its length."""

    cls_token_id = 1001
    sep_token_id = 1002

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
        assert not add_special_tokens
        return [len(word) for word in text.split()]


TOKENIZER = WordTokenizer()


def test_a_window_holds_question_requirement_and_sentences() -> None:
    [window] = encode_exchange(TOKENIZER, Exchange("Why so", ("It was late", "I left"), "Be calm"))
    assert window.ids == (1001, 3, 2, 1002, 2, 4, 1002, 2, 3, 4, 1002, 1, 4, 1002)
    assert window.types == (0,) * 7 + (1,) * 7
    assert window.spans == ((7, 10), (11, 13))
    assert (window.first, window.context) == (0, 0)


def test_an_answer_without_sentences_has_no_window() -> None:
    assert encode_exchange(TOKENIZER, Exchange("Why", ())) == []


def test_a_sentence_without_tokens_still_has_a_span() -> None:
    [window] = encode_exchange(TOKENIZER, Exchange("Why", ("…… ".strip("… "), "Yes")))
    assert all(end > start for start, end in window.spans)
    assert len(window.spans) == 2


def test_a_long_answer_takes_several_windows_that_cover_each_sentence_once() -> None:
    sentences = tuple("word " * 40 for _ in range(30))
    windows = encode_exchange(TOKENIZER, Exchange("Why", sentences))
    judged = [
        window.first + index for window in windows for index in range(window.context, len(window.spans))
    ]
    assert judged == list(range(30))
    assert all(len(window.ids) <= MAX_WINDOW_TOKENS for window in windows)
    assert [window.context for window in windows] == [0] + [1] * (len(windows) - 1)


def test_long_texts_are_cut() -> None:
    question = "early " + "word " * 200 + "asked"
    [window] = encode_exchange(TOKENIZER, Exchange(question, ("w " * 500,)))
    start, end = window.spans[0]
    assert end - start == MAX_SENTENCE_TOKENS
    # The end of a long question is what was asked.
    assert window.ids[MAX_QUESTION_TOKENS] == len("asked")
    assert window.ids[1] == len("word")
