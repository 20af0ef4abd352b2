"""Quality metrics of generated questions."""

from __future__ import annotations

from app.bench.question_measures import (
    count_questions,
    highest_similarity,
    mean_similarity,
)

SOURCE = "Moved settlement to Kafka with two engineers. Requires PostgreSQL and code review."


def test_a_question_that_names_something_from_the_source_is_specific() -> None:
    texts = [
        "What went wrong when you moved the settlement?",
        "How do you operate Kafka?",
        "What are your strengths and weaknesses?",
        "Why do you want this position?",
    ]
    assert count_questions(texts, source=SOURCE).specific == 2


def test_a_well_formed_question_has_a_question_mark_and_at_most_sixty_words() -> None:
    texts = ["Why Kafka?", "Tell me about Kafka.", f"Why {'really ' * 60}Kafka?"]
    assert count_questions(texts, source=SOURCE).well_formed == 1


def test_forbidden_questions_are_counted() -> None:
    texts = ["Are you pregnant?", "How do you scale Kafka?"]
    assert count_questions(texts, source=SOURCE, forbidden=1).shares()["forbidden_count"] == 1


def test_similarities_compare_within_and_between_sets() -> None:
    east, north, mixed = [1.0, 0.0], [0.0, 1.0], [0.8, 0.6]
    assert highest_similarity([east, north]) == 0
    assert highest_similarity([east, north, mixed]) == 0.8
    assert highest_similarity([east]) == 0
    assert mean_similarity([east], [east]) == 1
    assert mean_similarity([east, north], [east]) == (1 + 0 + 1) / 3
    assert mean_similarity([], [east]) == 0
