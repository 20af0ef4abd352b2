"""Skills in other words: which requirements are compared by meaning, and how near is near enough."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.matching.meaning import MIN_SKILL_COSINE, can_be_described, choose_statement
from app.skills.requirements import split_requirements
from models.config import EnginesConfig
from models.ports import Priority
from models.runtime import build_engines
from tests.matching.meaning_pairs import OTHER, SAME


@pytest.mark.parametrize(
    ("required", "is_compared"),
    [
        ("Wound care", True),
        ("Experience with payment systems", True),
        ("Staff supervision", True),
        ("PostgreSQL", False),
        ("React Native", False),
        ("Microsoft Excel", False),
        ("C++", False),
        ("Surgery", False),
    ],
)
def test_abilities_are_compared_by_meaning_and_products_are_not(required: str, is_compared: bool) -> None:
    (item,) = split_requirements([required])
    assert can_be_described(item) is is_compared


def test_the_nearest_statement_counts_from_the_threshold_on() -> None:
    required = np.asarray([1, 0], dtype=np.float32)
    near, far = MIN_SKILL_COSINE + 0.01, MIN_SKILL_COSINE - 0.01
    assert choose_statement(required, np.asarray([[far, 0], [near, 0]], dtype=np.float32)) == 1
    assert choose_statement(required, np.asarray([[far, 0]], dtype=np.float32)) is None
    assert choose_statement(required, np.empty((0, 2), dtype=np.float32)) is None


@pytest.mark.models
async def test_the_threshold_separates_the_same_ability_from_another(embedding_weights: Path) -> None:
    engines = build_engines(EnginesConfig(models_dir=embedding_weights))
    texts = sorted({text for pair in SAME + OTHER for text in pair})
    try:
        rows = [
            row
            for start in range(0, len(texts), 64)
            for row in await engines.embeddings.embed(texts[start : start + 64], priority=Priority.BACKGROUND)
        ]
    finally:
        await engines.stop()
    vectors = dict(zip(texts, np.asarray(rows, dtype=np.float32), strict=True))

    def list_near(pairs: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
        return [pair for pair in pairs if vectors[pair[0]] @ vectors[pair[1]] >= MIN_SKILL_COSINE]

    assert len(list_near(OTHER)) <= 3
    assert len(list_near(SAME)) >= 12
