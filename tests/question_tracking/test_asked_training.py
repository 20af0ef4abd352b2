"""Examples for the network that reads lines beside prepared questions."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from app.question_tracking.asked_examples import (
    PAIRS_FOLDER,
    REPLIES_FOLDER,
    Line,
    Question,
    QuestionList,
    choose_foreign,
    list_by_sound,
    pair_lists,
    pair_sessions,
    read_lists,
    spoil,
    vary_lines,
)
from app.question_tracking.asked_training import draw_examples, make_batches, widen_head
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import EncodedPair
from tests.question_tracking.sample_sessions import BAKER

LISTS = """# A comment.
== baker
? How do you bake bread?
+ Well. || Walk me through it.
- How much bread do you bake?
? Why this bakery?
+ What brings you to us?
- We open at five.
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "pairs.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_lists_are_read_with_the_lines_before(tmp_path: Path) -> None:
    (one,) = read_lists(write(tmp_path, LISTS))
    assert (one.trade, [question.text for question in one.questions]) == (
        "baker",
        ["How do you bake bread?", "Why this bakery?"],
    )
    assert one.questions[0].asking == [Line("Well.", "Walk me through it.")]
    assert one.questions[1].other == [Line("", "We open at five.")]


def test_any_other_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no line of a list"):
        read_lists(write(tmp_path, "== baker\n* What?\n"))


def test_a_line_asks_only_its_own_question(tmp_path: Path) -> None:
    lists = read_lists(write(tmp_path, LISTS))
    others = [
        QuestionList("baker", [Question("Why bread?")]),
        QuestionList("tiler", [Question("Any tiles?")]),
    ]
    examples = pair_lists(lists, random.Random(1), others)
    asking = {(pair.question, pair.line) for pair, asks in examples if asks}
    assert asking >= {
        ("How do you bake bread?", "Walk me through it."),
        ("Why this bakery?", "What brings you to us?"),
    }
    assert ("Why this bakery?", "Walk me through it.") in {
        (pair.question, pair.line) for pair, asks in examples if not asks
    }
    assert "Any tiles?" in {pair.question for pair, asks in examples if not asks}
    assert "Why bread?" not in {pair.question for pair, _ in examples}


def test_half_of_the_foreign_questions_are_worded_like_the_own_one() -> None:
    own, alike = "How do you bake bread in a wood oven?", "How do you bake bread at home?"
    foreign = [own, alike, "How do you calm a dog in a kennel?", "Why us?", "Tell me about a mistake."]
    chance = random.Random(1)
    chosen = [choose_foreign(own, foreign, chance) for _ in range(300)]
    assert not {own, alike} & set(chosen)
    assert 160 <= chosen.count("How do you calm a dog in a kennel?") <= 240


def test_some_lines_are_misheard_and_questions_never() -> None:
    pair = AskedPair("Why would you leave your two shops?", "", "Why would you leave your two shops?")
    heard = vary_lines([(pair, True)] * 60, random.Random(2))
    assert {one.question for one, _ in heard} == {pair.question}
    changed = sum(one.line != pair.line for one, _ in heard)
    assert 8 <= changed <= 32


def test_lines_with_a_reply_are_also_spoiled() -> None:
    pair = AskedPair("Why?", "", "Will you wander, wonder, wince or wane?", "Wind, winter, winning.")

    def count_spoiled(example: AskedPair) -> int:
        varied = [one for one, _ in vary_lines([(example, True)] * 200, random.Random(3))]
        return sum(bool({"wind", "winter", "winning"} & set(one.line.split())) for one in varied)

    assert 30 <= count_spoiled(pair) <= 80
    assert count_spoiled(replace(pair, reply="")) == 0


def test_spoiled_words_begin_alike() -> None:
    words = list_by_sound(["Valley cellar", "feeling pens"])
    assert spoil("village a seller", random.Random(4), words, (1.0, 1.0)) in (
        "valley a cellar",
        "feeling a cellar",
    )
    assert spoil("village a seller", random.Random(4), words, (0.0, 0.0)) == "village a seller"


def test_a_reply_belongs_to_the_line_before_it(tmp_path: Path) -> None:
    start = "== baker\n? Why bread?\n"
    (one,) = read_lists(write(tmp_path, f"{start}+ What drew you?\n> The smell.\n- We bake.\n"))
    assert one.questions[0].asking == [Line("", "What drew you?", "The smell.")]
    assert one.questions[0].other == [Line("", "We bake.")]
    with pytest.raises(ValueError, match="no line of a list"):
        read_lists(write(tmp_path, f"{start}> The smell.\n"))


def test_the_network_of_replies_reads_only_lines_with_a_reply(tmp_path: Path) -> None:
    lists = read_lists(write(tmp_path, LISTS.replace("through it.", "through it.\n> I knead it first.")))
    lists.append(QuestionList("tiler", [Question("Any tiles?"), Question("Why tiles?")]))

    def draw(*, with_replies: bool) -> set[tuple[str, str]]:
        drawn = draw_examples(lists, [], random.Random(5), with_replies=with_replies)
        return {(pair.line, pair.reply) for pair, _ in drawn}

    assert draw(with_replies=True) == {("Walk me through it.", "I knead it first.")}
    assert {reply for _, reply in draw(with_replies=False)} == {""}


def test_of_a_session_the_question_asked_last_and_foreign_ones_are_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    path.write_text(f"{BAKER}R How often do you clean it?\nC Every week.\n", encoding="utf-8")
    drawn = [
        (pair.question, pair.line, asks)
        for seed in range(20)
        for pair, asks in pair_sessions([path], random.Random(seed), ["How do you calm a dog?"])
    ]
    follow_up = [(question, asks) for question, line, asks in drawn if line == "How often do you clean it?"]
    assert follow_up.count(("Who taught you to bake bread?", False)) == 20
    assert ("How do you calm a dog?", "And who taught you to bake bread?", False) in drawn
    assert {asks for question, _, asks in drawn if question == "How do you calm a dog?"} == {False}
    asked_second = "So how do you judge the dough, and which oven do you use?"
    assert ("Which oven do you use?", asked_second, True) in drawn


def test_every_example_is_in_one_batch() -> None:
    items = [(EncodedPair((number,) * (1 + number % 7), ()), True) for number in range(100)]
    batches = make_batches(items, random.Random(3))
    assert sorted(item[0].ids[0] for batch in batches for item in batch) == list(range(100))


def test_the_lists_of_the_repository_can_be_paired() -> None:
    files = [*PAIRS_FOLDER.glob("*.txt"), *REPLIES_FOLDER.glob("*.txt")]
    lists = [one for path in files for one in read_lists(path)]
    assert len(lists) > 100
    assert all(len(one.questions) > 1 for one in lists)


def test_a_reply_adds_nothing_to_a_head_that_read_none() -> None:
    start = {"head.weight": torch.ones(1, 4), "head.bias": torch.ones(1)}
    widen_head(start, 6)
    assert start["head.weight"].tolist() == [[1.0] * 4 + [0.0] * 2]
