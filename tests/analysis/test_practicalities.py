"""Practical facts of an interview, in the candidate's own words."""

from __future__ import annotations

import pytest

from app.analysis.exchanges import find_exchanges
from app.analysis.lexicon import load_lexicon
from app.analysis.practicalities import MAX_FACT_WORDS, Topic, find_practicalities
from app.text.words import count_words
from tests.analysis.dialogues import to_transcript


def find(*talk: tuple[str, str], language: str = "en") -> dict[Topic, str]:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    exchanges = find_exchanges(to_transcript(talk), lexicon)
    return {fact.topic: fact.quote for fact in find_practicalities(exchanges, lexicon)}


@pytest.mark.parametrize(
    ("language", "question", "answer", "topic", "quote"),
    [
        ("en", "Good. What's your notice?", "Ha. Five weeks. They know.", Topic.NOTICE, "Five weeks."),
        (
            "en",
            "When could you start?",
            "Let me think. I'd be free from the second of June.",
            Topic.NOTICE,
            "I'd be free from the second of June.",
        ),
        (
            "en",
            "And what salary are you looking for?",
            "Well. I'm on thirty-one. I would hope for thirty-five. The train is dear.",
            Topic.PAY,
            "I'm on thirty-one. I would hope for thirty-five.",
        ),
        (
            "de",
            "Welche Kündigungsfrist haben Sie?",
            "Gute Frage. Sechs Wochen zum Quartalsende.",
            Topic.NOTICE,
            "Sechs Wochen zum Quartalsende.",
        ),
        (
            "de",
            "Und wie ist Ihre Gehaltsvorstellung?",
            "Ich habe jetzt 48.000 Euro. Ich denke an 52.000 Euro.",
            Topic.PAY,
            "Ich habe jetzt 48.000 Euro. Ich denke an 52.000 Euro.",
        ),
        (
            "fr",
            "Quel est votre préavis ?",
            "Bonne question. Deux mois, mais je peux négocier.",
            Topic.NOTICE,
            "Deux mois, mais je peux négocier.",
        ),
        (
            "fr",
            "Quelles sont vos prétentions salariales ?",
            "J'en ai parlé à la maison. Je pensais à quarante-deux mille euros.",
            Topic.PAY,
            "Je pensais à quarante-deux mille euros.",
        ),
    ],
)
def test_a_fact_is_the_sentence_with_the_date_or_the_amount(
    language: str, question: str, answer: str, topic: Topic, quote: str
) -> None:
    assert find((question, answer), language=language) == {topic: quote}


def test_one_answer_may_have_both_facts() -> None:
    asked = "What would you be asking for, and when could you come?"
    found = find((asked, "Six weeks. Fifty thousand, I hope."))
    assert found == {Topic.NOTICE: "Six weeks.", Topic.PAY: "Fifty thousand, I hope."}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Did the harbor master notice?", "He did, two days later."),
        ("The crew leaves at short notice. What do you do?", "I ring the others for twenty minutes."),
        ("Would the port be expected to pay for that?", "It's about sixty pounds a month."),
        ("What's your notice?", "I would have to ask them."),
        ("What salary are you looking for?", "The usual, with three of us on a shift for ten minutes."),
    ],
)
def test_a_question_or_an_answer_that_does_not_fit_gives_no_fact(question: str, answer: str) -> None:
    assert find((question, answer)) == {}


def test_the_first_half_of_an_interview_is_about_the_work() -> None:
    late = ("And the ropes?", "We keep them dry.")
    assert find(("What's your notice to the crew?", "Two days."), late, late) == {}


def test_the_sentence_that_names_the_start_comes_before_another_date() -> None:
    assert find(
        (
            "When could you start?",
            "The boat went back to the yard in June and has been there since. I could start on Monday.",
        )
    ) == {Topic.NOTICE: "I could start on Monday."}


def test_a_long_fact_is_cut_after_a_clause() -> None:
    long = "It's two months by the contract, " + "and I would like to see the boat painted, " * 5 + "I think."
    quote = find(("What's your notice?", long))[Topic.NOTICE]
    assert quote.startswith("It's two months by the contract, and I would")
    assert quote.endswith("painted …")
    assert count_words(quote) <= MAX_FACT_WORDS


OTHER = ("How do you fold the sails?", "I fold them lengthwise, and then in three.")


def test_a_mention_of_pay_is_enough_at_the_end_only() -> None:
    mention = (
        "The money is as in the advert.",
        "I have thirty-four now, and it's more. I need six weeks' notice.",
    )
    at_the_end = find(*[OTHER] * 7, mention)
    assert at_the_end[Topic.PAY].startswith("I have thirty-four now")
    assert at_the_end[Topic.NOTICE] == "I need six weeks' notice."
    assert find(*[OTHER] * 4, mention, *[OTHER] * 3) == {}


def test_an_amount_of_somebody_else_is_no_pay() -> None:
    mention = ("And there is money for courses.", "The harbor pays ninety a month for its people.")
    assert find(*[OTHER] * 7, mention) == {}
