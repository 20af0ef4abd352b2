"""Practical facts of an interview, in the candidate's own words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.analysis.exchanges import find_exchanges
from app.analysis.lexicon import load_lexicon
from app.analysis.practical_topics import Topic
from app.analysis.practicalities import (
    MAX_FACT_WORDS,
    MAX_PAY_WORDS,
    MAX_REASON_WORDS,
    MIN_PROBABILITY,
    SURE,
    PracticalFact,
    find_practicalities,
)
from app.text.words import count_words
from tests.analysis.dialogues import to_transcript

Talk = tuple[str, str]
ANDERE = ("Wie falten Sie die Segel?", "Ich falte sie der Länge nach.")


def list_facts(
    *talk: Talk, language: str = "en", topics: Mapping[int, Mapping[Topic, float]]
) -> list[PracticalFact]:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    rated = {at: {topic: own.get(topic, 0.0) for topic in Topic} for at, own in topics.items()}
    return find_practicalities(find_exchanges(to_transcript(talk), lexicon), lexicon, rated)


def find(*talk: Talk, about: Topic) -> dict[Topic, str]:
    """The facts of exchanges that are all about one topic."""
    topics = {at: {about: 1.0} for at in range(len(talk))}
    return {fact.topic: fact.quote for fact in list_facts(*talk, topics=topics)}


def _tell(fact: PracticalFact) -> tuple[Topic, str, str]:
    return fact.topic, fact.quote, fact.question


def find_by_patterns(*talk: Talk, language: str) -> dict[Topic, str]:
    return {fact.topic: fact.quote for fact in list_facts(*talk, language=language, topics={})}


@pytest.mark.parametrize(
    ("question", "answer", "topic", "quote"),
    [
        ("Good. What's your notice?", "Ha. Five weeks. They know.", Topic.NOTICE, "Five weeks."),
        (
            "When could you start?",
            "Let me think. I'd be free from the second of June.",
            Topic.NOTICE,
            "I'd be free from the second of June.",
        ),
        (
            "And what salary are you looking for?",
            "Well. I'm on thirty-one. I would hope for thirty-five. The train is dear.",
            Topic.PAY,
            "I'm on thirty-one. I would hope for thirty-five. The train is dear.",
        ),
    ],
)
def test_a_fact_is_the_sentence_with_the_date_or_the_amount(
    question: str, answer: str, topic: Topic, quote: str
) -> None:
    assert find((question, answer), about=topic) == {topic: quote}


def test_one_answer_may_have_both_facts() -> None:
    talk = ("What would you be asking for, and when could you come?", "Six weeks. Fifty thousand, I hope.")
    facts = list_facts(talk, topics={0: {Topic.NOTICE: 1.0, Topic.PAY: 1.0}})
    assert list(map(_tell, facts)) == [
        (Topic.NOTICE, "Six weeks.", ""),
        (Topic.PAY, "Fifty thousand, I hope.", ""),
    ]
    assert facts[0].segment_ids == facts[1].segment_ids == {"s2"}


@pytest.mark.parametrize(
    ("question", "answer", "topic"),
    [
        ("What's your notice?", "I would have to ask them.", Topic.NOTICE),
        (
            "What salary are you looking for?",
            "The usual, with three of us on a shift for ten minutes.",
            Topic.PAY,
        ),
    ],
)
def test_an_answer_without_a_value_is_a_fact_if_the_topic_is_sure(
    question: str, answer: str, topic: Topic
) -> None:
    assert list_facts((question, answer), topics={0: {topic: SURE - 0.01}}) == []
    [fact] = list_facts((question, answer), topics={0: {topic: SURE}})
    assert _tell(fact) == (topic, answer, question)


def test_a_short_answer_to_a_question_with_the_value_comes_with_the_question() -> None:
    [fact] = list_facts(("Your notice is eight weeks?", "Eight, yes."), topics={0: {Topic.NOTICE: 1.0}})
    assert _tell(fact) == (Topic.NOTICE, "Eight, yes.", "Your notice is eight weeks?")


def test_an_answer_about_pay_that_refers_to_the_question_comes_with_it() -> None:
    question = "And the pay, as advertised, thirty-one?"
    answer = "It is a little more than I have, I have twenty-nine. I would ask again in a year."
    [fact] = list_facts((question, answer), topics={0: {Topic.PAY: 1.0}})
    assert _tell(fact) == (Topic.PAY, answer, question)


def test_an_answer_about_pay_is_told_with_its_conditions_as_far_as_it_is_short() -> None:
    answer = "I have thirty-one. I think thirty-five, and the course in writing. The course matters most."
    long = "And my brother says that I should have asked for the boat as well, " * 4
    quote = find(("What are you looking for?", f"Well. {answer} {long}"), about=Topic.PAY)[Topic.PAY]
    assert quote.startswith(answer)
    assert count_words(quote) <= MAX_PAY_WORDS


@pytest.mark.parametrize(
    ("said", "pay"),
    [
        ("Six weeks. Money, I'm on 41 and a van. I'd want 44.", "Money, I'm on 41 and a van. I'd want 44."),
        ("Six weeks. Pay is the top of the band, I think.", "Pay is the top of the band, I think."),
    ],
)
def test_pay_is_found_in_the_answer_about_notice(said: str, pay: str) -> None:
    asked = ("What notice are you on, and what are you looking for?", said)
    assert find(asked, about=Topic.NOTICE) == {Topic.NOTICE: "Six weeks.", Topic.PAY: pay}


def test_a_question_of_the_candidate_is_no_condition_of_pay() -> None:
    said = "I'd like thirty-six. And may I ask one? Who sets the rota?"
    assert find(("And the pay?", said), about=Topic.PAY) == {Topic.PAY: "I'd like thirty-six."}


def test_pay_without_an_amount_is_the_sentence_that_mentions_it() -> None:
    said = "A month, to the end of one. Pay is the top of the band, I think."
    assert find(("And your notice and pay?", said), about=Topic.PAY)[Topic.PAY] == (
        "Pay is the top of the band, I think."
    )


def test_what_was_said_last_about_notice_counts() -> None:
    talk = (("What's your notice?", "Two months."), ("You said notice?", "Three months, sorry."))
    assert find(*talk, about=Topic.NOTICE) == {Topic.NOTICE: "Three months, sorry."}


def test_the_sentence_that_names_the_start_comes_before_another_date() -> None:
    talk = (
        "When could you start?",
        "The boat went back to the yard in June and has been there since. I could start on Monday.",
    )
    assert find(talk, about=Topic.NOTICE) == {Topic.NOTICE: "I could start on Monday."}


def test_a_long_fact_is_cut_after_a_clause() -> None:
    long = "It's two months by the contract, " + "and I would like to see the boat painted, " * 5 + "I think."
    quote = find(("What's your notice?", long), about=Topic.NOTICE)[Topic.NOTICE]
    assert quote.startswith("It's two months by the contract, and I would")
    assert quote.endswith("painted …")
    assert count_words(quote) <= MAX_FACT_WORDS


def test_a_topic_needs_its_probability() -> None:
    talk = ("And the dates?", "Five weeks.")
    assert list_facts(talk, topics={0: {Topic.NOTICE: MIN_PROBABILITY[Topic.NOTICE]}}) != []
    assert list_facts(talk, topics={0: {Topic.NOTICE: MIN_PROBABILITY[Topic.NOTICE] - 0.01}}) == []


def test_two_terms_are_told_with_their_questions_in_the_order_of_the_interview() -> None:
    talk = [
        ("Can you do nights?", "Gladly. Nights suit me."),
        ("And Sundays?", "Every second one, and no more."),
        ("Do you drive?", "I have the license for the van."),
    ]
    topics = {at: {Topic.TERMS: probability} for at, probability in enumerate((0.8, 0.7, 0.9))}
    assert list(map(_tell, list_facts(*talk, topics=topics))) == [
        (Topic.TERMS, "Gladly. Nights suit me.", "Can you do nights?"),
        (Topic.TERMS, "I have the license for the van.", "Do you drive?"),
    ]


def test_the_reason_for_a_move_is_the_start_of_the_surest_answer() -> None:
    lead, reason = "Oh, well.", "The yard closes in May. I want to stay on the river."
    rest = "And the ferry is new to me, and I have always wanted to see how they load the lorries on it. " * 2
    facts = list_facts(
        ("Why do you want to leave?", "It is a good yard."),
        ("And why us?", f"{lead} {reason} {rest}"),
        topics={0: {Topic.REASON: 0.6}, 1: {Topic.REASON: 0.9}},
    )
    [fact] = facts
    assert fact.quote.startswith(reason)
    assert count_words(fact.quote) <= MAX_REASON_WORDS


# --- By patterns ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "question", "answer", "topic", "quote"),
    [
        ("en", "Good. When could you begin?", "On Thursday.", Topic.NOTICE, "On Thursday."),
        (
            "en",
            "What are you after, money-wise?",
            "I'm on 31. I'd want 34.",
            Topic.PAY,
            "I'm on 31. I'd want 34.",
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
            "de",
            "Und Ihre Gehaltsvorstellung?",
            "Ich dachte an 3.900 Euro brutto.",
            Topic.PAY,
            "Ich dachte an 3.900 Euro brutto.",
        ),
        (
            "de",
            "Warum möchten Sie die Werft verlassen?",
            "Sie zieht nach Norden um. Das ist mir zu weit.",
            Topic.REASON,
            "Sie zieht nach Norden um. Das ist mir zu weit.",
        ),
        (
            "de",
            "Und was treibt Sie von der Werft weg?",
            "Sie zieht nach Norden um. Das ist mir zu weit.",
            Topic.REASON,
            "Sie zieht nach Norden um. Das ist mir zu weit.",
        ),
        (
            "fr",
            "Et pourquoi vous voulez quitter le chantier ?",
            "Il déménage dans le nord. C'est trop loin.",
            Topic.REASON,
            "Il déménage dans le nord. C'est trop loin.",
        ),
        (
            "fr",
            "Pourquoi voulez-vous changer ?",
            "Le chantier déménage dans le nord. C'est trop loin.",
            Topic.REASON,
            "Le chantier déménage dans le nord. C'est trop loin.",
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
def test_patterns_find_questions_about_notice_and_pay(
    language: str, question: str, answer: str, topic: Topic, quote: str
) -> None:
    assert find_by_patterns((question, answer), language=language) == {topic: quote}


def test_patterns_find_what_the_topics_of_an_exchange_leave_out() -> None:
    talk = ("And the hours?", "Three hours on a Sunday are fine."), ("When could you begin?", "On Thursday.")
    facts = list_facts(*talk, topics={0: {Topic.TERMS: 1.0}})
    assert [fact.topic for fact in facts] == [Topic.TERMS, Topic.NOTICE]


def test_the_notice_that_something_else_needs_is_no_fact() -> None:
    talk = ("How much notice do you give the yard?", "I give them two weeks.")
    assert find_by_patterns(talk, language="en") == {}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wie lange läuft die Frist der Werft?", "Zwei Wochen."),
        ("Welche Kündigungsfrist haben Sie?", "Da müsste ich nachsehen."),
    ],
)
def test_a_question_or_an_answer_that_does_not_fit_gives_no_fact(question: str, answer: str) -> None:
    assert find_by_patterns((question, answer), language="de") == {}


def test_the_first_half_of_an_interview_is_about_the_work() -> None:
    asked = ("Welche Kündigungsfrist haben Sie?", "Sechs Wochen.")
    assert find_by_patterns(asked, ANDERE, ANDERE, language="de") == {}


def test_a_mention_of_pay_is_enough_at_the_end_only() -> None:
    mention = (
        "Das Geld kennen Sie aus der Anzeige.",
        "Ich habe jetzt 34.000 Euro, das wäre mehr. Ich habe sechs Wochen Frist.",
    )
    at_the_end = find_by_patterns(*[ANDERE] * 7, mention, language="de")
    assert at_the_end[Topic.PAY].startswith("Ich habe jetzt 34.000 Euro")
    assert at_the_end[Topic.NOTICE] == "Ich habe sechs Wochen Frist."
    assert find_by_patterns(*[ANDERE] * 4, mention, *[ANDERE] * 3, language="de") == {}


def test_an_amount_of_somebody_else_is_no_pay() -> None:
    mention = ("Und es gibt Geld für Kurse.", "Der Hafen zahlt neunzig im Monat für die Leute.")
    assert find_by_patterns(*[ANDERE] * 7, mention, language="de") == {}
