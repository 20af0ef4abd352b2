"""Labeled exchanges: reading, splitting by trade, and the variations that training makes of them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel

DATA_DIR = Path(__file__).parent / "data"
"""One folder per language, named by its ISO 639-1 code."""
SECOND_DATA_DIR = Path(__file__).parent / "data-second"
"""The exchanges that the second stage of the training adds, in folders of the same kind."""
THIRD_DATA_DIR = Path(__file__).parent / "data-third"
"""Those of the third stage: denials of what a job requires, and answers that sound alike."""

LANGUAGES = ("en", "de", "fr")


@dataclass(frozen=True, slots=True)
class Example:
    """An exchange with the labels of its sentences and of the whole answer."""

    exchange: Exchange
    sentence_labels: tuple[frozenset[SentenceLabel], ...]
    answer_label: AnswerLabel
    trade: str
    kind: str
    """experience, technical, situational, motivation, closed or probe."""
    style: str
    """clean, spoken, asr or second_language."""
    pair: str = ""
    """The same for both examples of a minimal pair; empty otherwise."""


def read_examples(paths: Iterable[Path]) -> list[Example]:
    """All examples of some JSON Lines files. Raises ValueError, KeyError."""
    examples: list[Example] = []
    for path in paths:
        language = path.parent.name if path.parent.name in LANGUAGES else "en"
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            row = json.loads(line)
            exchange = Exchange(
                row["question"],
                tuple(item["text"] for item in row["answer"]),
                row["requirement"] or "",
                language,
            )
            examples.append(
                Example(
                    exchange,
                    tuple(frozenset(map(SentenceLabel, item["labels"])) for item in row["answer"]),
                    AnswerLabel(row["answer_label"]),
                    row["profession"],
                    row["kind"],
                    row["style"],
                    f"{path.stem} {row['profession']} {row['pair']}" if row.get("pair") else "",
                )
            )
    return examples


_FILLERS = ("um", "uh", "you know", "I mean", "like", "sort of", "yeah", "so")


def vary(example: Example, others: Sequence[Example], chance: random.Random) -> Example:
    """A random variation of an example, as another transcript of it might look.

    Sometimes the requirement is left out, the text loses case and punctuation, gets fillers and misheard
    words, or two sentences are joined, as speech recognition does. Sometimes the question is exchanged for
    another one of the same trade, so that the answer is about something else.
    """
    exchange = example.exchange
    if exchange.requirement and chance.random() < 0.4:
        exchange = replace(exchange, requirement="")
    varied = replace(example, exchange=exchange)
    is_whole = example.answer_label is AnswerLabel.FULL and example.kind != "closed"
    if others and is_whole and chance.random() < 0.12:
        other = chance.choice(others).exchange
        if other.question != exchange.question and other.requirement != example.exchange.requirement:
            varied = replace(
                varied,
                exchange=replace(exchange, question=other.question, requirement=other.requirement),
                answer_label=AnswerLabel.OFF_TOPIC,
            )
    if len(example.sentence_labels) > 1 and chance.random() < 0.2:
        varied = _join_sentences(varied, chance)
    if example.style != "asr" and chance.random() < 0.35:
        sentences = tuple(_misrecognize(text, chance) for text in varied.exchange.sentences)
        varied = replace(varied, exchange=replace(varied.exchange, sentences=sentences))
    return varied


def _join_sentences(example: Example, chance: random.Random) -> Example:
    index = chance.randrange(len(example.sentence_labels) - 1)
    texts, labels = list(example.exchange.sentences), list(example.sentence_labels)
    joined = labels[index] | labels[index + 1]
    if len(joined) > 1:
        joined -= {SentenceLabel.NEUTRAL}
    texts[index : index + 2] = [f"{texts[index].rstrip('.!')} {texts[index + 1]}"]
    labels[index : index + 2] = [joined]
    return replace(
        example, exchange=replace(example.exchange, sentences=tuple(texts)), sentence_labels=tuple(labels)
    )


def _misrecognize(text: str, chance: random.Random) -> str:
    """The text without punctuation, with fillers, and with a few words lost, doubled or garbled."""
    words: list[str] = []
    for word in re.sub(r"[^\w\s'-]", "", text).split():
        draw = chance.random()
        if draw < 0.02:
            continue
        if draw < 0.05 and len(word) > 3:
            cut = chance.randrange(1, len(word) - 1)
            words.append(chance.choice((word[:cut], word[cut:], f"{word[:cut]} {word[cut:]}")))
        else:
            words.append(word)
        if draw > 0.985:
            words.append(word)
        elif draw > 0.95:
            words.append(chance.choice(_FILLERS))
    return " ".join(words) or text
