"""A seventh set: contradictions only, each said in another way than in the other sets."""

from __future__ import annotations

from tests.analysis.consistency.cases import Case, cv, job, study

DENTAL = cv(
    job("Dental Nurse", "Kirkby Dental Practice", "2020-08", None, "Two surgeries."),
    job("Receptionist", "Moorside Physio", "2017-02", "2020-07"),
    certifications=["Radiography certificate"],
)
CIVIL = cv(
    job("Site Manager", "Holbeck Civils", "2017-05", "2025-06", "Team of 12, contracts of 2 to 6 million."),
    job("Setting-out Engineer", "Farr Groundworks", "2013-08", "2017-04"),
    education=[study("HND Civil Engineering", "Rothby College", "2011", "2013")],
)
BARISTA = cv(
    job("Shift Supervisor", "Copper Pot Coffee", "2023-01", None, "Trains new starters."),
    job("Barista", "Copper Pot Coffee", "2021-06", "2022-12"),
)
ACTUARY = cv(
    job("Pricing Analyst", "Vantry Insurance", "2019-10", None, "Household pricing in R."),
    education=[
        study("MSc Actuarial Science", "University of Brayford", "2018", "2019"),
        study("BSc Mathematics", "University of Brayford", "2015", "2018"),
    ],
    skills=["R", "SQL", "Emblem"],
)
BUS = cv(
    job("Coach Driver", "Meridale Coaches", "2014-03", "2021-10"),
    job("Bus Driver", "City of Halland Transport", "2021-11", None),
)
FLORIST = cv(job("Florist", "Petal & Thorn", "2012-04", None, "Weddings, about 40 a year."))
ENGINEER = cv(
    job(
        "Mechanical Engineer",
        "Strand Pumps",
        "2016-02",
        None,
        "Led the redesign of the P4 pump. Noise lowered by 6 dB.",
    ),
    job("Graduate Engineer", "Oakfield Valves", "2013-09", "2016-01"),
    education=[study("MEng Mechanical Engineering", "Loxley University", "2009", "2013")],
    skills=["SolidWorks", "ANSYS"],
)

CASES: tuple[Case, ...] = (
    Case("dental", "current_employer", "cv", DENTAL, (
        "I: Where are you now?",
        "C: I'm not with Kirkby any more, I've been at home since the summer.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("dental-radiography", "certificate", "cv", DENTAL, (
        "I: Could you take the X-rays?",
        "C: Not on my own. I'm not certified in radiography.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("civil", "team_size", "cv", CIVIL, (
        "I: What did you run at Holbeck?",
        "C: A big site. There were thirty-five of us and I was the one they all came to.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("civil-degree", "degree", "cv", CIVIL, (
        "I: What's your education?",
        "C: Civil engineering, bachelor's degree, from Rothby.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("barista", "duration", "cv", BARISTA, (
        "I: How long have you been at Copper Pot?",
        "C: Coming up to eleven years, first on the machine and then as a supervisor.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("actuary", "graduation", "cv", ACTUARY, (
        "I: When did you finish your studies?",
        "C: In 2014, and then I travelled.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("bus", "end", "cv", BUS, (
        "I: Why did you leave Meridale?",
        "C: Meridale went under in 2018 and we all had to go. I found out from the radio.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("florist", "figure", "cv", FLORIST, (
        "I: How many weddings do you do?",
        "C: At Petal and Thorn we do a hundred and fifty weddings a year.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("engineer", "never", "cv", ENGINEER, (
        "I: Have you led a redesign?",
        "C: No, I've never led a redesign. I was always one of several.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("engineer-start", "start", "cv", ENGINEER, (
        "I: Tell me about Strand.",
        "C: Good people. I've worked there since I was a graduate, so since 2013.",
        "I: Okay.",
        "C: Yes.",
    )),
    Case("engineer-itself", "figure", "itself", ENGINEER, (
        "I: What was the result?",
        "C: The new impeller saved us about forty thousand euros a year in warranty claims.",
        "I: How did you test it?",
        "C: On the rig, for six weeks.",
        "I: And what did the board say?",
        "C: They liked it. It saved around fifteen thousand euros a year in warranty claims, after all.",
    )),
    Case("florist-itself", "team_size", "itself", FLORIST, (
        "I: Who works in the shop?",
        "C: There are four of us at Petal and Thorn.",
        "I: And at Easter?",
        "C: We all work nights.",
        "I: How do you share the weddings?",
        "C: There are nine of us at Petal and Thorn, so everybody gets a few.",
    )),
)  # fmt: skip
