"""The line reader: features, the network in NumPy and in training, and the made-up training CVs."""

from __future__ import annotations

import random

import numpy as np
import pytest

from models.line_reader.features import BUCKETS, hash_grams
from models.line_reader.generator import make_example
from models.line_reader.labels import LINE_LABELS, PART_LABELS
from models.line_reader.network import MAX_LINES, LineReader, load_line_reader
from models.line_reader.training import ReaderNetwork, count_transitions
from models.line_reader.words import list_languages, load_words
from models.line_reader.written import load_written, vary


def test_case_spaces_and_digits_do_not_change_the_characters_of_a_line() -> None:
    assert hash_grams("Yard  Hand 2019").tolist() == hash_grams("yard hand 2024").tolist()
    assert hash_grams("Yard Hand").tolist() != hash_grams("Hard Yand").tolist()


@pytest.mark.parametrize("text", ["", "x", "日", "\x00\ud800", "a" * 100_000, "🙂 " * 50])
def test_any_line_has_characters_within_the_table(text: str) -> None:
    rows = hash_grams(text)
    assert 1 <= len(rows) < 1000
    assert rows.min() >= 0
    assert rows.max() < BUCKETS


def test_training_cvs_are_the_same_for_the_same_seed_and_use_every_label() -> None:
    first = [make_example(random.Random(seed)) for seed in range(200)]
    assert first == [make_example(random.Random(seed)) for seed in range(200)]
    assert all(len(example.lines) == len(example.labels) for example in first)
    assert all(
        bool(line) == bool(label) for e in first for line, label in zip(e.lines, e.labels, strict=True)
    )
    assert {label for e in first for label in e.labels if label} == set(LINE_LABELS)
    assert {label for e in first for _, label in e.parts} == set(PART_LABELS)


def test_every_language_has_the_same_lists() -> None:
    keys = set(load_words("en"))
    assert len(list_languages()) == 21
    for language in list_languages():
        words = load_words(language)
        assert set(words) == keys, language
        assert all(all(items) for items in words.values()), language
        assert len(words["months"]) == 12, language


def test_the_network_in_numpy_gives_what_was_trained() -> None:
    import torch

    network = ReaderNetwork()
    state = {name: value.numpy() for name, value in network.state_dict().items()}
    state["embedding"] = state.pop("embedding.weight")
    state["transitions"] = np.zeros((len(LINE_LABELS), len(LINE_LABELS)), dtype=np.float32)
    reader = LineReader(state)
    lines = ["Ada Example", "", "Work", "Welder, Acme", "2019 - 2021", "- built boats"]
    with torch.no_grad():
        expected = network.label_probabilities(lines)
    found = [line for line in reader.read_lines(lines) if line is not None]
    assert [LINE_LABELS.index(line.label) for line in found] == expected.argmax(1).tolist()
    assert [line.probability for line in found] == pytest.approx(expected.max(1).values.tolist(), rel=1e-4)


def test_the_order_of_labels_decides_between_equal_lines() -> None:
    weights = {name: np.zeros_like(value) for name, value in load_line_reader().weights.items()}
    skill, title = LINE_LABELS.index("skill"), LINE_LABELS.index("title")
    weights["line.2.bias"][title] = 1.0
    weights["line.2.bias"][skill] = 0.9
    weights["transitions"][title, title] = -5.0
    labels = [line.label for line in LineReader(weights).read_lines(["a", "b"]) if line]
    assert labels in (["title", "skill"], ["skill", "title"])


def test_transitions_are_those_of_the_training_cvs() -> None:
    transitions = count_transitions(random.Random(1), documents=60)
    heading, skill, name = (LINE_LABELS.index(x) for x in ("heading_skills", "skill", "name"))
    assert transitions[heading, skill] > transitions[heading, name]


def test_a_cv_is_read_line_by_line() -> None:
    lines = [
        "Tove Granlund", "tove@box.example", "", "Yrkeserfarenhet", "Svetsare", "Varvet i Holmsund AB",
        "2015 - 2021", "", "Kompetenser", "Svetsning, truckkort, engelska",
    ]  # fmt: skip
    labels = [line.label if line else "" for line in load_line_reader().read_lines(lines)]
    assert labels == [
        "name", "contact", "", "heading_experience", "title", "employer", "dates", "", "heading_skills",
        "skill",
    ]  # fmt: skip


def test_a_text_without_end_is_read_to_a_limit() -> None:
    labels = load_line_reader().read_lines(["Work", ""] * (MAX_LINES + 50))
    assert sum(label is not None for label in labels) == MAX_LINES
    assert load_line_reader().read_lines(["", " "]) == [None, None]


def test_a_piece_is_a_title_or_an_employer() -> None:
    reader = load_line_reader()
    for title, employer in [
        ("Ship's Painter", "Harrow Lane Hospital"),
        ("Kranführer", "Spedition Ulmer GmbH"),
    ]:
        assert reader.read_part(title)["title"] > 0.5
        assert reader.read_part(employer)["employer"] > 0.5
    assert sum(reader.read_part("anything").values()) == pytest.approx(1, abs=1e-3)


def test_written_cvs_have_known_labels_and_lines_that_stay_the_same() -> None:
    examples = load_written()
    assert len(examples) > 300
    assert {label for e in examples for label in e.labels if label} <= set(LINE_LABELS)
    assert {label for e in examples for _, label in e.parts} <= set(PART_LABELS)
    for example in examples[:50]:
        varied = vary(example, random.Random(1))
        assert [line.casefold() for line in varied.lines] == [line.casefold() for line in example.lines]
        assert varied.labels == example.labels
        assert len(varied.parts) <= 12
