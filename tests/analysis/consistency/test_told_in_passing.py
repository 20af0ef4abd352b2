"""Contradictions to the CV that are told in passing: what is left to do, who was there, who led, why it ended."""

from __future__ import annotations

import pytest

from app.analysis.consistency.facts import ClaimKind
from tests.analysis.consistency.cases import cv, job, study
from tests.analysis.consistency.test_cases import check

CV_TEXT = """Maria Velasco
Warehouse manager

EXPERIENCE
Inbound Team Leader, Fairline Parcels, Swindon
March 2021 - present
- Lead a team of 12 warehouse operatives
- Introduced the new slotting system (2023), picking errors down 30 %

Stock Controller, Pelham & Crewe, Reading
June 2016 - February 2021
- Supervised four stock clerks
- Left when the depot closed

QUALIFICATIONS
HND Business, Reading College, 2012
Counterbalance and reach truck licence
IOSH Managing Safely, 2022
"""
CV = cv(
    job(
        "Inbound Team Leader",
        "Fairline Parcels",
        "2021-03",
        None,
        "Lead a team of 12 warehouse operatives\nIntroduced the new slotting system (2023), picking errors down 30 %",
    ),
    job(
        "Stock Controller",
        "Pelham & Crewe",
        "2016-06",
        "2021-02",
        "Supervised four stock clerks\nLeft when the depot closed",
    ),
    education=[study("HND Business", "Reading College", "2010", "2012")],
)
SMALL_TALK = ("I: Hello, how was the drive?", "C: Fine, thanks, no traffic at all.")


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        (
            "How many have you got on your shift at Fairline?",
            "There's me, Darren and two agency lads, and that's your lot.",
            ClaimKind.TEAM_SIZE,
        ),
        (
            "How big is your team?",
            "Well, it's four of us, five if you count the cleaner.",
            ClaimKind.TEAM_SIZE,
        ),
        ("And who do you have under you?", "Just the five at the moment, it's quiet.", ClaimKind.TEAM_SIZE),
        ("Have you led people before?", "No. I've never had anyone under me.", ClaimKind.TEAM_SIZE),
        (
            "Tell me about the slotting system.",
            "That was before me, really. Head office sent two people who set it all up, I just put the labels on.",
            ClaimKind.OWN_WORK,
        ),
        (
            "You introduced a new slotting system?",
            "It was my manager, Claire, who did it. I helped her with the data a bit.",
            ClaimKind.OWN_WORK,
        ),
        (
            "How was the switch to new slotting?",
            "That was Claire's project, she had the plan, and I had the labels and then the phones.",
            ClaimKind.OWN_WORK,
        ),
        (
            "So who ran the slotting side?",
            "Claire was our team leader, she decided where the slotting went.",
            ClaimKind.OWN_WORK,
        ),
        (
            "And on the reach truck?",
            "Not me, Tom's the one with the licence for the reach.",
            ClaimKind.CERTIFICATE,
        ),
        (
            "Why did you leave Pelham?",
            "I fell out with the manager, to be honest, and I just handed in my notice.",
            ClaimKind.LEAVING_REASON,
        ),
        (
            "Are you still over at Fairline, then?",
            "No, I finished there at the end of August.",
            ClaimKind.CURRENT_EMPLOYER,
        ),
        (
            "How was Pelham?",
            "I did about a year and a half there and then the kids came.",
            ClaimKind.DURATION,
        ),
        (
            "You've got your forklift licence?",
            "It ran out last year and they never sent me for the refresher.",
            ClaimKind.CERTIFICATE,
        ),
        (
            "And you can drive the reach truck?",
            "I've never done the test for that one, only the hand pallet truck.",
            ClaimKind.CERTIFICATE,
        ),
        (
            "Your HND, what was that like?",
            "I liked it. I didn't do the second year in the end, we had a baby coming.",
            ClaimKind.CERTIFICATE,
        ),
    ],
)
def test_a_contradiction_told_in_passing_is_found(question: str, answer: str, kind: ClaimKind) -> None:
    result = check(CV, *SMALL_TALK, f"I: {question}", f"C: {answer}", cv_text=CV_TEXT)
    [item] = result.discrepancies
    assert item.kind is kind
    assert item.statement.quote in answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many have you got on your shift?", "Twelve on paper, but on a Sunday it's me and three."),
        ("Who is in your team?", "Twelve of us. Well, eleven and me. Steve's my deputy, he does the rota."),
        (
            "Tell me about the slotting system.",
            "I brought it in with a colleague. She did the data and I did the layout and the training.",
        ),
        ("And on the reach truck?", "I was the only one with the licence for the reach."),
        ("How was Pelham?", "Good people. I did nights for the first year at Pelham."),
        ("Why did you leave Pelham?", "The depot closed, so that was that."),
        ("Are you still with Fairline?", "Yes, I'd have to give a month."),
        ("You've got your forklift licence?", "Yes, counterbalance and reach. My refresher's due next year."),
        (
            "Your HND, what was that like?",
            "I nearly failed the accounts paper but I passed it the second time.",
        ),
        ("You've done IOSH?", "I have. My colleague never did it, so I get all the risk assessments."),
        ("So at Pelham you supervised the clerks?", "Four of them. My boss did the rota and I did the rest."),
        (
            "What about training new people?",
            "Claire does the induction and I'm just the one who walks them round.",
        ),
    ],
)
def test_what_agrees_with_the_cv_is_no_contradiction(question: str, answer: str) -> None:
    result = check(CV, *SMALL_TALK, f"I: {question}", f"C: {answer}", cv_text=CV_TEXT)
    assert [(item.kind, item.statement.quote) for item in result.discrepancies] == []


def test_the_line_of_the_cv_about_the_qualification_is_quoted() -> None:
    cv_text = "TRAINING\nLevel 2 Cookery, 2015\nLevel 3 Patisserie, 2018\n"
    result = check(
        None,
        *SMALL_TALK,
        "I: You have Level 2, and how is it with Level 3?",
        "C: It's nearly there. I've three units left to hand in.",
        cv_text=cv_text,
    )
    [item] = result.discrepancies
    assert item.statement.quote == "I've three units left to hand in."
    assert item.counterpart.quote == "Level 3 Patisserie, 2018"


def test_a_role_below_that_of_the_cv_is_found_without_the_name_of_the_employer() -> None:
    profile = cv(job("Senior Property Manager", "Quayside Homes", "2022-03", "2025-01"))
    result = check(
        profile,
        "I: What was Quayside Homes like?",
        "C: Busy.",
        "I: And who did what?",
        "C: I was an assistant property manager for most of the time.",
    )
    assert [item.kind for item in result.discrepancies] == [ClaimKind.ROLE]


def test_two_sizes_of_one_team_contradict_each_other() -> None:
    result = check(
        None,
        "I: What is your job now?",
        "C: I've five lads under me in the yard, so I do the rota.",
        "I: And when you are short?",
        "C: There's only the three of us in there, so I was on my own out of the team.",
    )
    [item] = result.discrepancies
    assert item.kind is ClaimKind.TEAM_SIZE
    assert item.counterpart.quote.startswith("I've five lads under me")


def test_a_code_of_another_qualification_is_another_one() -> None:
    cv_text = "TICKETS\nSpraying certificates AB1 and AB2, 2015\n"
    question, answer = (
        "I: Do you do the spraying?",
        "C: Most of it. The knapsack is AB6, and I never sat that.",
    )
    assert check(None, *SMALL_TALK, question, answer, cv_text=cv_text).discrepancies == ()


def test_an_open_thesis_is_about_the_only_degree() -> None:
    result = check(
        None,
        *SMALL_TALK,
        "I: How did you come to England?",
        "C: By accident. I still had the thesis to write, and then my daughter came.",
        cv_text="EDUCATION\nMSc Food Science, 2017\n",
    )
    assert [item.counterpart.quote for item in result.discrepancies] == ["MSc Food Science, 2017"]
