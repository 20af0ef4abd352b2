"""What somebody said, in the third person."""

from __future__ import annotations

import pytest

from app.text.reported import report_speech


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I sign the sheet for the whole week.", "they sign the sheet for the whole week."),
        ("So, when I'm away she does our post.", "when they are away she does their post."),
        (
            "We were late and I wasn't told, so I sent mine.",
            "they were late and they weren't told, so they sent theirs.",
        ),
        ("Yeah. I've never seen it fail us in winter.", "they've never seen it fail them in winter."),
        ("It was, to be honest, my mistake from the start.", "it was their mistake from the start."),
        ("We sold it in the US, not at home with us.", "they sold it in the US, not at home with them."),
        (
            "I moved the pump on my own. We halved the loss.",
            "they moved the pump on their own. They halved the loss.",
        ),
        ("I like stairs. We did forty last year.", "they like stairs. They did forty last year."),
        ("Wexford has the best harbor I know of.", "Wexford has the best harbor they know of."),
    ],
)
def test_only_the_person_changes(said: str, told: str) -> None:
    assert report_speech(said) == told


def test_the_first_word_is_a_name_unless_it_is_known_as_a_word() -> None:
    said = "Ropes are changed by me in spring."
    assert report_speech(said) == "Ropes are changed by them in spring."
    assert report_speech(said, common=frozenset({"ropes"})) == "ropes are changed by them in spring."


@pytest.mark.parametrize(
    "said",
    [
        "They might let me go a bit sooner in May.",
        "I told the crew, I will not sail in this wind.",
        "He'd say, Jo, you are on the pump tonight.",
        "I keep a wooden wedge in me pocket for it.",
        "My brother and me ran the whole yard for years.",
        "Anna and I ran the whole yard for years.",
        "Would I do it again in the same way?",
        "I would like to see your workshop some day.",
        "I wrote “tested” on the sheet in the evening.",
        "I tell him quietly that you pay less in cash.",
        "Mended the pump and went home after that.",
        "The renewals run. It took us eleven hours.",
        "I did it, and then the",
        "I just sign it.",
    ],
)
def test_what_is_not_clear_is_left_to_a_quote(said: str) -> None:
    assert report_speech(said) == ""


def test_a_long_text_is_read_in_linear_time() -> None:
    assert report_speech("I know, " * 50_000 + "that is all.").startswith("they know, they know, ")
