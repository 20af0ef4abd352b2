"""The data of ``claim-kinds``: replies that take back a line of a CV, and replies that only sound like it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "claim-kinds"
KINDS = {"unheld", "by_other", "never", "less", "ended", "other"}
TEXTS = ("trade", "line", "question", "before", "sentence", "after")
REPLIES_OF_A_LINE = 4


def read_replies() -> list[tuple[str, dict[str, Any]]]:
    """(name of the file, reply) of every reply."""
    return [
        (path.name, json.loads(line))
        for path in sorted(FOLDER.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def test_every_reply_has_its_texts_and_a_known_kind() -> None:
    for name, reply in read_replies():
        assert set(reply) == {*TEXTS, "kind", "contradicts"}, name
        assert all(isinstance(reply[text], str) for text in TEXTS), name
        assert reply["sentence"], name
        assert reply["kind"] in KINDS, name


def test_half_of_the_replies_to_each_line_contradict_it() -> None:
    replies, contradicting = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for name, reply in read_replies():
        replies[name, reply["line"]] += 1
        contradicting[name, reply["line"]] += reply["contradicts"]
    assert set(replies.values()) == {REPLIES_OF_A_LINE}
    assert set(contradicting.values()) == {REPLIES_OF_A_LINE // 2}


def test_no_reply_occurs_twice() -> None:
    sentences = Counter(reply["sentence"] for _, reply in read_replies())
    assert [sentence for sentence, count in sentences.items() if count > 1] == []
