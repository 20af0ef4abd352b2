"""An eighth set: 12 clean interviews, written after the patterns were widened."""

from __future__ import annotations

from tests.analysis.consistency.cases import CLEAN, NURSE, TEACHER, WAREHOUSE, Case
from tests.analysis.consistency.last_cases import BIO, FARMER, HR, INSURER
from tests.analysis.consistency.plain_cases import MARKETING, NURSERY, ROOFER, SYSADMIN
from tests.analysis.consistency.varied_cases import CIVIL

CASES: tuple[Case, ...] = (
    Case("clean-nurse", CLEAN, "", NURSE, (
        "I: What did you do at Pennard?",
        "C: Acute medicine. I did two years at Pennard on the ward and three in the admission unit, so five and a bit.",
        "I: Do you have a master's?",
        "C: No, I started a master's module last year but I'm not sure I'll finish it.",
        "I: Any complaints?",
        "C: I've never had a complaint from a patient. There was one from a relative, about parking.",
    )),
    Case("clean-teacher", CLEAN, "", TEACHER, (
        "I: How long have you been teaching?",
        "C: Eight years at Ravensholt. With the two at Fenwick as an assistant it's ten.",
        "I: How big are your classes?",
        "C: Thirty, and in year eleven twenty-four. When I came to Ravensholt in 2018 it was thirty-two.",
    )),
    Case("clean-warehouse", CLEAN, "", WAREHOUSE, (
        "I: How did you learn to drive a forklift?",
        "C: At Norwold. I was there from 2016 until I came to Brightwell in the spring of 2020.",
        "I: What would you change here?",
        "C: At Brightwell we used paper for the first year. If I'd had scanners in 2018 I would have been happier.",
        "I: What happened with errors?",
        "C: They fell by about forty percent. At another site of ours it was only ten percent.",
    )),
    Case("clean-bio", CLEAN, "", BIO, (
        "I: What did you do in your PhD?",
        "C: Four years of protein work at Stavely, and I graduated in 2020. I've never worked with mice.",
        "I: Do you lead people?",
        "C: A team of three. In the consortium we are a team of eleven, from four companies.",
    )),
    Case("clean-farmer", CLEAN, "", FARMER, (
        "I: What do you know about robots?",
        "C: Thornleigh had one from 2021. Before I came there in 2018 I'd never used one.",
        "I: How long does a milking take?",
        "C: Three hours, two with the robot. At Upper Combe it took four hours.",
    )),
    Case("clean-hr", CLEAN, "", HR, (
        "I: Why did you move to Keldon?",
        "C: They had asked me in 2017 already, but I only joined Keldon in April 2019. My predecessor had been there for nineteen years.",
        "I: What would you earn?",
        "C: I'd like sixty thousand. I know the range ends at fifty-five thousand.",
    )),
    Case("clean-insurer", CLEAN, "", INSURER, (
        "I: How was the work at Meridian?",
        "C: Good for years. I was a trainee at Meridian first, for a year, and then a handler. In the last two years at Meridian it was mostly the new system.",
        "I: And why did you go?",
        "C: I resigned in the end. Two of my colleagues had been let go and I didn't want to wait.",
    )),
    Case("clean-marketing", CLEAN, "", MARKETING, (
        "I: How long have you been writing?",
        "C: I've written for twenty years, since school really. Professionally it's ten, four of them at Finch.",
        "I: And your French?",
        "C: I'm fluent in French, I lived in Lyon for three years as a child.",
    )),
    Case("clean-nursery", CLEAN, "", NURSERY, (
        "I: What is your ratio?",
        "C: One to four for the small ones. With sixteen staff that's tight when three are on a course.",
        "I: Have you got a first aid certificate?",
        "C: No, mine ran out in 2023 and I'm booked for March. I don't have a degree either.",
    )),
    Case("clean-roofer", CLEAN, "", ROOFER, (
        "I: Have you ever fallen?",
        "C: I've never fallen off a roof. I fell off a ladder as a labourer at Jessop, half a meter.",
        "I: How many roofs a year?",
        "C: Thirty. Jessop did sixty, but they were thirty people.",
    )),
    Case("clean-sysadmin", CLEAN, "", SYSADMIN, (
        "I: Why Proxmox?",
        "C: Licence costs. It took us five months for three hundred machines. At Aurel I'd seen a move take two years.",
        "I: Are you on call?",
        "C: One week in four. I was on call at Aurel for two years without a break.",
    )),
    Case("clean-civil", CLEAN, "", CIVIL, (
        "I: How large were your sites?",
        "C: Twelve of my own people, up to forty with the subcontractors. The contract at Holbeck I'm proudest of ran for fourteen months.",
        "I: And your education?",
        "C: An HND from Rothby. I never did a degree.",
    )),
)  # fmt: skip
