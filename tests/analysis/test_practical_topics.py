"""Which exchanges are recognized as practical ones, by the default embeddings model."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.analysis.exchanges import find_exchanges
from app.analysis.lexicon import load_lexicon
from app.analysis.practical_topics import LATE_SHARE, Topic, rate_topics
from models.config import EnginesConfig
from models.ports import Engines, Priority
from models.runtime import build_engines
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import fake_engines
from tests.weights import fetch_weights

WORK = ("How do you oil the winch?", "I take the cover off and oil both bearings every Friday.")
PRACTICAL = {
    Topic.REASON: (
        "Why would you like to come to us?",
        "The old yard closes, and your ferries are new to me.",
    ),
    Topic.TERMS: ("There is a night shift every third week. Is that all right?", "Nights are fine with me."),
    Topic.NOTICE: ("When could you start?", "After six weeks of notice, so in the middle of June."),
    Topic.PAY: ("What salary are you looking for?", "I have thirty-one now and would like thirty-four."),
}
TALK = [WORK] * 4 + list(PRACTICAL.values())


async def rate(engines: Engines, *, language: str = "en") -> list[dict[Topic, float]]:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    rated = await rate_topics(
        engines,
        find_exchanges(to_transcript(TALK), lexicon),
        language=language,
        priority=lambda: Priority.INTERACTIVE,
    )
    return [dict(rated[at]) for at in sorted(rated)]


@pytest.mark.models
async def test_each_practical_question_has_its_topic(tmp_path: Path) -> None:
    engines = build_engines(EnginesConfig(models_dir=fetch_weights(tmp_path, "all-minilm-l6-v2")))
    try:
        rated = await rate(engines)
        assert await rate(engines, language="de") == []
    finally:
        await engines.stop()
    # The first part of an interview is not rated.
    assert len(rated) == len(TALK) - int(LATE_SHARE * len(TALK))
    *work, reason, terms, notice, pay = rated
    assert all(max(own.values()) < 0.2 for own in work)
    practical = (reason, terms, notice, pay)
    assert [max(own, key=lambda topic: own[topic]) for own in practical] == list(PRACTICAL)
    assert all(max(own.values()) > 0.5 for own in practical)


async def test_another_embeddings_model_rates_nothing() -> None:
    assert await rate(fake_engines()) == []
