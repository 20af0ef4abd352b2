"""Which lines a person can be asked about, and where a line stands in its document."""

from __future__ import annotations

import pytest

from app.questions.facts import Fact
from app.questions.fitness import fitness
from app.questions.line_places import DocumentLines
from app.questions.line_uses import LineUse, UseClassifier, load_examples, load_use_classifier
from app.questions.pieces import split_sentences, tidy_line
from app.questions.tables import QuestionCategory

PROSE = """STABLES

Since 2019 I have fed the horses of a large riding school and have
kept its yard clean. I also order the hay.

- Trained the young horses
- Bought hay
"""


@pytest.mark.parametrize(
    ("part", "begins_inside", "ends_inside"),
    [
        ("I also order the hay.", True, False),
        (
            "Since 2019 I have fed the horses of a large riding school and have kept its yard clean.",
            False,
            True,
        ),
        ("Trained the young horses", False, False),
    ],
)
def test_a_part_of_a_document_is_found(part: str, begins_inside: bool, ends_inside: bool) -> None:
    place = DocumentLines(PROSE, is_of_job=False).find(part)
    assert (place.is_found, place.begins_inside, place.ends_inside) == (True, begins_inside, ends_inside)


def test_a_broken_line_may_go_on() -> None:
    lines = DocumentLines(PROSE, is_of_job=False)
    broken, rest, item = (lines.place_line(number) for number in (2, 3, 5))
    assert broken.may_go_on
    assert rest.may_be_continued
    assert (item.is_item, item.may_go_on, item.heading) == (True, False, "STABLES")


def test_part_of_a_word_is_not_found() -> None:
    assert not DocumentLines("Horsemanship", is_of_job=False).find("horse").is_found


@pytest.mark.parametrize(
    ("line", "is_suitable"),
    [
        ("Trained the young horses and kept the stable accounts", True),
        ("Betreuung von vier Auszubildenden in der Werkstatt", True),
        ("Encadrement de trois apprentis à l’atelier", True),
        ("We are an equal opportunities employer and welcome all applicants", False),
        ("References available on request", False),
        ("Schwerbehinderte Menschen werden bei gleicher Eignung bevorzugt", False),
        ("Wir bieten 30 Tage Urlaub und ein Jobticket", False),
        ("Merci d’envoyer votre CV et une lettre de motivation", False),
        ("Married, two sons", False),
    ],
)
def test_what_a_person_can_be_asked_about(line: str, is_suitable: bool) -> None:
    assert line not in {example.text for example in load_examples()}
    uses = load_use_classifier().read(line, DocumentLines(line, is_of_job=False).place_line(0))
    suitability = sum(share for use, share in uses.items() if use.is_suitable)
    assert (suitability > 0.5) is is_suitable


def test_most_lines_of_other_documents_are_read_rightly() -> None:
    # The English documents alone would take most of a minute.
    examples = [one for one in load_examples() if not one.document.startswith("english")]
    names = sorted({example.document for example in examples})
    held = set(names[::4])
    classifier = UseClassifier.train([one for one in examples if one.document not in held])
    unread = [one for one in examples if one.document in held]
    right = 0
    for one in unread:
        uses = classifier.read(one.text, one.place)
        suitability = sum(share for use, share in uses.items() if use.is_suitable)
        right += (suitability > 0.5) is one.use.is_suitable
    assert right / len(unread) > 0.85


def test_a_line_that_nobody_can_be_asked_about_comes_last() -> None:
    category = QuestionCategory.BEHAVIORAL
    fit, unfit = (
        fitness(Fact("cv", "statement", "Fed thirty horses a day", suitability=share), category)
        for share in (0.9, 0.1)
    )
    assert fit > unfit + 3


def test_every_use_has_examples() -> None:
    assert {example.use for example in load_examples()} == set(LineUse)


@pytest.mark.parametrize(
    ("text", "line", "whole"),
    [
        (
            "You will look after the greenhouse and write a report every month, report\n"
            "to the head gardener each quarter and present the figures. You also water.",
            "You will look after the greenhouse and write a report every month, report",
            "You will look after the greenhouse and write a report every month, report"
            " to the head gardener each quarter and present the figures.",
        ),
        (
            "Potting and pricking out of all summer plants in the large\nglasshouse\nDriving the van",
            "glasshouse",
            "glasshouse",
        ),
        (
            "- potting and pricking out of all summer plants in the north\n  glasshouse\n- driving the van",
            "potting and pricking out of all summer plants in the north",
            "potting and pricking out of all summer plants in the north glasshouse",
        ),
        (
            "Watering of all beds and borders of the lower park garden\nDriving the van to the market",
            "Watering of all beds and borders of the lower park garden",
            "Watering of all beds and borders of the lower park garden",
        ),
    ],
)
def test_a_line_that_the_width_of_the_page_cut_off_gets_the_rest_of_its_sentence(
    text: str, line: str, whole: str
) -> None:
    assert DocumentLines(text, is_of_job=True).complete(line) == whole


def test_the_items_of_a_list_lose_the_commas_at_their_ends() -> None:
    text = "Your work includes\nthe care of beds,\n- the pruning of hedges,\nthe sale of plants;\nthe van."
    lines = DocumentLines(text, is_of_job=True)
    assert lines.complete("- the pruning of hedges,") == "the pruning of hedges"
    assert lines.find("the care of beds").is_item


def test_indented_lines_are_items_too() -> None:
    text = "Your work includes\n  the care of beds,\n  the pruning of hedges,\n  the sale of plants,\nA van."
    assert DocumentLines(text, is_of_job=True).find("the pruning of hedges").is_item


def test_a_broken_text_keeps_its_commas() -> None:
    lines = DocumentLines("We look for a gardener,\nfull time", is_of_job=True)
    assert lines.complete("We look for a gardener,") == "We look for a gardener,"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("(iii) Prune the hedges", "Prune the hedges"),
        ("B. Prune the hedges", "Prune the hedges"),
        ("c) prune the hedges", "prune the hedges"),
        ("B. Hedger & Sons, Skelby", "B. Hedger & Sons, Skelby"),
        ("(in summer) prune the hedges", "(in summer) prune the hedges"),
    ],
)
def test_the_numeral_of_an_item_is_not_read_out(line: str, said: str) -> None:
    assert tidy_line(line) == said


def test_a_sentence_does_not_end_at_an_abbreviation_of_two_letters() -> None:
    text = "Carry out tests of the water in line with Ph. Eur. and report them."
    assert split_sentences(text) == [text]
