"""A fifth set: short answers in plain words."""

from __future__ import annotations

from tests.analysis.consistency.cases import CLEAN, Case, cv, job, study

SALES = cv(
    job("Sales Assistant", "Tamsin Home", "2021-02", None, "Kitchen department."),
    job("Cashier", "Freshlane Markets", "2018-06", "2021-01"),
)
DRAUGHTSMAN = cv(
    job("Draughtsman", "Corvid Engineering", "2017-01", None, "Piping layouts in AutoCAD."),
    skills=["AutoCAD (4 years)", "Inventor"],
    summary="Draughtsman with 9 years of experience.",
)
WARD = cv(
    job("Ward Manager", "Royal Linfield Hospital", "2016-03", None, "Manages 28 staff, 22 beds."),
    job("Staff Nurse", "St Cedd Hospital", "2009-09", "2016-02"),
    education=[study("Diploma in Nursing", "Harrowby University", "2006", "2009")],
)
TESTER = cv(
    job("Software Tester", "Bluefin Games", "2020-10", "2023-03"),
    job("QA Engineer", "Mosaic Payments", "2023-04", None, "Regression suite cut from 9 hours to 2 hours."),
)
TRAM = cv(job("Tram Driver", "Norrby Transit", "2012-08", None), certifications=["First aid certificate"])
EVENTS = cv(
    job(
        "Event Manager",
        "Klarsund Events",
        "2018-02",
        None,
        "Conferences with up to 1,200 guests, budget 300,000 euros.",
    ),
    education=[study("BA Tourism Management", "Sandvik College", "2014", "2017")],
)
JOINER = cv(
    job("Carpenter", "Holt Joinery", "2015-05", "2022-08", "Staircases."),
    job("Site Foreman", "Beacon Build", "2022-09", None, "Crew of 7."),
)
CASES: tuple[Case, ...] = (
    Case(
        "short-1",
        "duration",
        "cv",
        SALES,
        (
            "I: What did you do before Tamsin?",
            "C: I worked the tills at Freshlane. Five, nearly six years, I was there, right through school and after.",
            "I: Ok",
            "C: Fine.",
        ),
    ),
    Case(
        "short-2",
        "experience",
        "cv",
        DRAUGHTSMAN,
        (
            "I: How well do you know AutoCAD?",
            "C: Inside out. I've worked with AutoCAD for twelve years.",
            "I: ok",
            "C: Yes.",
        ),
    ),
    Case(
        "short-3",
        "degree",
        "cv",
        WARD,
        (
            "I: What are your qualifications?",
            "C: I hold a master's degree in nursing from Harrowby.",
            "I: ok",
            "C: And mentorship.",
        ),
    ),
    Case(
        "short-4",
        "start",
        "cv",
        TESTER,
        (
            "I: When did you move to payments?",
            "C: I moved to Mosaic in early 2021, games were too much crunch for me.",
            "I: ok",
            "C: Yes.",
        ),
    ),
    Case(
        "short-5",
        "figure",
        "cv",
        EVENTS,
        (
            "I: What size of events?",
            "C: Our biggest conference at Klarsund had four hundred guests.",
            "I: Budget?",
            "C: Depends.",
        ),
    ),
    Case(
        "short-6",
        "team_size",
        "cv",
        JOINER,
        (
            "I: What do you do as a foreman?",
            "C: I plan the week and I have fifteen men under me at Beacon.",
            "I: ok",
            "C: Yes.",
        ),
    ),
    Case(
        "short-7",
        "current_employer",
        "cv",
        TESTER,
        ("I: Are you still working at Bluefin?", "C: Yes, I am, in the test lab.", "I: ok", "C: Yes."),
    ),
    Case(
        "short-8",
        "role",
        "cv",
        WARD,
        (
            "I: Tell me about St Cedd.",
            "C: I was ward sister at St Cedd for the last few years, so the rota was mine.",
            "I: ok",
            "C: Yes.",
        ),
    ),
    Case(
        "short-9",
        "duration",
        "itself",
        cv(),
        (
            "I: Where do you work?",
            "C: For Abelard Tours. I've been with them for six years now.",
            "I: ok",
            "C: Fine.",
            "I: And what has changed?",
            "C: A lot. In my two years at Abelard I've had four managers.",
        ),
    ),
    Case(
        "short-10",
        "never",
        "itself",
        TRAM,
        (
            "I: Any accidents?",
            "C: I've never had an accident in fourteen years.",
            "I: ok",
            "C: Right.",
            "I: What was your worst day?",
            "C: The ice in 2018. I had an accident at the depot gate, just metal, nobody hurt.",
        ),
    ),
    Case(
        "short-11",
        "figure",
        "itself",
        EVENTS,
        (
            "I: What was the budget?",
            "C: The budget for that conference was three hundred thousand euros.",
            "I: ok",
            "C: Right.",
            "I: What went wrong?",
            "C: Money. The budget for that conference was eighty thousand euros, so we had no reserve.",
        ),
    ),
    Case(
        "short-12",
        "team_size",
        "itself",
        cv(),
        (
            "I: What's your team?",
            "C: I lead a team of nine at Orbit Rail.",
            "I: ok",
            "C: Right.",
            "I: How do you do feedback?",
            "C: One to one. With four people in my team at Orbit that's easy.",
        ),
    ),
    Case(
        "short-c1",
        CLEAN,
        "",
        WARD,
        (
            "I: How long have you been a nurse?",
            "C: Seventeen years. I was at the hospital until eight last night, sorry if I look tired.",
            "I: Staff?",
            "C: Twenty-eight, and twenty-two beds. On a night shift I have four nurses.",
        ),
    ),
    Case(
        "short-c2",
        CLEAN,
        "",
        EVENTS,
        (
            "I: Hobbies?",
            "C: I've played the cello for thirty years. I have been married for twenty.",
            "I: Events?",
            "C: Twelve hundred guests at the most, usually three hundred.",
        ),
    ),
    Case(
        "short-c3",
        CLEAN,
        "",
        JOINER,
        (
            "I: How many?",
            "C: Seven. Sometimes with subcontractors it's fifteen people on site.",
            "I: And Holt?",
            "C: Seven years of staircases.",
        ),
    ),
    Case(
        "short-c4",
        CLEAN,
        "",
        DRAUGHTSMAN,
        (
            "I: AutoCAD?",
            "C: Four years of AutoCAD, before that Inventor.",
            "I: Where do you live?",
            "C: I've lived in Corby for forty years.",
        ),
    ),
    Case(
        "short-c5",
        CLEAN,
        "",
        SALES,
        (
            "I: Why retail?",
            "C: My mother worked at Freshlane for twenty years. I was there for two and a half.",
            "I: ok",
            "C: I've never missed a shift. My colleague missed a shift once and got a warning.",
        ),
    ),
    Case(
        "short-c6",
        CLEAN,
        "",
        TESTER,
        (
            "I: What was the effect?",
            "C: The suite took nine hours, now it takes two hours. At Bluefin the suite took four hours.",
            "I: ok",
            "C: I was at Bluefin two and a half years.",
        ),
    ),
)
