"""Which lines are asked about first: by what there is to ask, by level and by length."""

from __future__ import annotations

from app.questions.fact_choice import FactChooser
from app.questions.fact_collection import collect_facts
from app.questions.facts import JobBrief
from app.questions.fitness import fitness
from app.questions.line_kinds import LineKind
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.writing import generate_questions
from models.ports import CompletionRequest
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples


def test_lines_without_anything_to_ask_are_left_out_while_there_are_others() -> None:
    work = ("Ordered feed and bedding for thirty horses", "Trained young riders and led the rides")
    brief = samples.make_brief("Team of nine", "Certificate in hoof care, 2019", *work)
    chooser = FactChooser(collect_facts(brief, None))
    for category in (QuestionCategory.BEHAVIORAL, QuestionCategory.COGNITIVE):
        chosen = chooser.choose(category)
        assert chosen is not None
        assert chosen.text in work


async def test_a_second_attempt_goes_to_a_line_for_the_model() -> None:
    asked: list[str] = []

    def write(request: CompletionRequest) -> str:
        asked.append(samples.find_fact(request))
        return "No."

    await generate_questions(
        fake_engines(llm=FakeLlm(write), embeddings=FakeEmbeddings(samples.distinct_vectors)),
        candidate=None,
        job=JobBrief(
            text="Plan the rota of six grooms\nDriving licence class C\nFirst aid certificate",
            responsibilities=("Plan the rota of six grooms",),
            requirements=("Driving licence class C", "First aid certificate"),
        ),
        distribution={QuestionCategory.TECHNICAL: 1},
        difficulty=Difficulty.MID,
    )
    assert asked == ["Plan the rota of six grooms"] * 2


def test_a_beginner_is_asked_about_skills_and_a_lead_about_people() -> None:
    brief = samples.make_brief(
        "Ordered feed and bedding for thirty horses",
        "Led a team of nine and trained the juniors",
        skills=("Hoof care",),
    )
    chosen = {}
    for level in (Difficulty.JUNIOR, Difficulty.LEAD):
        chooser = FactChooser(collect_facts(brief, None), difficulty=level)
        chosen[level] = [chooser.choose(QuestionCategory.TECHNICAL).text for _ in range(2)]  # type: ignore[union-attr]
    assert chosen[Difficulty.JUNIOR][0] == "Hoof care"
    assert "Led a team of nine and trained the juniors" in chosen[Difficulty.LEAD]
    assert "Hoof care" not in chosen[Difficulty.LEAD]


def test_a_long_line_is_asked_about_later() -> None:
    short, long = (
        samples.make_fact("cv", LineKind.WORK),
        samples.make_fact("cv", LineKind.WORK, f"Hoof care {'and more ' * 12}"),
    )
    assert fitness(short, QuestionCategory.CULTURE) > fitness(long, QuestionCategory.CULTURE)


def test_a_line_that_refers_to_the_one_before_is_asked_about_last() -> None:
    lines = [
        samples.make_fact("cv", LineKind.WORK, text) for text in ("Before: hoof care", "Hoof care and riding")
    ]
    before, own = (fitness(fact, QuestionCategory.TECHNICAL) for fact in lines)
    assert own > before
