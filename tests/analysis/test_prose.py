"""How findings are worded: titles and sentences in the words of the quote."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.analysis.analyze import analyze
from app.analysis.findings import Background, Category, Evidence, Finding, FindingKind, Speaker
from app.analysis.lexicon import load_lexicon
from app.analysis.prose import (
    Told,
    choose_best,
    load_phrases,
    name_briefly,
    quote_clause,
    write_directness,
)
from app.analysis.quoting import choose_question, close_quote, shorten_question, shorten_quote
from app.analysis.result import Analysis
from app.analysis.selection import Selected
from app.analysis.titles import write_title
from app.text.numbers import has_figure, has_number
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import Judgment
from tests.analysis.consistency.cases import cv, job
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.analysis.exchange_factory import make_exchange
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines, make_judgment


def select(quote: str, *, question: str = "", core: str = "") -> Selected:
    """A strength with this quote, in answer to this question."""
    exchange = make_exchange(question, quote)
    evidence = Evidence(exchange.answered[0].id, quote, Speaker.CANDIDATE, 0.0)
    return Selected((exchange,), (evidence,), 1.0, Category.TECHNICAL, FindingKind.STRENGTH, core=core)


@pytest.mark.parametrize(
    ("language", "quote", "title"),
    [
        (
            "en",
            "It had worn out. We replaced the bearing that night, and it ran.",
            "“We replaced the bearing that night”",
        ),
        ("en", "Because the crane was late, I rang the harbour master.", "“I rang the harbour master”"),
        ("en", "Um, I weighed every um sack myself.", "“I weighed every sack myself”"),
        ("de", "Als er um acht kam, habe ich ihm die Liste gegeben.", "„Habe ich ihm die Liste gegeben“"),
        ("de", "Ich habe um acht Uhr angerufen, weil er fehlte.", "„Ich habe um acht Uhr angerufen“"),
        (
            "fr",
            "C'est mieux, j'ai changé les trois joints moi-même.",
            "« J'ai changé les trois joints moi-même »",
        ),
    ],
)
def test_a_title_is_the_clause_that_says_most_by_itself(language: str, quote: str, title: str) -> None:
    shown = write_title(select(quote), load_phrases(language), spoken_language=language)
    assert shown.replace("\u00a0", " ") == title


def test_a_long_title_ends_before_a_further_clause() -> None:
    quote = (
        "We moved the whole stock of seed potatoes into the northern barn and we turned them every evening"
    )
    title = write_title(select(quote), load_phrases("en"), spoken_language="en")
    assert title == "“We moved the whole stock of seed potatoes into the northern barn”"


def test_the_title_of_an_evasion_is_the_question() -> None:
    exchange = make_exchange("How many boats did you lose?", "Every season is different.")
    evidence = Evidence("s2", "Every season is different.", Speaker.CANDIDATE, 0.0)
    item = Selected((exchange,), (evidence,), 1.0, Category.COMMUNICATION, FindingKind.EVASION)
    title = write_title(item, load_phrases("en"), spoken_language="en")
    assert title == "No clear answer: “How many boats did you lose?”"


def quote(item: Selected, language: str = "en") -> str:
    return quote_clause(item, load_phrases(language), person="the candidate", lexicon=load_lexicon(language))


def test_a_finding_is_told_with_its_question_and_its_words() -> None:
    item = select("I rebuilt it.", question="What did you do with the wreck?")
    assert quote(item) == "asked “What did you do with the wreck?”, the candidate said: “I rebuilt it.”"
    assert quote(item, "de").startswith("Auf die Frage „What")


def test_a_request_is_quoted_without_its_full_stop() -> None:
    item = select("I rebuilt it.", question="Tell me about the wreck in the harbour.")
    assert (
        quote(item) == "asked “Tell me about the wreck in the harbour”, the candidate said: “I rebuilt it.”"
    )


def test_a_question_that_says_nothing_by_itself_is_left_out() -> None:
    item = select("I rebuilt it.", question="A bore how?")
    assert quote(item) == "the candidate said: “I rebuilt it.”"


def test_a_concern_is_quoted_from_the_sentence_that_carries_it() -> None:
    before, core, after = "We met at six. " * 30, "I skip the second pump.", "It only costs time."
    item = replace(select(f"{before} {core} {after}", core=core), kind=FindingKind.OWNED)
    assert quote(item) == f"the candidate said: “{core} {after}”"


def test_a_short_passage_with_a_concern_is_quoted_whole() -> None:
    before, core = "The pumps run at night.", "I skip the second pump."
    item = replace(select(f"{before} {core}", core=core), kind=FindingKind.OWNED)
    assert quote(item) == f"the candidate said: “{before} {core}”"


def test_what_was_said_to_a_later_question_is_not_quoted_after_the_first_one() -> None:
    item = replace(select("I skip the second pump.", question="How do you start?"), kind=FindingKind.OWNED)
    later = Evidence("elsewhere", "It only costs time.", Speaker.CANDIDATE, 0.0)
    item = replace(item, quote=(*item.quote, later))
    assert quote(item) == "asked “How do you start?”, the candidate said: “I skip the second pump.”"


def test_a_concern_is_quoted_with_the_sentence_it_refers_to() -> None:
    first, before, core = (
        "We met at six. " * 30,
        "The mate stays on the quay.",
        "He has no license for the winch.",
    )
    item = replace(select(f"{first} {before} {core}", core=core), kind=FindingKind.OWNED)
    assert quote(item) == f"the candidate said: “{before} {core}”"


@pytest.mark.parametrize(
    ("full_name", "language", "brief"),
    [
        ("Mia Anna Vogel", "en", "Mia"),
        ("Mia", "en", "Mia"),
        ("M. Vogel", "en", "M. Vogel"),
        ("Frau Vogel", "de", "Frau Vogel"),
        ("Miss Vogel", "en", "Miss Vogel"),
        ("", "en", "the candidate"),
        ("", "de", "die Person"),
    ],
)
def test_a_person_is_named_without_a_guess(full_name: str, language: str, brief: str) -> None:
    assert name_briefly(full_name, load_phrases(language)) == brief


def test_a_quote_that_was_cut_ends_in_an_ellipsis() -> None:
    assert close_quote("When the numbers shift,") == "When the numbers shift …"
    assert close_quote("and I left the valve open.") == "… and I left the valve open."
    assert close_quote("I signed it.") == "I signed it."


def test_a_long_quote_is_shortened_at_a_clause() -> None:
    quote = (
        "I checked the seal, "
        + "which nobody else had ever looked at in all those years, " * 2
        + "and it was torn."
    )
    assert shorten_quote(quote, 16) == (
        "I checked the seal, which nobody else had ever looked at in all those years, …"
    )


def test_a_quote_full_of_commas_is_shortened_without_delay() -> None:
    """Reading every run of clauses would take hours."""
    said = "I checked every one of the seals, and the third of them was torn."
    assert shorten_quote(f"{said}{' ,' * 10_000} Then we went home.", 16) == f"{said} …"


def test_a_remark_after_the_question_is_left_out() -> None:
    assert shorten_question("Which tools do you use there? We have the old ones here.") == (
        "Which tools do you use there?"
    )


def test_a_short_last_question_is_shown_with_the_one_before() -> None:
    assert shorten_question("Fine. How many did you lose? Do you remember?") == (
        "How many did you lose? Do you remember?"
    )


def test_a_question_about_that_is_shown_with_the_sentence_that_says_what() -> None:
    asked = "Right. The estimate was forty days. Where did it end against that?"
    assert shorten_question(asked) == "The estimate was forty days. Where did it end against that?"
    assert shorten_question(asked, with_context=False) == "Where did it end against that?"
    assert shorten_question("The estimate was forty days. Who of you did the digging?") == (
        "Who of you did the digging?"
    )


@pytest.mark.parametrize(
    "text",
    ["Seit zwölf Jahren.", "fünfundzwanzig Leute", "vingt-deux sites", "dreihundert Meter", "40 Wagen"],
)
def test_numbers_in_german_and_french_are_figures(text: str) -> None:
    assert has_figure(text)
    assert has_number(text)


@pytest.mark.parametrize("text", ["einer von uns", "deux d'entre nous", "one of them", "wenig", "zusätzlich"])
def test_small_numbers_and_other_words_are_no_figures(text: str) -> None:
    assert not has_figure(text)


def _result_at_the_end(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    """The last sentence is a result, the one before it an action, any other neither."""
    return [
        make_judgment(
            *[{} for _ in exchange.sentences[:-2]], {SentenceLabel.ACTION: 0.7}, {SentenceLabel.RESULT: 0.9}
        )
        for exchange in exchanges
    ]


async def test_a_strength_is_quoted_from_where_it_can_be_understood() -> None:
    answer = "There was a harbour. I rewired the winch over one weekend. It never failed again."
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=FakeJudge(_result_at_the_end)),
        transcript=to_transcript([("What did you repair on the old ferry?", answer)]),
    )
    [strength] = analysis.strengths
    assert strength.evidence[0].quote.endswith("I rewired the winch over one weekend. It never failed again.")


async def _report(heading: str) -> Analysis:
    answer = "I rewired the winch over one weekend in June. The ferry sailed on Monday."
    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: heading), judge=FakeJudge(_result_at_the_end)),
        transcript=to_transcript([("What did you repair on the old ferry?", answer)]),
    )


async def test_the_title_of_a_finding_starts_with_the_heading_of_its_question() -> None:
    analysis = await _report("Repair on the old ferry")
    [strength] = analysis.strengths
    assert strength.title == "Repair on the old ferry: “I rewired the winch over one weekend in June”"
    assert (
        "asked “What did you repair on the old ferry?”, the candidate said: “I rewired the winch"
        in analysis.summary
    )


async def test_without_a_good_heading_the_question_is_told() -> None:
    analysis = await _report("A brilliant repair by an expert")
    [strength] = analysis.strengths
    assert strength.title == "“I rewired the winch over one weekend in June”"
    assert (
        "asked “What did you repair on the old ferry?”, the candidate said: “I rewired the winch"
        in analysis.summary
    )


async def test_summary_and_technical_assessment_do_not_repeat_each_other() -> None:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: "No."), judge=FakeJudge(judge_by_script)),
        transcript=to_transcript(STRONG),
    )
    quotes = [strength.evidence[0].quote for strength in analysis.strengths]
    told = [
        (
            quote in analysis.summary,
            quote in analysis.technical_assessment,
        )
        for quote in quotes
    ]
    assert told.count((True, False)) == 2
    assert (True, True) not in told


@pytest.mark.parametrize(
    ("label", "probability", "begins"),
    [
        (SentenceLabel.SHORTCUT, 0.95, "A point to clarify: asked “How do you set"),
        (SentenceLabel.SHORTCUT, 0.85, ""),
        (SentenceLabel.CONDUCT, 0.95, "A point to clarify: asked “How do you set"),
        (SentenceLabel.CONDUCT, 0.85, ""),
    ],
)
async def test_a_short_practice_is_told_if_the_judge_is_sure(
    label: SentenceLabel, probability: float, begins: str
) -> None:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [make_judgment(*[{label: probability} for _ in exchange.sentences]) for exchange in exchanges]

    quote = "I wind the brake by feel."
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)),
        transcript=to_transcript([("How do you set the brake of the winch?", quote)]),
    )
    assert begins in analysis.summary
    assert ("the candidate said: “I wind the brake by feel.”" in analysis.summary) is bool(begins)


def _tell(quote: str) -> Told:
    evidence = (Evidence("s2", quote, Speaker.CANDIDATE, 0.0),)
    finding = Finding(FindingKind.STRENGTH, "", "", Category.TECHNICAL, evidence)
    return Told(finding, quote)


def test_the_summary_prefers_strengths_with_figures() -> None:
    assert _tell("Um sechs Uhr fünfzehn fuhr der Wagen.").figures == 0
    plain = _tell("I met the pilot at five o'clock.")
    one = _tell("I checked forty ropes. They held.")
    several = _tell("I checked forty ropes. We lost 12 tons less.")
    assert choose_best([plain, one, several]) == [several, one]
    assert choose_best([plain, one]) == [one, plain]


def test_the_summary_prefers_strengths_with_an_outcome() -> None:
    figures = _tell("I checked forty ropes. They held.")
    outcome = replace(_tell("Nobody has fallen since."), outcome=True)
    assert choose_best([figures, outcome]) == [outcome, figures]


ROOFER_CV = "Roofer, Hammerton Roofing, since April 2016\nLeads a crew of 4."
ROOFER_PROFILE = cv(job("Roofer", "Hammerton Roofing", "2016-04", None, "Leads a crew of 4."))


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("en", "The team may have had another size than the CV says"),
        ("de", "Das Team hatte möglicherweise eine andere Größe als im Lebenslauf"),
        ("fr", "La taille de l’équipe n’est peut-être pas celle qu’indique le CV"),
    ],
)
async def test_the_summary_quotes_a_contradiction_with_its_question(language: str, begins: str) -> None:
    question, quote = (
        "Do you run jobs by yourself?",
        "At Hammerton I've got ten lads with me, and I answer for all of them.",
    )
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge_by_script)),
        transcript=to_transcript([*STRONG, (question, quote)]),
        background=Background(cv_text=ROOFER_CV, cv_parsed=ROOFER_PROFILE),
        report_language=language,
    )
    assert begins in analysis.summary
    assert "Leads a crew of 4." in analysis.summary
    assert question in analysis.summary
    assert quote in analysis.summary


async def test_the_summary_says_that_a_question_was_asked_again() -> None:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(*[{SentenceLabel.GENERIC: 0.9}] * len(item.sentences), answer=AnswerLabel.EVASIVE)
            for item in exchanges
        ]

    talk = [
        ("How many boats did you lose?", "Every season has its own story."),
        ("But how many?", "One never counts such things."),
    ]
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)), transcript=to_transcript(talk)
    )
    assert (
        "The question “How many boats did you lose?” got no clear answer, although it was asked again."
        in analysis.summary
    )


def test_a_percentage_is_a_figure() -> None:
    assert has_figure("We lose one and a half per cent.")
    assert not has_figure("We lose one and a half.")


def test_a_question_about_that_is_shown_with_all_that_it_refers_to() -> None:
    asked = "Sure. Night watches. We find it hard to fill them. How was that for you?"
    assert shorten_question(asked) == asked.removeprefix("Sure. ")
    assert shorten_question("Sure. We find it hard. How was that for you?") == (
        "We find it hard. How was that for you?"
    )


def test_a_question_whether_there_is_something_refers_to_nothing() -> None:
    assert shorten_question("It is a long road. And what was there in your report?") == (
        "And what was there in your report?"
    )
    assert shorten_question("You came from the ferry. What did you do there?") == (
        "You came from the ferry. What did you do there?"
    )


@pytest.mark.parametrize(
    ("first", "again", "chosen"),
    [
        ("Anna, do you want to ask?", "Have you steered a ferry yourself?", "again"),
        ("How long was the lock closed?", "But roughly, how many hours?", "first"),
    ],
)
def test_of_a_question_asked_twice_the_one_that_says_what_is_asked_is_chosen(
    first: str, again: str, chosen: str
) -> None:
    exchanges = [make_exchange(first, "Well."), make_exchange(again, "Well.")]
    assert choose_question(exchanges) == {"first": first, "again": again}[chosen]


def test_sentences_left_out_of_a_quote_are_marked() -> None:
    item = select("It was 40. I tried it. I rang the smith. It is 9.")
    pieces = [replace(item.quote[0], quote=text) for text in ("It was 40.", "I rang the smith.", "It is 9.")]
    assert quote(replace(item, quote=tuple(pieces))) == (
        "the candidate said: “It was 40. … I rang the smith. It is 9.”"
    )


def test_a_request_about_it_is_shown_with_the_sentence_before() -> None:
    asked = "We do fire doors. Talk me through one, from it coming in the gate."
    assert shorten_question(asked) == asked


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        # A remark on the answer before, small talk or a number is no context.
        ("No, that's a proper knot. Tell me about a mistake of yours.", "Tell me about a mistake of yours."),
        (
            "Quite. Ropes, chains and hooks, what do they mean to you?",
            "Ropes, chains and hooks, what do they mean to you?",
        ),
        (
            "Question six. Have you ever steered a ferry that came in late?",
            "Have you ever steered a ferry that came in late?",
        ),
        ("She painted ours. How do you handle that?", "How do you handle that?"),
        ("That's a smart boat. And the oars?", "And the oars?"),
        # A fragment after a request is not what was asked.
        (
            "Tell me about a boat that you mended. Doesn't have to be big.",
            "Tell me about a boat that you mended.",
        ),
        ("Erzählen Sie von einem Boot. Muss kein großes sein.", "Erzählen Sie von einem Boot."),
        ("Parlez-moi d'un bateau. Pas forcément un grand.", "Parlez-moi d'un bateau."),
        # What a short question needs stays.
        (
            "This yard paints in spring. How would you be with that?",
            "This yard paints in spring. How would you be with that?",
        ),
        ("Okay, how do you tie up at night?", "How do you tie up at night?"),
        ("Anna, how do you tie up at night?", "Anna, how do you tie up at night?"),
    ],
)
def test_a_question_is_shown_without_the_remarks_around_it(asked: str, shown: str) -> None:
    assert shorten_question(asked) == shown


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Konkrete Belege in 1 von 5 Antworten: ein Vorgehen in einer Antwort."),
        (
            "fr",
            "Des éléments concrets dans 1 des 5 réponses\u00a0: une façon de travailler dans une réponse.",
        ),
    ],
)
def test_counts_agree_in_number(language: str, text: str) -> None:
    phrases = load_phrases(language)
    kinds = phrases.count("method", 1)
    assert phrases.sentences["evidence"].format(substantial=1, answers=5, kinds=kinds) == text


@pytest.mark.parametrize(
    ("language", "numbers", "sentence"),
    [
        (
            "en",
            (3, 2, 1),
            "Of 6 main questions, 3 got a full answer, 2 got a partial answer and one got no answer.",
        ),
        ("en", (3, 2, 0), "Of 5 main questions, 3 got a full answer and 2 got a partial answer."),
        ("en", (4, 0, 0), "Of 4 main questions, 4 got a full answer."),
        (
            "de",
            (3, 2, 1),
            "Auf 6 Hauptfragen gab es 3 vollständige Antworten, 2 Teilantworten und einmal keine Antwort.",
        ),
        ("de", (0, 1, 0), "Auf eine Hauptfrage gab es eine Teilantwort."),
        (
            "fr",
            (3, 0, 2),
            "Sur 5 questions principales : 3 réponses complètes et 2 questions sans réponse.",
        ),
    ],
)
def test_answers_that_no_question_got_are_not_counted(
    language: str, numbers: tuple[int, int, int], sentence: str
) -> None:
    written = write_directness(*numbers, load_phrases(language))
    assert written.replace("\u00a0", " ") == sentence
