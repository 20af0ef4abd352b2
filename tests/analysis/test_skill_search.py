"""Required skills that only the interview shows, or that the CV describes in other words."""

from __future__ import annotations

import pytest

from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Background, FoundSkill, Speaker, TranscriptLine
from app.analysis.judging import judge_answers
from app.analysis.lexicon import load_lexicon
from app.analysis.skill_search import search_skills
from models.judgement.encoding import Exchange
from models.judgement.labels import SentenceLabel
from models.ports import EngineUnavailable, Judgment, Priority
from tests.fakes.engines import FakeEmbeddings, FakeJudge, fake_engines, make_judgment

ACTION = {SentenceLabel.ACTION: 0.9}
NEUTRAL = {SentenceLabel.NEUTRAL: 1.0}


def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    """Takes every sentence for something done, but wishes and greetings."""
    return [
        make_judgment(
            *(
                NEUTRAL if text.startswith(("I would", "I've used", "Good")) else ACTION
                for text in one.sentences
            )
        )
        for one in exchanges
    ]


def background_priority() -> Priority:
    return Priority.BACKGROUND


async def search(
    text: str, *required: str, cv_text: str = "", engine: FakeEmbeddings | None = None
) -> tuple[FoundSkill, ...]:
    background = Background(cv_text=cv_text, required_skills=required)
    engines = fake_engines(embeddings=engine or FakeEmbeddings(), judge=FakeJudge(judge))
    lexicon = load_lexicon("en")
    assert lexicon is not None
    lines = [
        TranscriptLine("q", Speaker.INTERVIEWER, "What did you build in your last job?"),
        TranscriptLine("a", Speaker.CANDIDATE, text, 4.0),
    ]
    answers = await judge_answers(
        engines, find_exchanges(lines, lexicon), {}, lexicon=lexicon, priority=background_priority
    )
    return await search_skills(engines, background, answers, priority=background_priority)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I built the deployment on Kubernetes and moved forty services to it.", "name"),
        ("We moved forty services to k8s within a year.", "synonym"),
        ("I've used Kubernetes every day for three years.", "name"),
        ("Ich habe vierzig Dienste auf Kubernetes umgezogen.", "name"),
        ("J'ai déployé quarante services sur Kubernetes.", "name"),
    ],
)
async def test_a_skill_that_the_candidate_worked_with_is_shown(text: str, kind: str) -> None:
    (found,) = await search(text, "Kubernetes")
    match = found.match
    assert (found.skill, match.score, match.kind, match.source) == ("Kubernetes", 75, kind, "interview")
    assert (match.words, match.segment_id) == (text, "a")


@pytest.mark.parametrize(
    "text",
    [
        "I have never used Kubernetes.",
        "Ich habe Kubernetes noch nie benutzt.",
        "Je n'ai jamais utilisé Kubernetes.",
        "We didn't run Kubernetes, we built plain servers.",
        "I only ever watched a colleague set up Kubernetes.",
        "We considered Kubernetes and built something smaller.",
        "Kubernetes is a great tool.",
        "My colleague moved forty services to Kubernetes.",
        "I would like to learn Kubernetes.",
        "I moved the services by hand instead of using Kubernetes.",
    ],
)
async def test_a_skill_that_is_only_mentioned_has_no_score(text: str) -> None:
    (found,) = await search(text, "Kubernetes")
    match = found.match
    assert (match.score, match.kind, match.source) == (0, None, "interview")
    assert (match.words, match.segment_id) == (text, "a")


async def test_a_skill_that_nobody_names_is_not_found() -> None:
    assert await search("I built the deployment on plain servers.", "Kubernetes") == ()


async def test_the_interviewer_shows_no_skill_and_the_cv_comes_first() -> None:
    text = "I built the deployment on Kubernetes."
    assert await search(text, "Kubernetes", cv_text="Ran Kubernetes clusters") == ()


async def test_a_skill_in_other_words_is_found_in_the_cv_before_the_interview() -> None:
    near = FakeEmbeddings(
        lambda texts: [
            [1.0, 0.0] if text == "Staff supervision" or "crew" in text else [0.0, 1.0] for text in texts
        ]
    )
    cv_text = "- Managed a crew of fourteen\n- Sold tickets at the door"
    (found,) = await search(
        "I led a crew of nine cleaners.", "Staff supervision", cv_text=cv_text, engine=near
    )
    assert (found.match.kind, found.match.source) == ("meaning", "cv")
    assert (found.match.words, found.match.segment_id) == ("Managed a crew of fourteen", None)
    (spoken,) = await search("I led a crew of nine cleaners.", "Staff supervision", engine=near)
    assert (spoken.match.kind, spoken.match.source, spoken.match.segment_id) == ("meaning", "interview", "a")


@pytest.mark.parametrize("line", ["Watched a crew of fourteen", "Interested in leading a crew"])
async def test_statements_of_a_watcher_show_no_skill(line: str) -> None:
    near = FakeEmbeddings(lambda texts: [[1.0, 0.0] for _ in texts])
    text = "Good morning to you."
    assert await search(text, "Staff supervision", cv_text="- Led a big crew", engine=near) != ()
    assert await search(text, "Staff supervision", cv_text=f"- {line}", engine=near) == ()


async def test_without_the_embeddings_engine_names_are_still_found() -> None:
    engine = FakeEmbeddings(lambda _texts: EngineUnavailable("gone"))
    text = "I built the deployment on Kubernetes."
    found = await search(text, "Staff supervision", "Kubernetes", engine=engine)
    assert [item.skill for item in found] == ["Kubernetes"]


async def test_the_engine_is_not_called_for_the_names_of_products() -> None:
    engine = FakeEmbeddings()
    await search("I built the deployment on Docker.", "Kubernetes", engine=engine)
    assert engine.requests == []


async def test_only_the_longest_statements_are_compared() -> None:
    engine = FakeEmbeddings()
    many = " ".join(f"I repaired pump number {index} of the water works." for index in range(400))
    await search(many, "Staff supervision", engine=engine)
    assert sum(map(len, engine.requests)) <= 121
