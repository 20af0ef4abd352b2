"""Twins of interviews: what each change does to the turns."""

from __future__ import annotations

import random
from difflib import SequenceMatcher

import pytest

from app.bench import judgement_twins as twins

TURNS = [
    {"speaker": "interviewer", "text": "How do you plan the ovens?"},
    {
        "speaker": "candidate",
        "text": "I start from the truck and it doesn't fail, I planned the whole week.",
    },
    {"speaker": "interviewer", "text": "Right."},
    {"speaker": "interviewer", "text": "And the returns?"},
    {"speaker": "candidate", "text": "We halved the returns in a year with the planners."},
]


def answers(turns: list[twins.Turn]) -> list[str]:
    return [turn["text"] for turn in turns if turn["speaker"] == "candidate"]


@pytest.mark.parametrize("name", [name for name in twins.TWINS if name != "shuffled"])
def test_only_what_the_candidate_says_is_changed(name: str) -> None:
    changed = twins.TWINS[name](TURNS * 10, random.Random(1))
    assert len(changed) == len(TURNS * 10)
    for turn, before in zip(changed, TURNS * 10, strict=True):
        assert turn["speaker"] == before["speaker"]
        assert turn == before or turn["speaker"] == "candidate"
    assert answers(changed) != answers(TURNS * 10)


def test_shuffled_questions_keep_their_answers() -> None:
    changed = twins.shuffle(TURNS, random.Random(3))
    texts = [turn["text"] for turn in changed]
    assert texts == [turn["text"] for turn in (*TURNS[2:], *TURNS[:2])]


def test_about_an_eighth_of_the_words_is_misheard() -> None:
    before = [f"word{number}" for number in range(1_000)]
    spoken = [{"speaker": "candidate", "text": " ".join(before)}]
    after = " ".join(answers(twins.mishear(spoken, random.Random(1)))).split()
    assert 0.08 < twins.MISHEARD_RATE < 0.16
    assert after != before
    alike = SequenceMatcher(None, before, after, autojunk=False)
    kept = sum(block.size for block in alike.get_matching_blocks())
    assert 0.84 < kept / len(before) < 0.96
    assert abs(len(after) - len(before)) < 0.05 * len(before)


def test_a_second_language_has_fewer_articles_and_other_forms() -> None:
    text = " ".join(answers(twins.speak_as_second_language(TURNS * 20, random.Random(1))))
    assert "doesn't" not in text
    assert text.count("the ") < " ".join(answers(TURNS * 20)).count("the ")


def test_as_many_answers_as_asked_are_poisoned() -> None:
    changed = answers(twins.poison(TURNS * 30, random.Random(1)))
    assert 10 <= sum(text.endswith(twins.POISON) for text in changed) <= 30
