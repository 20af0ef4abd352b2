"""Examples for the network that reads lines beside prepared questions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.question_tracking.asked_examples import (
    PAIRS_FOLDER,
    Line,
    Question,
    QuestionList,
    choose_foreign,
    mishear,
    pair_lists,
    read_lists,
)
from app.question_tracking.asked_training import make_batches
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import EncodedPair

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
    heard = mishear([(pair, True)] * 60, random.Random(2))
    assert {one.question for one, _ in heard} == {pair.question}
    changed = sum(one.line != pair.line for one, _ in heard)
    assert 8 <= changed <= 32


def test_every_example_is_in_one_batch() -> None:
    items = [(EncodedPair((number,) * (1 + number % 7), ()), True) for number in range(100)]
    batches = make_batches(items, random.Random(3))
    assert sorted(item[0].ids[0] for batch in batches for item in batch) == list(range(100))


def test_the_lists_of_the_repository_can_be_paired() -> None:
    lists = [one for path in PAIRS_FOLDER.glob("*.txt") for one in read_lists(path)]
    assert len(lists) > 100
    assert all(len(one.questions) > 1 for one in lists)
