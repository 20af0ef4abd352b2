"""Which passages become strengths, and how much of an answer they quote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.analysis.analyze import analyze
from app.analysis.lexicon import load_lexicon
from app.analysis.result import Analysis
from app.analysis.selection import MAX_STRENGTHS
from app.analysis.stories import MAX_STORY_WORDS
from app.text.words import count_words
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import Judgment
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines, make_judgment

STORY = (
    "I walked the upper terrace after the rain. I marked every wall that leaned. "
    "I asked the farm for its old survey. I rebuilt the drain behind the longest one. "
    "Nothing has moved there since the spring."
)
ACTIONS = (
    "I oiled the gate before winter came.",
    "I painted the fence along the lane.",
    "I cut the reeds beside the pond.",
    "I stacked the logs under the roof.",
    "I cleaned the gutters of the barn.",
    "I moved the hives behind the hedge.",
)


def judge_actions(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    """Every sentence is an action, and one about what has moved a result."""
    return [
        make_judgment(
            *[
                {SentenceLabel.RESULT if "has moved" in sentence else SentenceLabel.ACTION: 0.9}
                for sentence in exchange.sentences
            ]
        )
        for exchange in exchanges
    ]


async def report_on(answers: Sequence[str]) -> Analysis:
    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge_actions)),
        transcript=to_transcript(
            [(f"What did you do in month {n}?", text) for n, text in enumerate(answers)]
        ),
    )


async def test_a_strength_is_quoted_up_to_what_came_of_it() -> None:
    [finding] = (await report_on([STORY])).strengths
    assert finding.evidence[0].quote == STORY


async def test_a_long_answer_is_quoted_in_part() -> None:
    walls = ("north", "east", "south", "west", "lower", "upper")
    answer = " ".join(
        f"I carried the stones from the yard to the {wall} wall and set each one by hand before the frost."
        for wall in walls
    )
    [finding] = (await report_on([answer])).strengths
    assert MAX_STORY_WORDS - 25 < count_words(finding.evidence[0].quote) <= MAX_STORY_WORDS


async def test_an_answer_with_figures_comes_first() -> None:
    measured = "I fed 30 sheep and saved 12 bales."
    assert len(ACTIONS) > MAX_STRENGTHS
    strengths = (await report_on([*ACTIONS, measured])).strengths
    assert strengths[0].evidence[0].quote == measured


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("en", "We got it down to forty minutes.", True),
        ("en", "It went from eleven leaks a month to three.", True),
        ("en", "We haven't lost a boat since.", True),
        ("en", "She passed it at the second try.", True),
        ("en", "I paint forty boats.", False),
        ("en", "We went down to the harbor.", False),
        ("de", "Die Wartezeit ist von 40 auf 15 Minuten gesunken.", True),
        ("de", "Seitdem hatten wir keinen Ausfall.", True),
        ("de", "Ich streiche 40 Boote.", False),
        ("fr", "On est passé de 40 à 15 minutes.", True),
        ("fr", "Depuis, on n'a plus eu de panne.", True),
        ("fr", "Je peins 40 bateaux.", False),
    ],
)
def test_the_form_of_an_outcome(language: str, sentence: str, expected: bool) -> None:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    assert lexicon.tells_outcome(sentence) is expected


async def test_an_answer_with_an_outcome_comes_first() -> None:
    plain = "I greased 40 lock gates every morning. I checked 12 winches on Sundays."
    outcome = "I greased the lock gates every morning. The wait went from 50 minutes to 20."
    analysis = await report_on([*ACTIONS[:3], plain, outcome])
    assert analysis.strengths[0].evidence[0].quote in outcome


async def test_a_result_is_quoted_with_the_value_before() -> None:
    before = "It was 38 leaks a month. "
    answer = f"{before}I looked at every joint with the smith. I changed the glue. We are down to 9 a month."
    [finding] = (await report_on([answer])).strengths
    assert " … ".join(item.quote for item in finding.evidence) == answer


@pytest.mark.parametrize(
    ("off_topic", "strengths", "label"), [(0.6, 0, AnswerLabel.OFF_TOPIC), (0.45, 1, AnswerLabel.FULL)]
)
async def test_an_answer_that_misses_the_question_is_no_strength_and_a_strength_misses_none(
    off_topic: float, strengths: int, label: AnswerLabel
) -> None:
    answer = dict.fromkeys(AnswerLabel, 0.0)
    answer |= {AnswerLabel.OFF_TOPIC: off_topic, AnswerLabel.FULL: (1.0 - off_topic) / 2}

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [replace(item, answer=answer) for item in judge_actions(exchanges)]

    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)),
        transcript=to_transcript([("What did you do last month?", STORY)]),
    )
    assert len(analysis.strengths) == strengths
    assert [item.answered for item in analysis.question_scores] == [label]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was stellen Sie sich beim Gehalt vor?", "Ich dachte an 3.900 Euro im Monat und einen Hof."),
        ("Erzählen Sie bitte von Ihrem Werdegang.", "Ich habe drei Jahre lang Boote gestrichen."),
    ],
)
async def test_what_candidates_tell_of_themselves_is_no_strength(question: str, answer: str) -> None:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge_actions)),
        transcript=to_transcript(
            [(question, answer), ("Was haben Sie im Mai gemacht?", "Ich habe den Zaun am Weg gestrichen.")]
        ),
        language="de",
    )
    assert ["Zaun" in item.evidence[0].quote for item in analysis.strengths] == [True]
