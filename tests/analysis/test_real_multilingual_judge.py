"""Reports of German and French interviews with the trained judge of these languages."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from app.analysis.analyze import analyze
from app.analysis.coverage import list_requirements
from app.analysis.findings import Background, Speaker, TranscriptLine
from app.analysis.result import Analysis
from models.config import EnginesConfig
from models.judgement.encoding import Exchange
from models.judgement.weights import JUDGE_BASE, MULTILINGUAL_BASE
from models.ports import Engines, Priority
from models.runtime import build_engines
from tests.analysis.dialogues import honest_writer
from tests.fakes.engines import FakeLlm, fake_engines
from tests.weights import fetch_weights

pytestmark = pytest.mark.models

INTERVIEWS = Path(__file__).parents[1] / "bench" / "judgement-34" / "interviews"
"""The judge was not trained on these."""
SAID = {
    "de": ("Wie prüfen Sie die Ladung?", "Ich gehe einmal um den Wagen und sehe mir jeden Gurt an."),
    "fr": ("Comment contrôlez-vous le chargement ?", "Je fais le tour et je regarde chaque sangle."),
    "es": ("¿Cómo revisa la carga?", "Doy una vuelta y miro cada cinta."),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engines(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engines]:
    weights = fetch_weights(tmp_path_factory.mktemp("weights"), JUDGE_BASE, MULTILINGUAL_BASE)
    real = build_engines(EnginesConfig(weights))
    yield replace(fake_engines(llm=FakeLlm(honest_writer)), judge=real.judge)
    await real.stop()


def make_exchange(language: str) -> Exchange:
    question, answer = SAID[language]
    return Exchange(question, (answer,), language=language)


async def report_on(engines: Engines, name: str) -> tuple[Analysis, dict[str, str]]:
    """The report, and the turn of each planted fact by its kind."""
    data = json.loads((INTERVIEWS / f"{name}.json").read_text(encoding="utf-8"))
    lines = [
        TranscriptLine(f"s{index}", Speaker(turn["speaker"]), turn["text"], 10.0 * index)
        for index, turn in enumerate(data["turns"])
    ]
    background = Background(
        cv_text=data["cv"], job_text=data["job"], requirements=list_requirements(data["job"])
    )
    analysis = await analyze(engines, transcript=lines, background=background, language=data["language"])
    return analysis, {fact["kind"]: f"s{fact['turn']}" for fact in data["planted"]}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", ["4", "5"], ids=["German", "French"])
async def test_the_planted_practice_and_the_evasion_are_found(engines: Engines, name: str) -> None:
    analysis, planted = await report_on(engines, name)
    quoted = {item.segment_id for finding in analysis.concerns for item in finding.evidence}
    assert {planted["concern"], planted["evasion"]} <= quoted
    strengths = {item.segment_id for finding in analysis.strengths for item in finding.evidence}
    assert planted["strength"] in strengths
    assert planted["concern"] not in strengths


@pytest.mark.asyncio(loop_scope="module")
async def test_the_heads_read_german_and_french_and_no_other_language(engines: Engines) -> None:
    exchanges = [make_exchange(language) for language in SAID]
    judged = await engines.judge.judge(exchanges, priority=Priority.BACKGROUND)
    assert [len(item.concerns) for item in judged] == [1, 1, 0]
    alone = await engines.judge.judge(exchanges[1:2], priority=Priority.BACKGROUND)
    assert alone[0].answer == pytest.approx(judged[1].answer, abs=0.001)


@pytest.mark.asyncio
async def test_without_its_encoder_the_other_one_reads_german(tmp_path: Path) -> None:
    engines = build_engines(EnginesConfig(fetch_weights(tmp_path / "weights", JUDGE_BASE)))
    try:
        (judged,) = await engines.judge.judge([make_exchange("de")], priority=Priority.BACKGROUND)
        assert judged.concerns == ()
        assert all(model.name != MULTILINGUAL_BASE for model in engines.judge.trained)
    finally:
        await engines.stop()


@pytest.mark.asyncio
async def test_a_damaged_encoder_is_not_used(tmp_path: Path) -> None:
    weights = fetch_weights(tmp_path / "weights", JUDGE_BASE, MULTILINGUAL_BASE)
    file = next((weights / MULTILINGUAL_BASE).glob("*.bin"))
    damaged = bytearray(file.read_bytes())
    damaged[-1] ^= 1
    times = file.stat()
    file.unlink()  # It may be a link to the cache.
    file.write_bytes(damaged)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    engines = build_engines(EnginesConfig(weights))
    try:
        (judged,) = await engines.judge.judge([make_exchange("de")], priority=Priority.BACKGROUND)
        assert judged.concerns == ()
    finally:
        await engines.stop()
