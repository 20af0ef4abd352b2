"""Which lines beginners are asked about, and which ones leads."""

from __future__ import annotations

from app.questions.fact_choice import FactChooser
from app.questions.facts import Fact
from app.questions.level_lines import share_lines
from app.questions.line_kinds import LineKind
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory

BEGINNERS, LEADS = -1, 1
POSITION = Fact("job", "career", "Stable Manager", line_kind=LineKind.TITLE)


def duty(text: str) -> Fact:
    return Fact("job", "responsibility", text)


def test_each_level_gets_one_of_two_lines_that_are_about_as_good() -> None:
    lines = (
        "Order the hay for the winter",
        "Repair the fences along the lane",
        "Wash the tails before a show",
        "Drive the trailer to the vet",
    )
    shares = share_lines([duty(line) for line in lines])
    assert sorted(shares.values()) == [BEGINNERS, BEGINNERS, LEADS, LEADS]


def test_leads_get_the_line_about_people_and_money() -> None:
    shares = share_lines([duty("Manage the budget of the stables"), duty("Muck out the stables at noon")])
    assert shares == {"Manage the budget of the stables": LEADS, "Muck out the stables at noon": BEGINNERS}


def test_lines_about_the_same_thing_go_to_the_same_level() -> None:
    twins = ("Order hay and straw from the farms", "Order hay and straw for the winter")
    shares = share_lines([*map(duty, twins), duty("Lead the morning ride along the beach")])
    assert shares[twins[0]] == shares[twins[1]] != 0


def test_every_level_may_be_asked_about_the_advertised_position() -> None:
    assert share_lines([POSITION, duty("Order the hay for the winter")]).get(POSITION.text, 0) == 0


def test_a_line_without_another_one_of_its_kind_is_for_every_level() -> None:
    assert share_lines([duty("Order the hay for the winter")]) == {"Order the hay for the winter": 0}


def test_only_beginners_and_leads_avoid_lines() -> None:
    facts = [
        duty(f"{verb} the {thing} before {time}")
        for verb, thing, time in (
            ("Repair", "fences", "winter"),
            ("Order", "saddles", "the market"),
            ("Paint", "trailers", "a race"),
            ("Clean", "gutters", "the storms"),
            ("Mow", "meadows", "midsummer"),
            ("Sweep", "chimneys", "the frost"),
            ("Wash", "blankets", "the sale"),
            ("Stack", "firewood", "dark"),
            ("Oil", "harnesses", "the parade"),
            ("Weigh", "foals", "breakfast"),
        )
    ]
    chosen = {}
    for level in Difficulty:
        chooser = FactChooser(facts, difficulty=level)
        lines = [chooser.choose(QuestionCategory.TECHNICAL) for _ in range(5)]
        chosen[level] = {line.text for line in lines if line}
    assert not chosen[Difficulty.JUNIOR] & chosen[Difficulty.LEAD]
    assert chosen[Difficulty.MID] & chosen[Difficulty.JUNIOR]
    assert chosen[Difficulty.MID] & chosen[Difficulty.LEAD]


def test_a_poor_line_is_not_chosen_only_because_it_is_of_this_level() -> None:
    poor = Fact("job", "responsibility", "Mow the meadows before midsummer", suitability=0.2)
    for level in (Difficulty.JUNIOR, Difficulty.LEAD):
        chooser = FactChooser([poor, duty("Repair the fences before winter")], difficulty=level)
        chosen = chooser.choose(QuestionCategory.TECHNICAL)
        assert chosen is not None
        assert chosen.text == "Repair the fences before winter"
