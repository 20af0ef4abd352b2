"""A fourth set, longer and less direct: 8 interviews against the CV, 4 against themselves, 12 clean ones."""

from __future__ import annotations

from tests.analysis.consistency.cases import CLEAN, Case, cv, job, study

OPTICIAN = cv(
    job("Dispensing Optician", "Clearbrook Opticians", "2019-02", None, "Fits 25 pairs a week."),
    job("Optical Assistant", "Marsden Eyecare", "2016-07", "2019-01"),
    education=[study("Diploma in Ophthalmic Dispensing", "Wharfdale College", "2016", "2019")],
)
FARMER = cv(
    job("Herd Manager", "Thornleigh Dairy", "2018-03", "2025-09", "320 cows, three milkers."),
    job("Milker", "Upper Combe Farm", "2014-05", "2018-02"),
)
ARCHITECT = cv(
    job("Architect", "Studio Fenn", "2020-01", None, "Schools and libraries. Won 3 competitions."),
    job("Architectural Assistant", "Braddock Partners", "2016-09", "2019-12"),
    education=[
        study("MArch Architecture", "Oldhaven School of Architecture", "2014", "2016"),
        study("BA Architecture", "Oldhaven School of Architecture", "2010", "2013"),
    ],
    skills=["Revit", "AutoCAD", "Rhino"],
)
CLEANER = cv(
    job(
        "Cleaning Supervisor",
        "Sparrow Facility Services",
        "2021-03",
        None,
        "Supervises 8 cleaners at two office buildings.",
    ),
    job("Cleaner", "Sparrow Facility Services", "2017-06", "2021-02"),
)
HR = cv(
    job(
        "HR Business Partner",
        "Keldon Chemicals",
        "2019-04",
        None,
        "Supports 450 employees. Sickness rate lowered from 7% to 5%.",
    ),
    job("Recruiter", "Talentry", "2015-01", "2019-03", "Filled 60 positions a year."),
    education=[study("BA Psychology", "University of Brantholm", "2011", "2014")],
)
PILOT = cv(
    job("First Officer", "Norwind Air", "2018-06", None, "A320, 3,900 hours."),
    job("Flight Instructor", "Ferncliff Flying Club", "2015-04", "2018-05"),
)
TEXTILE = cv(
    job("Pattern Cutter", "Atelier Rovina", "2012-10", "2022-12", "Womenswear, 40 styles a season."),
    job("Pattern Cutter", "Freelance", "2023-01", None),
)
DISPATCH = cv(
    job("Dispatcher", "Ringwood Ambulance Service", "2018-09", None, "Emergency calls, 70 a shift."),
    job("Taxi Dispatcher", "Comet Cabs", "2014-01", "2018-08"),
    languages=["English", "Turkish (native)"],
)
BIO = cv(
    job("Research Scientist", "Glenmor Biotech", "2021-05", None, "Assay development, leads a team of 3."),
    education=[
        study("PhD Molecular Biology", "University of Stavely", "2016", "2020"),
        study("MSc Biochemistry", "University of Stavely", "2014", "2016"),
    ],
    skills=["qPCR", "ELISA", "Flow cytometry"],
)
INSURER = cv(
    job(
        "Claims Handler",
        "Meridian Mutual",
        "2017-02",
        "2024-06",
        "Motor claims, authority up to 15,000 pounds.",
    ),
    job("Trainee", "Meridian Mutual", "2016-02", "2017-01"),
)

CASES: tuple[Case, ...] = (
    Case("optician", "start", "cv", OPTICIAN, (
        "I: Thanks for coming. How did you find the shop?",
        "C: Easily, thanks, I used to live two streets away.",
        "I: So you're at Clearbrook at the moment. Since when is that?",
        "C: Twenty fifteen. I came in as a Saturday help and never left.",
    )),
    Case("farmer", "current_employer", "cv", FARMER, (
        "I: What does a normal day look like?",
        "C: Up at four. I'm still at Thornleigh, so it's three hundred and twenty to milk before breakfast.",
        "I: Who helps?",
        "C: Three milkers and whoever's on the tractor.",
    )),
    Case("architect", "degree", "cv", ARCHITECT, (
        "I: Are you registered?",
        "C: Not yet. I never actually finished my master's, I ran out of money in the last term.",
        "I: I see. And the competitions?",
        "C: Three won, one of them is being built.",
    )),
    Case("cleaner", "team_size", "cv", CLEANER, (
        "I: You're a supervisor now. How many people are under you?",
        "C: Twenty-four, over two buildings. Half of them start at five.",
        "I: How do you check quality?",
        "C: Spot checks, with a torch, under the radiators.",
    )),
    Case("hr", "figure", "cv", HR, (
        "I: What have you moved at Keldon?",
        "C: Sickness, mainly. The sickness rate was at eleven percent at Keldon before I looked at the shift plan.",
        "I: And now?",
        "C: Five.",
    )),
    Case("pilot", "role", "cv", PILOT, (
        "I: What do you fly?",
        "C: I've been a captain at Norwind Air since the spring, on the A320.",
        "I: How many hours?",
        "C: Just under four thousand.",
    )),
    Case("textile", "duration", "cv", TEXTILE, (
        "I: Tell me about Rovina.",
        "C: A small house. Two collections a year. I stayed at Rovina for four years, and it felt like forty.",
        "I: What did you learn?",
        "C: To cut with the grain and against the clock.",
    )),
    Case("dispatch", "language", "cv", DISPATCH, (
        "I: We get a lot of Turkish-speaking callers.",
        "C: My Turkish is very basic, I can ask for an address.",
        "I: That already helps.",
        "C: And we have an interpreter line, of course.",
    )),
    Case("bio-itself", "skill", "itself", BIO, (
        "I: Which methods have you used at the bench?",
        "C: I've never used a mass spectrometer, that's a separate group with us.",
        "I: What did you do for your thesis?",
        "C: Binding studies, a lot of gels.",
        "I: How did you confirm the bands?",
        "C: I used a mass spectrometer for that, on loan from the chemists, three nights in a row.",
    )),
    Case("insurer-itself", "leaving_reason", "itself", INSURER, (
        "I: You left Meridian last year.",
        "C: Yes, I handed in my notice in the spring, I wanted a change.",
        "I: What are you looking for?",
        "C: Property instead of cars.",
        "I: Would Meridian take you back?",
        "C: I doubt it. They let me go because of the new system, it decides most claims by itself.",
    )),
    Case("farmer-itself", "team_size", "itself", FARMER, (
        "I: How was the work shared at Thornleigh?",
        "C: I was in charge of six milkers at Thornleigh, in two shifts.",
        "I: And the feeding?",
        "C: A robot, from 2021.",
        "I: How did you train people?",
        "C: At Thornleigh I only ever managed two people, so I milked beside them for a week.",
    )),
    Case("cleaner-itself", "experience", "itself", CLEANER, (
        "I: How long have you been cleaning?",
        "C: I've been in this business for nine years now.",
        "I: What do you like?",
        "C: When the stairs smell of nothing at all.",
        "I: Would you move to hospitals?",
        "C: Why not. I've been in this business for twenty years, I can learn the colors of the cloths.",
    )),
    # --- Clean look-alikes --------------------------------------------------------------------------
    Case("optician-clean", CLEAN, "", OPTICIAN, (
        "I: When did you come to Clearbrook?",
        "C: In the winter of 2019. Before that I was at Marsden while I did the diploma.",
        "I: How many pairs do you fit?",
        "C: Twenty-five a week, thirty before Christmas. My colleague does forty, she's been there for twelve years.",
    )),
    Case("farmer-clean", CLEAN, "", FARMER, (
        "I: Why did you leave Thornleigh?",
        "C: The herd was sold last September. I'd been there seven and a half years.",
        "I: How many people worked there?",
        "C: Three milkers, and at harvest about ten of us.",
    )),
    Case("architect-clean", CLEAN, "", ARCHITECT, (
        "I: Which tools do you know?",
        "C: Revit mainly. I've never used Archicad. I know Rhino from my master's.",
        "I: How large are your teams?",
        "C: It depends. For the library we were a team of five, for the school a team of nine.",
    )),
    Case("cleaner-clean", CLEAN, "", CLEANER, (
        "I: How long have you been with Sparrow?",
        "C: Since 2017. I've been a supervisor for five and a half years.",
        "I: How many cleaners do you have?",
        "C: Eight. When two are ill it's six, and then I take a floor myself.",
    )),
    Case("hr-clean", CLEAN, "", HR, (
        "I: What happened with sickness?",
        "C: It went from seven percent to five. In production it's still nine percent.",
        "I: How many people did you hire at Talentry?",
        "C: Sixty a year, and in one year seventy-five. I was there for about four years.",
    )),
    Case("pilot-clean", CLEAN, "", PILOT, (
        "I: What is the next step for you?",
        "C: I want to be a captain at Norwind in two years. I've been with Norwind since 2018.",
        "I: Any incidents?",
        "C: I've never had an engine failure in the air. I had an engine failure in the simulator every six months.",
    )),
    Case("textile-clean", CLEAN, "", TEXTILE, (
        "I: How long have you been a cutter?",
        "C: I've been a pattern cutter for fourteen years, ten of them at Rovina.",
        "I: And now?",
        "C: I've been freelance since January 2023.",
    )),
    Case("dispatch-clean", CLEAN, "", DISPATCH, (
        "I: How many calls do you take?",
        "C: Seventy a shift. On New Year's Eve it was two hundred and ten.",
        "I: Did you ever lose your temper?",
        "C: I've never shouted at a caller. I shouted once at a colleague and apologized.",
    )),
    Case("bio-clean", CLEAN, "", BIO, (
        "I: When did you finish the PhD?",
        "C: I finished my PhD in the autumn of 2020 and had a gap because of the lockdown.",
        "I: How many people work with you?",
        "C: Three report to me. I used to supervise two students at Stavely.",
    )),
    Case("insurer-clean", CLEAN, "", INSURER, (
        "I: How long were you at Meridian?",
        "C: Eight and a bit, with the traineeship. I left in June 2024 after the merger.",
        "I: Which sums did you decide on?",
        "C: Up to fifteen thousand. Above ten thousand I always asked a colleague to read it.",
    )),
    Case("long-clean", CLEAN, "", HR, (
        "I: Let's start with you.",
        "C: I studied psychology in Brantholm, graduated in 2014, and went to Talentry in January 2015. I recruited for them for four years.",
        "I: What was that like?",
        "C: Fast. Sixty positions a year, and two weeks for each on average.",
        "I: And Keldon?",
        "C: I joined Keldon in the spring of 2019. It's about four hundred and fifty people, mostly shift workers. We are three in HR.",
        "I: Give me a hard case.",
        "C: A foreman with twenty-two years in the company who shouted at apprentices. I talked to him four times in six weeks, and he moved to the night shift in the end.",
        "I: What would you do differently?",
        "C: I would talk to the apprentices first. I waited three weeks.",
        "I: How long is your notice period?",
        "C: Three months.",
    )),
    Case("asr-figures-clean", CLEAN, "", CLEANER, (
        "I: um so tell me about the buildings",
        "C: yeah so theres two of them the one has six floors and the other has four and uh we start at five in the morning",
        "I: and your team",
        "C: eight people so four in each building and i started myself in twenty seventeen as a cleaner",
    )),
)  # fmt: skip
