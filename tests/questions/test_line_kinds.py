"""The kinds of lines, by words and by meaning."""

from __future__ import annotations

import pytest

from app.questions import writing
from app.questions.facts import JobBrief
from app.questions.line_kinds import (
    Example,
    LineClassifier,
    LineClassifiers,
    LineKind,
    Section,
    load_classifier,
    load_classifier_by_meaning,
    load_examples,
)
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.writing import generate_questions
from models.ports import EngineUnavailable
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Ordered feed and bedding and kept the stable accounts", LineKind.WORK),
        ("Lowered returns from 12 to 5 percent within two seasons", LineKind.RESULT),
        ("At least six years of experience in glass blowing", LineKind.EXPERIENCE),
        ("Certificate in hoof care, 2019", LineKind.CREDENTIAL),
        ("Fluent Finnish, basic Estonian", LineKind.LANGUAGE),
        ("Patient, tactful and reliable", LineKind.TRAIT),
        ("Weekend work and night shifts on a rota", LineKind.CONDITION),
        ("We are a family business with four shops", LineKind.COMPANY),
        ("Married, two sons", LineKind.OTHER),
        ("Organisation der Lagerhaltung und Betreuung der Kunden", LineKind.WORK),
        ("Mindestens zwei Jahre Erfahrung im Gartenbau", LineKind.EXPERIENCE),
        ("Führerschein Klasse C", LineKind.CREDENTIAL),
        ("Bereitschaft zu Schichtarbeit am Wochenende", LineKind.CONDITION),
        ("Encadrement d’une équipe de jardiniers", LineKind.WORK),
        ("Au moins deux ans d’expérience en horlogerie", LineKind.EXPERIENCE),
        ("Travail de nuit et le week-end", LineKind.CONDITION),
    ],
)
def test_the_kind_of_a_new_line(line: str, kind: LineKind) -> None:
    assert line not in {example.text for example in load_examples()}
    scores = load_classifier().score(line)
    assert max(scores, key=scores.__getitem__) is kind


def test_most_examples_are_recognized_from_the_others() -> None:
    examples = load_examples()
    right = 0
    for part in range(4):
        classifier = LineClassifier.train([e for n, e in enumerate(examples) if n % 4 != part])
        for example in examples[part::4]:
            scores = classifier.score(example.text)
            right += max(scores, key=scores.__getitem__) is example.kind
    assert right / len(examples) > 0.6  # of eleven kinds, without knowing the section


def test_a_line_has_a_kind_that_its_section_can_have() -> None:
    skills = Section(LineKind.SKILL, frozenset({LineKind.SKILL, LineKind.LANGUAGE}))
    assert LineClassifiers().read("Managed the weekly rota", skills)[0] in skills.possible


def _meaning(text: str) -> list[float]:
    """A vector in which only lines with a yak in them are alike."""
    return [1.0, 0.0] if "yak" in text else [0.0, 1.0]


YAKS = tuple(Example(f"{word} of the yak", "en", LineKind.TRAIT) for word in ("Calm", "Charm", "Luck"))
TASKS = tuple(Example(f"{word} of the barn", "en", LineKind.WORK) for word in ("Care", "Roof", "Repair"))


def test_meaning_decides_where_words_do_not() -> None:
    examples = YAKS + TASKS
    by_meaning = LineClassifier.train(examples, [_meaning(example.text) for example in examples])
    section = Section(LineKind.WORK, frozenset({LineKind.WORK, LineKind.TRAIT}), gain=0.0)
    # Its words point the other way.
    line = "Care and repair of the roof"
    assert LineClassifiers(by_meaning, {line: [0.0, 1.0]}).read(line, section)[0] is LineKind.WORK
    assert LineClassifiers(by_meaning, {line: [3.0, 0.0]}).read(line, section)[0] is LineKind.TRAIT


async def test_examples_are_embedded_once_for_an_engine_and_not_all_at_a_time() -> None:
    engine = FakeEmbeddings()
    first = await load_classifier_by_meaning(engine)
    assert first is not None
    assert sum(map(len, engine.requests)) == len(load_examples())
    assert max(map(len, engine.requests)) <= 16
    assert await load_classifier_by_meaning(engine) is first
    assert sum(map(len, engine.requests)) == len(load_examples())


async def test_words_decide_when_the_embeddings_engine_fails() -> None:
    engine = FakeEmbeddings(lambda _texts: EngineUnavailable("down"))
    assert await load_classifier_by_meaning(engine) is None


async def test_lines_are_read_by_meaning_before_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that words take for a duty is asked about as what its meaning says."""

    async def load(_engine: object) -> LineClassifier:
        examples = YAKS + TASKS
        return LineClassifier.train(examples, [[1.0, 0.0]] * len(YAKS) + [[0.0, 1.0]] * len(TASKS))

    monkeypatch.setattr(writing, "load_classifier_by_meaning", load)
    monkeypatch.setattr(writing, "_HEAD_START_SECONDS", 60)
    result = await generate_questions(
        fake_engines(
            llm=FakeLlm(lambda _request: "No."),
            embeddings=FakeEmbeddings(lambda texts: [[3.0, 0.0] for _ in texts]),
        ),
        candidate=None,
        job=JobBrief(text="x", responsibilities=("Care and repair of the roof",)),
        distribution={QuestionCategory.CULTURE: 1},
        difficulty=Difficulty.MID,
    )
    assert result.questions[0].fact.line_kind is LineKind.TRAIT


async def test_the_classifier_learns_while_the_recruiter_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = fake_engines(llm=FakeLlm(lambda _request: "Yes."))
    loaded: list[object] = []

    async def load(engine: object) -> None:
        loaded.append(engine)

    monkeypatch.setattr(writing, "load_classifier_by_meaning", load)
    await writing.warm_up(
        engines, candidate=samples.make_brief("Led rides along the coast"), job=None, language="en"
    )
    assert loaded == [engines.embeddings]


def test_work_and_its_result_do_not_make_each_other_uncertain() -> None:
    either = Section(LineKind.WORK, frozenset({LineKind.WORK, LineKind.RESULT, LineKind.TRAIT}), gain=0.0)
    line = "Lowered the feed bill of the stables by a tenth"
    scores = load_classifier().score(line)
    _, certainty = LineClassifiers().read(line, either)
    ahead = max(scores[LineKind.WORK], scores[LineKind.RESULT]) - scores[LineKind.TRAIT]
    assert certainty == pytest.approx(ahead)
