"""Tolerances, hedges, corrections, severities and metrics of the consistency check."""

from __future__ import annotations

from datetime import date

import pytest

from app.analysis.consistency import compare
from app.analysis.consistency.facts import ClaimKind, DiscrepancySeverity, Origin, Range, Risk
from app.analysis.consistency.metrics import compute_confidence, rate_risk
from app.analysis.consistency.spoken import mark_values
from tests.analysis.consistency.cases import WAREHOUSE, cv, job
from tests.analysis.consistency.checking import TODAY, check

SHOP = cv(job("Shop Assistant", "Marlbeck Stores", "2018-01", "2021-01"))


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        ("I've been at @0 for five and a half years", "i have been at @0 for !63_69"),
        ("I left in March twenty twenty-one.", "i left in &24255_24255 ."),
        ("from 2009 to two thousand and twelve", "from &24109_24120 to &24145_24156"),
        ("two years and three months", "!26_28"),
        ("twenty-five people, or three or four", "#25_25 people , or #3_4"),
        ("a hundred and eighty covers!", "#180_180 covers ."),
        (
            "cut by half, by 12 per cent and by 3%",
            "cut by about #50_50 percent , by #12_12 percent and by #3_3 percent",
        ),
        ("two years ago", f"&{2024 * 12 + 11 - 6}_{2024 * 12 + 11 + 6}"),
        ("seven point eight percent, nought point five", "#7.8_7.8 percent , #0.5_0.5"),
        ("from nine to five days", "from ~9 to #5_5 days"),
        ("twice a month for a year", "twice per_month for !9_18"),
    ],
)
def test_spoken_values_are_marked(said: str, marked: str) -> None:
    assert mark_values(said, date(2026, 11, 20)) == marked


@pytest.mark.parametrize(
    ("words", "is_contradiction"),
    [
        ("three years", False),
        ("three and a half years", False),
        ("four years", False),  # 36 months in the CV; 42 to 54 said, 20 % allow 43.2
        ("five years", True),
        ("about four and a half years", False),  # a hedge doubles the tolerance
        ("eighteen months", True),
        ("about two years", False),
    ],
)
def test_the_tolerance_is_three_months_or_a_fifth(words: str, is_contradiction: bool) -> None:
    result = check(SHOP, "I: How was the shop?", f"C: I worked at Marlbeck Stores for {words}.")
    assert bool(result.discrepancies) is is_contradiction
    assert result.compared_with_cv == 1


@pytest.mark.parametrize(
    "said",
    [
        "If I had been at Marlbeck Stores for ten years I would say so.",
        "I was at Marlbeck Stores for ten years, sorry, three years.",
        "My boss was at Marlbeck Stores for ten years.",
        "I was at Marlbeck Stores for ten years. No, wait, that was three years.",
        "I was at Hobbs Brothers for ten years.",
        "My CV says I was at Marlbeck Stores for three years but I was at Marlbeck Stores for ten years, that is a typo.",
        "I want to be at Marlbeck Stores for ten years.",
        "I was at Marlbeck Stores and we counted the stock, which was about ten years of one person's time.",
    ],
)
def test_conditions_corrections_and_other_people_are_no_contradiction(said: str) -> None:
    assert not check(SHOP, "I: Tell me about that.", f"C: {said}").discrepancies


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("Ten years in retail now, all of them at Marlbeck Stores.", ["duration"]),
        ("Three years in retail, all with Marlbeck Stores.", []),
        ("Ten years in retail, the last three of them at Marlbeck Stores.", []),
    ],
)
def test_a_career_that_was_all_with_one_employer_is_the_length_of_the_stay(
    said: str, kinds: list[str]
) -> None:
    found = check(SHOP, "I: How long have you done this?", f"C: {said}").discrepancies
    assert [item.kind for item in found] == kinds


@pytest.mark.parametrize(
    ("said", "skill", "is_same"),
    [
        ("k8s", "Kubernetes", True),
        ("kubernetes", "K8s (production)", True),
        ("postgres", "PostgreSQL – advanced", True),
        ("tig welding", "TIG welding", True),
        ("java", "JavaScript", False),
        ("excel", "Excel macros", False),
        ("project", "Project management", False),
    ],
)
def test_a_skill_is_the_same_under_all_its_names(said: str, skill: str, *, is_same: bool) -> None:
    assert compare.names_skill(said, skill) is is_same


def test_a_denied_skill_is_found_in_the_cv_under_another_name() -> None:
    profile = cv(job("Platform Engineer", "Marlbeck Stores", "2018-01", None, "Ran Kubernetes clusters."))
    found = check(profile, "I: Any container platforms?", "C: I have never used k8s.")
    assert [item.kind for item in found.discrepancies] == [ClaimKind.SKILL]


def test_not_to_know_about_something_denies_no_skill() -> None:
    tickets = cv(certifications=["Traffic management"])
    assert check(tickets, "I: Any tickets?", "C: I don't know traffic management.").discrepancies
    assert not check(tickets, "I: Any tickets?", "C: I don't know about traffic management.").discrepancies


@pytest.mark.parametrize("form", ["there's", "there is", "there are"])
def test_there_is_does_not_mean_the_place_of_work(form: str) -> None:
    """Read as "at Hollow Mill's", the number belonged to nothing."""
    mill = cv(job("Clerk", "Hollow Mill", "2020-01", None, "Team of 4 clerks."))
    said = f"C: At Hollow Mill {form} eleven of us in the office."
    [found] = check(mill, "I: And your colleagues?", said).discrepancies
    assert found.kind is ClaimKind.TEAM_SIZE


@pytest.mark.parametrize(
    ("said", "is_contradiction"),
    [
        ("There's only the three of us.", True),
        ("It's just the two of us in the office.", True),
        ("We're nine of us.", False),
        ("There's seven of us.", False),
        ("There's the five of us.", False),  # 8 is less than 1.75 times as many
        ("There's twenty of us.", False),  # the team of the CV may be a part of them
        ("There's two of us on a night shift.", False),
        ("There were three of us.", False),  # an earlier job, perhaps
    ],
)
def test_the_team_of_today_may_be_too_small_for_the_cv(said: str, *, is_contradiction: bool) -> None:
    office = cv(
        job("Office Manager", "Hollow Mill", "2020-01", None, "Supervises 8 clerks."),
        job("Clerk", "Marlbeck Stores", "2015-01", "2019-12"),
    )
    found = check(office, "I: Who does the filing?", f"C: {said}").discrepancies
    assert [item.kind for item in found] == [ClaimKind.TEAM_SIZE] * is_contradiction


@pytest.mark.parametrize(
    ("said", "is_contradiction"),
    [
        ("I'd been at Marlbeck Stores about two months when the first lockdown came.", True),
        ("That was the first winter of Covid, and I'd only just started at Marlbeck Stores.", True),
        ("I've worked at Marlbeck Stores since the pandemic.", True),
        ("I'd only been at Marlbeck Stores since Easter, must have been 2020.", True),
        ("I'd been at Marlbeck Stores two years when Covid hit.", False),
        ("I was at Marlbeck Stores when the pandemic started.", False),
        ("I'd just got a dog when the first lockdown came.", False),
    ],
)
def test_a_start_may_be_dated_by_the_pandemic(said: str, *, is_contradiction: bool) -> None:
    found = check(SHOP, "I: How was it?", f"C: {said}").discrepancies
    assert [item.kind for item in found] == [ClaimKind.START] * is_contradiction


@pytest.mark.parametrize(
    ("said", "is_contradiction"),
    [
        ("I'd only been there since the spring of 2019.", True),
        ("That was 2019, and I'd only just started there.", True),
        ("I'd only just started in January 2018.", False),
        ("I'd only just started in autumn 2018.", False),  # nine months off at most
        ("I'd only just started in 2009.", False),  # before the CV begins
        ("I'd only just started piano lessons in 2019.", False),
    ],
)
def test_a_start_without_an_employer_is_compared_with_every_position(
    said: str, *, is_contradiction: bool
) -> None:
    found = check(SHOP, "I: What was the change like?", f"C: {said}").discrepancies
    assert [item.kind for item in found] == [ClaimKind.START] * is_contradiction


def test_starts_without_an_employer_do_not_contradict_each_other() -> None:
    turns = ("C: I'd only just started in 2005.", "I: And then?", "C: I'd only just started in 2011.")
    assert not check(SHOP, "I: How was it?", *turns).discrepancies


@pytest.mark.parametrize(
    "said",
    [
        "I did second for a year and a half at Marlbeck Stores.",
        "And in 2018 I came here for Marlbeck Stores, for six months I thought.",
    ],
)
def test_a_part_of_a_stay_and_an_expectation_are_no_stay(said: str) -> None:
    assert not check(SHOP, "I: How was it?", f"C: {said}").discrepancies


def test_still_over_there_asks_for_the_present_job() -> None:
    now = cv(job("Fitter", "Hollow Mill", "2020-01", None))
    said = (
        "C: No, I've been finished over there since the end of May, they had no more work for the two of us."
    )
    found = check(now, "I: Are you still over there now, at Hollow Mill?", said)
    assert [item.kind for item in found.discrepancies] == [ClaimKind.CURRENT_EMPLOYER]


def test_a_later_correction_withdraws_the_earlier_statement() -> None:
    turns = (
        "I: How long were you there?",
        "C: I was at Marlbeck Stores for ten years.",
        "I: And then?",
        "C: Then I moved. Earlier I said ten years, I was at Marlbeck Stores for three years.",
    )
    assert not check(SHOP, *turns).discrepancies
    assert check(SHOP, *turns[:2]).discrepancies


def test_a_line_of_the_cv_is_quoted_verbatim() -> None:
    text = "Ruth Abel\nShop Assistant, Marlbeck Stores, January 2018 to January 2021\n"
    said = "C: I joined Marlbeck Stores in 2012."
    (item,) = check(SHOP, "I: When did you start?", said, cv_text=text).discrepancies
    assert item.counterpart.quote == "Shop Assistant, Marlbeck Stores, January 2018 to January 2021"
    assert item.counterpart.origin is Origin.CV
    assert item.severity is DiscrepancySeverity.SIGNIFICANT


def test_severity_grows_with_the_difference() -> None:
    year = Range(24_000, 24_000)

    def rate(months: float) -> DiscrepancySeverity:
        return compare.rate_difference(ClaimKind.START, Range(24_000 + months, 24_000 + months), year)

    assert [rate(m).value for m in (5, 20, 40)] == ["minor", "moderate", "significant"]


def test_roles_differ_by_rank_not_by_wording() -> None:
    assert compare.role_difference("store manager", "Assistant Store Manager") is DiscrepancySeverity.MODERATE
    assert compare.role_difference("head chef", "Sous Chef") is DiscrepancySeverity.SIGNIFICANT
    assert compare.role_difference("backend engineer", "Software Developer") is None
    assert compare.role_difference("happy person", "Buyer") is None


def test_metrics_need_something_to_compare() -> None:
    result = check(SHOP, "I: Hello.", "C: I like the sea.")
    assert result.metrics.consistency is None
    assert result.metrics.authenticity is None
    assert result.metrics.stress is None
    assert (result.risk, result.confidence) == (Risk.LOW, compute_confidence(0))
    assert rate_risk(()) is Risk.LOW


@pytest.mark.parametrize(
    "turns",
    [
        (),
        ("I: Hello?",),
        ("C: I was at Brightwell.",),
        ("C: I WAS AT BRIGHTWELL LOGISTICS FOR NINE YEARS AND I LED A TEAM OF 90 PEOPLE.",),
        (
            "I: und wie lange waren sie dort",
            "C: ich war neun jahre bei brightwell und habe zehn leute geführt",
        ),
        ("C: " + "i was at brightwell for years and then i was not there " * 200,),
        ("C: " + "@0 #5_5 &1_1 !3_3 " * 50,),
        ("C: 99999999999999999999999 years at Brightwell in 0000 and 9999.",),
    ],
)
def test_odd_input_is_survived(turns: tuple[str, ...]) -> None:
    for profile in (WAREHOUSE, None, {}, {"experience": [None, {"company": 3}], "education": "x"}):
        check(profile, *turns)


def test_one_line_said_again_and_again_is_one_discrepancy() -> None:
    turns = ("I: And?", "C: I was at Brightwell Logistics for fifteen years.") * 300
    assert len(check(WAREHOUSE, *turns).discrepancies) == 1


def test_words_in_the_form_of_marks_are_no_marks() -> None:
    said = "C: I joined @0 in 2009 and left &24000_24000 after !200_200."
    assert not check(WAREHOUSE, "I: Since when?", said).discrepancies


def test_today_is_the_day_of_the_interview() -> None:
    assert TODAY.year == 2026
    result = check(SHOP, "I: And now?", "C: I left Marlbeck Stores six years ago.")
    assert not result.discrepancies
