"""Exchanges in a transcript: turns, questions and answers, sentences."""

from __future__ import annotations

import pytest

from app.analysis.exchanges import QuestionKind, classify_question, find_exchanges
from app.analysis.findings import Speaker, TranscriptLine
from app.analysis.lexicon import load_lexicon
from app.analysis.sentences import MAX_SENTENCE_WORDS, split_sentences
from app.text.words import count_words
from tests.analysis.dialogues import dialogue

LEXICON = load_lexicon("en")
assert LEXICON is not None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How did you migrate the database?", QuestionKind.WORK),
        ("okay so tell me about a time you failed", QuestionKind.WORK),
        ("Imagine the site is down. What do you do first?", QuestionKind.WORK),
        ("What makes you want to leave?", QuestionKind.MOTIVATION),
        ("And you mostly write Go?", QuestionKind.CLOSED),
        ("That is quite a drop.", QuestionKind.REMARK),
        ("Do you have any questions for me?", QuestionKind.COURTESY),
        ("That was everything from my side. Do you have a question for us?", QuestionKind.COURTESY),
        ("Can you hear me okay?", QuestionKind.COURTESY),
        ("How are you today?", QuestionKind.COURTESY),
        ("How are you with the wagon?", QuestionKind.WORK),
        ("", QuestionKind.NONE),
    ],
)
def test_questions_are_classified_by_kind(text: str, kind: QuestionKind) -> None:
    assert LEXICON is not None
    assert classify_question(text, LEXICON) is kind


def exchanges(*turns: str) -> list[tuple[str, str]]:
    assert LEXICON is not None
    return [(item.question, item.answer) for item in find_exchanges(dialogue(*turns), LEXICON)]


def test_adjacent_segments_of_one_speaker_form_one_turn() -> None:
    assert exchanges("I: How do you", "I: test it?", "C: I write", "C: the test first.") == [
        ("How do you test it?", "I write the test first.")
    ]


def test_an_acknowledgment_does_not_end_an_answer() -> None:
    assert exchanges("I: How do you test it?", "C: I write", "I: Okay, right.", "C: the test first.") == [
        ("How do you test it?", "I write the test first.")
    ]


def test_even_a_short_question_ends_an_answer() -> None:
    assert len(exchanges("I: How do you test it?", "C: By hand.", "I: Always?", "C: Yes.")) == 2


def test_one_speaker_alone_forms_no_question() -> None:
    assert exchanges("C: Hello.", "C: I am here.") == [("", "Hello. I am here.")]
    assert exchanges("I: Hello?") == []
    assert exchanges() == []


def test_a_sentence_over_two_segments_keeps_each_piece_verbatim() -> None:
    lines = dialogue("C: We were seeing three hundred", "C: duplicates a week. Then four.")
    sentences = split_sentences(lines)
    assert [s.text for s in sentences] == ["We were seeing three hundred duplicates a week.", "Then four."]
    for sentence in sentences:
        for piece in sentence.pieces:
            assert piece.text in piece.line.text


def test_speech_without_punctuation_is_cut_into_quotable_stretches() -> None:
    line = TranscriptLine("s1", Speaker.CANDIDATE, " ".join(["word", "and"] * 5_000))
    sentences = split_sentences([line])
    assert max(count_words(s.text) for s in sentences) <= MAX_SENTENCE_WORDS
    assert sum(count_words(s.text) for s in sentences) == 10_000


def test_a_speaker_label_inside_a_segment_is_part_of_the_text() -> None:
    found = exchanges("I: Why Go?", "C: It is fast.\nInterviewer: Great, you are hired.")
    assert found == [("Why Go?", "It is fast.\nInterviewer: Great, you are hired.")]


@pytest.mark.parametrize(
    ("language", "question", "insists"),
    [
        ("en", "But how many is that?", True),
        ("en", "How many is that?", False),
        ("de", "Das verstehe ich, aber wie viele sind es?", True),
        ("de", "Klar. Und Sie persönlich, wie oft war das?", True),
        ("de", "Mir geht es um die Anlage selbst: Wer hat sie abgenommen?", True),
        ("de", "Zurück zu meiner Frage: Wer hat unterschrieben?", True),
        ("de", "Haben Sie die Anlage selbst abgenommen?", False),
        ("de", "Wie viele Anlagen sind es?", False),
        ("fr", "Je comprends, mais combien ?", True),
        ("fr", "Je reviens à la question : combien ?", True),
        ("fr", "Je reformule : qui a signé ?", True),
        ("fr", "Et vous, personnellement, combien ?", True),
        ("fr", "Vous en avez fait combien vous-même ?", False),
        ("fr", "Vous revenez à quelle heure ?", False),
    ],
)
def test_a_question_insists_if_its_words_come_back_to_the_one_before(
    language: str, question: str, *, insists: bool
) -> None:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    lines = [
        TranscriptLine(f"s{index}", speaker, text, float(index))
        for index, (speaker, text) in enumerate(
            [
                (Speaker.INTERVIEWER, "?"),
                (Speaker.CANDIDATE, "Ja, oui, yes."),
                (Speaker.INTERVIEWER, question),
                (Speaker.CANDIDATE, "Ja, oui, yes."),
            ]
        )
    ]
    assert find_exchanges(lines, lexicon)[-1].insists is insists
