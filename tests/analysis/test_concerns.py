"""Which sentences can become a concern of a report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.analysis.concerns import select_concerns
from app.analysis.evasions import list_evaded
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import FindingKind, Severity
from app.analysis.judging import judge_answers
from app.analysis.lexicon import load_lexicon
from app.analysis.selection import SelectedConcern
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import Judgment, Priority
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeJudge, fake_engines, make_judgment


def _suspect_every_sentence(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    return [make_judgment(*[{SentenceLabel.GAP: 0.6} for _ in exchange.sentences]) for exchange in exchanges]


@pytest.mark.parametrize(
    ("answer", "concerns"),
    [
        ("I have only ever watched.", ["I have only ever watched."]),
        ("And who would train me on it?", []),
        ("Not so often.", []),
    ],
)
async def test_questions_and_fragments_are_no_concern(answer: str, concerns: list[str]) -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    answers = await judge_answers(
        fake_engines(judge=FakeJudge(_suspect_every_sentence)),
        find_exchanges(to_transcript([("How do you set up the crane?", answer)]), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    assert [item.quote_text for item in select_concerns(answers)] == concerns


@pytest.mark.parametrize(
    ("answer", "is_evasion"),
    [
        ("You know how it is with the tide and the crews, every harbour has its seasons, I would say.", True),
        ("It depends on the season.", False),
    ],
)
async def test_many_words_after_a_question_for_a_fact_can_evade_it(answer: str, is_evasion: bool) -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    answers = await judge_answers(
        fake_engines(
            judge=FakeJudge(
                lambda exchanges: [
                    make_judgment(*[{} for _ in exchange.sentences], answer=AnswerLabel.EVASIVE)
                    for exchange in exchanges
                ]
            )
        ),
        find_exchanges(to_transcript([("Is the harbor deep enough for our boats?", answer)]), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    assert [item.quote_text for item in select_concerns(answers)] == [answer] * is_evasion


@pytest.mark.parametrize(
    ("label", "probability", "severities"),
    [
        (SentenceLabel.SHORTCUT, 0.6, [Severity.MEDIUM]),
        (SentenceLabel.SHORTCUT, 0.68, [Severity.MEDIUM]),
        (SentenceLabel.SHORTCUT, 0.76, [Severity.HIGH]),
        (SentenceLabel.WRONG, 0.6, []),
        (SentenceLabel.WRONG, 0.9, [Severity.MEDIUM]),
        (SentenceLabel.GAP, 0.55, []),
        (SentenceLabel.CONDUCT, 0.55, []),
        (SentenceLabel.BLAME, 0.65, []),
    ],
)
async def test_what_the_network_knows_less_needs_more(
    label: SentenceLabel, probability: float, severities: list[Severity]
) -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    answers = await judge_answers(
        fake_engines(
            judge=FakeJudge(lambda exchanges: [make_judgment({label: probability}) for _ in exchanges])
        ),
        find_exchanges(to_transcript([("How do you set up the crane?", "I do it from the cab.")]), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    assert [item.severity for item in select_concerns(answers)] == severities


@pytest.mark.parametrize(("again", "open_questions"), [(AnswerLabel.FULL, 0), (AnswerLabel.EVASIVE, 1)])
async def test_a_question_answered_when_asked_again_is_not_open(
    again: AnswerLabel, open_questions: int
) -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(
                *[{SentenceLabel.GENERIC: 0.8}] * len(item.sentences),
                answer=again if "row" in item.question else AnswerLabel.EVASIVE,
            )
            for item in exchanges
        ]

    talk = [
        ("How many boats did you lose in a season?", "Every season is its own story, I always say."),
        ("How many boats in a row, though?", "Two of them, both in the autumn storm."),
    ]
    answers = await judge_answers(
        fake_engines(judge=FakeJudge(judge)),
        find_exchanges(to_transcript(talk), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    assert sum("lose" in item.question for item in list_evaded(answers)) == open_questions


def _judge(*answers: Judgment) -> FakeJudge:
    """Judges the answers in their order, and two that are read together as answered."""

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            judgment
            if len(judgment.sentences) == len(exchange.sentences)
            else make_judgment(*[{}] * len(exchange.sentences), answer=AnswerLabel.FULL)
            for exchange, judgment in zip(exchanges, answers, strict=False)
        ]

    return FakeJudge(judge)


@pytest.mark.parametrize(
    ("language", "first", "again"),
    [
        ("en", "Why did you leave the ferry?", "And what made you leave, though?"),
        ("en", "There is a night watch every week. Would you take it?", "So would you take the night watch?"),
        ("de", "Warum haben Sie die Fähre verlassen?", "Aber was war der Grund?"),
        ("fr", "Pourquoi avez-vous quitté le bac ?", "Mais quelle était la raison ?"),
    ],
)
async def test_a_vague_answer_to_a_question_asked_again_is_an_evasion(
    language: str, first: str, again: str
) -> None:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    vague = "It was a big ferry with a good crew."
    judge = _judge(
        make_judgment({}, answer=AnswerLabel.FULL),
        make_judgment({SentenceLabel.GENERIC: 0.5}, answer=AnswerLabel.PARTIAL),
    )
    answers = await judge_answers(
        fake_engines(judge=judge),
        find_exchanges(to_transcript([(first, "It was a large boat."), (again, vague)]), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    [concern] = select_concerns(answers)
    assert [item.question for item in concern.exchanges] == [first, again]
    assert vague in concern.quote_text


@pytest.mark.parametrize(("together", "concerns"), [(AnswerLabel.EVASIVE, 1), (AnswerLabel.FULL, 0)])
async def test_an_insisting_question_is_read_together_with_the_one_before(
    together: AnswerLabel, concerns: int
) -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(
                *[{}] * len(item.sentences),
                answer=together if len(item.sentences) > 1 else AnswerLabel.FULL,
            )
            for item in exchanges
        ]

    talk = [
        ("Of the six deckhands, how many left last year?", "People come and people go on a ferry."),
        ("But as a number?", "It is eight miles to the nearest bus, after all."),
    ]
    answers = await judge_answers(
        fake_engines(judge=FakeJudge(judge)),
        find_exchanges(to_transcript(talk), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    found = select_concerns(answers)
    assert [item.kind for item in found] == [FindingKind.EVASION] * concerns
    assert [len(item.exchanges) for item in found] == [2] * concerns


async def test_an_unrelated_question_before_the_first_one_is_not_asked_again() -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    judge = _judge(
        make_judgment({}, answer=AnswerLabel.PARTIAL),
        make_judgment({}, answer=AnswerLabel.FULL),
        make_judgment({SentenceLabel.GENERIC: 0.5}, answer=AnswerLabel.EVASIVE),
    )
    talk = [
        ("What do you paint the hull with?", "Red lead, two coats."),
        ("How many boats did you lose?", "It was a hard year."),
        ("But how many?", "One never counts such things."),
    ]
    answers = await judge_answers(
        fake_engines(judge=judge),
        find_exchanges(to_transcript(talk), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    [concern] = select_concerns(answers)
    assert concern.exchanges[0].question == "How many boats did you lose?"


@pytest.mark.parametrize(
    ("answer", "evasions"), [("It depends, five or six.", 0), ("It depends on the day.", 1)]
)
async def test_a_number_answers_how_many(answer: str, evasions: int) -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    judgment = make_judgment({SentenceLabel.HEDGE: 0.8}, answer=AnswerLabel.EVASIVE)
    shares = {**judgment.answer, AnswerLabel.EVASIVE: 0.6, AnswerLabel.FULL: 0.4}
    judgment = replace(judgment, answer=shares)
    answers = await judge_answers(
        fake_engines(judge=_judge(judgment)),
        find_exchanges(to_transcript([("How many boats are out at night?", answer)]), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    assert len(select_concerns(answers)) == evasions


async def test_the_form_of_a_sentence_alone_is_no_concern() -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    said = "When the tide turns I bring the boats in, so we can tie them up before dark."
    answers = await judge_answers(
        fake_engines(judge=_judge(make_judgment({SentenceLabel.SHORTCUT: 0.45}))),
        find_exchanges(to_transcript([("How do you end the day?", said)]), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    assert answers[0].sentences[0].suspected.labels[SentenceLabel.SHORTCUT] > 0.6
    assert select_concerns(answers) == []


async def _select(talk: list[tuple[str, str]], *judgments: Judgment) -> list[SelectedConcern]:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    answers = await judge_answers(
        fake_engines(judge=_judge(*judgments)),
        find_exchanges(to_transcript(talk), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    return select_concerns(answers)


async def test_the_graver_of_two_sentences_is_the_core_and_the_other_makes_it_surer() -> None:
    rule = "Nobody has to look at the lines again."
    practice = "So every evening the deckhand ties the ferry with the old rope from the mooring of the barge."
    question = "How do you moor the ferry?"
    shortcut = {SentenceLabel.SHORTCUT: 0.9}
    both = await _select(
        [(question, f"{practice} {rule}")], make_judgment({SentenceLabel.SHORTCUT: 0.8}, shortcut)
    )
    alone = await _select([(question, practice)], make_judgment(shortcut))
    assert [item.core for item in both] == [practice]
    assert both[0].gravity > alone[0].gravity
    assert both[0].recognized == pytest.approx(0.9)


async def test_a_question_evaded_twice_counts_more_than_blame_in_its_answer() -> None:
    talk = [
        ("Why did you leave the ferry?", "It was a large boat."),
        ("And what made you leave, though?", "The others never understood the river."),
    ]
    blame = {SentenceLabel.BLAME: 0.9, SentenceLabel.GENERIC: 0.5}
    [concern] = await _select(
        talk,
        make_judgment({SentenceLabel.BLAME: 0.9}, answer=AnswerLabel.PARTIAL),
        make_judgment(blame, answer=AnswerLabel.PARTIAL),
    )
    assert concern.kind is FindingKind.EVASION


@pytest.mark.parametrize(("question", "evasions"), [("What happened, Anna? Ruth?", 1), ("Good. Ruth?", 0)])
async def test_a_name_alone_asks_nothing(question: str, evasions: int) -> None:
    answer = "Here it comes, and every harbor has its seasons, I would say, as you all know by now."
    found = await _select([(question, answer)], make_judgment({}, answer=AnswerLabel.EVASIVE))
    assert [item.kind for item in found] == [FindingKind.EVASION] * evasions
