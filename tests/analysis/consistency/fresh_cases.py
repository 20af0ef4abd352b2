"""A third set: 8 interviews against the CV, 4 against themselves, 12 without a contradiction."""

from __future__ import annotations

from tests.analysis.consistency.cases import CLEAN, Case, cv, job, study

PHARMACIST = cv(
    job("Pharmacist", "Halcyon Pharmacy", "2016-09", "2022-03", "Dispensing for 4 care homes."),
    job("Locum Pharmacist", "Various pharmacies", "2022-04", None),
    education=[study("MPharm", "Rookley University", "2011", "2015")],
)
TRANSLATOR = cv(
    job("Freelance Translator", "", "2019-03", None, "Contracts and patents, German to English."),
    job("In-house Translator", "Lexmere Legal", "2014-10", "2019-02"),
    languages=["English (native)", "German (C2)", "Polish (basic)"],
)
HOTELIER = cv(
    job(
        "Assistant Manager",
        "Grand Pavilion Hotel",
        "2018-05",
        "2024-04",
        "64 rooms, team of 11 at reception and housekeeping.",
    ),
    job("Front Desk Agent", "Seaview Inn", "2015-03", "2018-04"),
)
GARDENER = cv(
    job("Gardener", "Elmstead Gardens", "2017-03", None, "Perennial borders, machinery."),
    certifications=["RHS Level 2 Certificate in Horticulture", "Chainsaw certificate (CS30)"],
)
CALLS = cv(
    job(
        "Team Leader",
        "Belltower Contact Centre",
        "2020-02",
        None,
        "Leads 15 agents. Average handling time lowered from 410 to 340 seconds.",
    ),
    job("Customer Service Agent", "Belltower Contact Centre", "2017-11", "2020-01"),
)
PARALEGAL = cv(
    job("Paralegal", "Ashdown & Frey Solicitors", "2018-01", None, "Conveyancing, 60 files."),
    education=[study("LLB Law", "University of Penhallow", "2014", "2017")],
)
JOURNALIST = cv(
    job("Reporter", "Harbour Gazette", "2015-06", None, "Council and courts."),
    job("Trainee Reporter", "Mid Vale Courier", "2013-09", "2015-05"),
)
MACHINIST = cv(
    job(
        "CNC Machinist",
        "Torrent Precision",
        "2013-04",
        None,
        "Five-axis milling. Scrap rate cut from 6% to 2%.",
    ),
    job("Machine Operator", "Beck Fasteners", "2009-08", "2013-03"),
    skills=["Fanuc", "Heidenhain", "Mastercam"],
)
VET = cv(
    job("Veterinary Nurse", "Paddock Lane Vets", "2019-09", None, "Small animals, anaesthesia."),
    education=[study("Diploma in Veterinary Nursing", "Cotterill College", "2016", "2019")],
)
SCRUM = cv(
    job("Scrum Master", "Novaturm", "2021-10", None, "Two teams, 14 developers."),
    job("Test Engineer", "Aldine Systems", "2016-02", "2021-09"),
    certifications=["PSM I"],
)

CASES: tuple[Case, ...] = (
    Case("pharmacist", "duration", "cv", PHARMACIST, (
        "I: You've been in community pharmacy for most of your career?",
        "C: Yeah, I did close to ten years at Halcyon before I packed it in.",
        "I: And since then?",
        "C: Locum work. Three days a week, wherever they need somebody.",
    )),
    Case("translator", "start", "cv", TRANSLATOR, (
        "I: When did you decide to go out on your own?",
        "C: Pretty early. I went freelance in 2015, with two agencies as clients.",
        "I: What do you mostly translate?",
        "C: Patents. Dull, but they pay by the line.",
    )),
    Case("hotelier", "role", "cv", HOTELIER, (
        "I: Give me an idea of your last position.",
        "C: I was the general manager of the Grand Pavilion, so budget, staffing, complaints, everything ended on my desk.",
        "I: How did you deal with complaints?",
        "C: In person, before checkout, never by mail.",
    )),
    Case("gardener", "certificate", "cv", GARDENER, (
        "I: We'd need you on the chainsaw in winter.",
        "C: I haven't got the chainsaw certificate, I've always left that to the tree people.",
        "I: Would you do the course?",
        "C: Gladly.",
    )),
    Case("calls", "team_size", "cv", CALLS, (
        "I: How is your team set up?",
        "C: There are six agents in my team, and a trainer we share with the other floor.",
        "I: What do you look at each morning?",
        "C: Who is in, what's in the queue, and yesterday's repeat calls.",
    )),
    Case("paralegal", "graduation", "cv", PARALEGAL, (
        "I: Tell me how you came to law.",
        "C: My aunt is a notary. I finished law school in 2013 and then I drifted a bit.",
        "I: And conveyancing?",
        "C: By accident. Somebody went on leave.",
    )),
    Case("journalist", "end", "cv", JOURNALIST, (
        "I: What are you working on now?",
        "C: I'm between things. The Gazette let me go in the spring of 2024, along with half the newsroom.",
        "I: What did you cover there?",
        "C: Courts, and the council when nobody else wanted it.",
    )),
    Case("machinist", "skill", "cv", MACHINIST, (
        "I: Our machines run Heidenhain controls.",
        "C: I'd have to learn that. I have no experience with Heidenhain, it was all Fanuc with us.",
        "I: That's fine.",
        "C: The logic is the same, it's the buttons.",
    )),
    Case("vet-itself", "never", "itself", VET, (
        "I: How do you deal with aggressive animals?",
        "C: Slowly. I've never been bitten in seven years, because I wait.",
        "I: And owners?",
        "C: Worse than the dogs sometimes.",
        "I: Tell me about a day that went badly.",
        "C: A collie, in my second year. I was bitten on the hand and I had to tell my boss that I'd skipped the muzzle.",
    )),
    Case("scrum-itself", "own_work", "itself", SCRUM, (
        "I: What did you introduce at Novaturm?",
        "C: I built the release board from scratch, nobody had one before.",
        "I: Who uses it?",
        "C: Both teams and the product people.",
        "I: How did you pick the columns of the board?",
        "C: They were there. My predecessor had designed the release board, and it worked, so it stayed.",
    )),
    Case("notice-itself", "figure", "itself", CALLS, (
        "I: When could you start?",
        "C: My notice period is four weeks, so January.",
        "I: Good. Anything else we should know?",
        "C: I've a holiday booked in March.",
        "I: So we'd say the second of January?",
        "C: Better February. I have three months' notice in my contract.",
    )),
    Case("tenure-itself", "start", "itself", cv(), (
        "I: Where are you working?",
        "C: At Dunlin Kitchens. I started at Dunlin in 2021, on the saw.",
        "I: What do you like there?",
        "C: The apprentices. They ask why.",
        "I: How has the shop changed?",
        "C: We got the five-axis. When I joined Dunlin in 2016 it was all hand routers.",
    )),
    # --- Clean look-alikes --------------------------------------------------------------------------
    Case("pharmacist-clean", CLEAN, "", PHARMACIST, (
        "I: How long were you at Halcyon?",
        "C: Five and a half years, and the last two as the responsible pharmacist.",
        "I: Why did you leave?",
        "C: They wanted me to run two branches at once. My colleague did that for ten years and it finished her.",
    )),
    Case("translator-clean", CLEAN, "", TRANSLATOR, (
        "I: Since when are you freelance?",
        "C: I went freelance in the spring of 2019, after four and a half years at Lexmere.",
        "I: And your Polish?",
        "C: My Polish is pretty basic, I can read a contract with a dictionary. German I'm fluent in.",
    )),
    Case("hotelier-clean", CLEAN, "", HOTELIER, (
        "I: What was your part at the Grand Pavilion?",
        "C: I was assistant manager at the Grand Pavilion. When the general manager was away I stood in, about six weeks a year.",
        "I: How large was the team?",
        "C: Eleven, and in summer another five from the agency.",
    )),
    Case("gardener-clean", CLEAN, "", GARDENER, (
        "I: Which papers do you have?",
        "C: The RHS level two and the chainsaw one. I don't have the spraying certificate.",
        "I: How long have you been at Elmstead?",
        "C: Since 2017, so getting on for ten years.",
    )),
    Case("calls-clean", CLEAN, "", CALLS, (
        "I: What did you change?",
        "C: Handling time. We were at four hundred and ten seconds and got to about three hundred and forty.",
        "I: How many people do you lead?",
        "C: Fifteen. When I started as a team leader it was nine. I've been with Belltower for nine years altogether.",
    )),
    Case("paralegal-clean", CLEAN, "", PARALEGAL, (
        "I: How many files do you carry?",
        "C: Sixty, give or take. In the summer it was eighty because a colleague left after three years.",
        "I: Would you qualify as a solicitor?",
        "C: I'd like to do a master's if I had the money. I graduated in 2017, so it's time.",
    )),
    Case("journalist-clean", CLEAN, "", JOURNALIST, (
        "I: What was your first job?",
        "C: I trained at the Mid Vale Courier. My first job as a court reporter was at the Gazette.",
        "I: Have you ever been sued?",
        "C: I've never been sued. We were sued once as a paper, before my time.",
    )),
    Case("machinist-clean", CLEAN, "", MACHINIST, (
        "I: How did you bring the scrap down?",
        "C: From six percent to two, over a year and a half. In the first year only to four percent.",
        "I: And Siemens controls?",
        "C: I've never used Siemens controls. Fanuc for thirteen years, Heidenhain on one machine.",
    )),
    Case("vet-clean", CLEAN, "", VET, (
        "I: What is your experience with horses?",
        "C: None in practice, apart from two years at a riding school as a teenager.",
        "I: How long have you been a nurse?",
        "C: I've been a veterinary nurse for seven years. My boss has been one for thirty years.",
    )),
    Case("scrum-clean", CLEAN, "", SCRUM, (
        "I: How many people are in your teams?",
        "C: Fourteen developers in two teams, so seven each.",
        "I: How long were you a tester?",
        "C: Five years, five and a half, at Aldine. I built the smoke tests myself, and a colleague wrote the load tests.",
    )),
    Case("chef-clean", CLEAN, "", cv(job("Head Chef", "Oyster & Vine", "2020-01", "2025-01")), (
        "I: Why did you leave?",
        "C: I gave my notice at Oyster and Vine when the lease was sold. Some of the others were made redundant.",
        "I: What did you earn there?",
        "C: I'd rather not say. The range you advertise is fine.",
    )),
    Case("asr-clean", CLEAN, "", SCRUM, (
        "I: so how long are you with nova turm now",
        "C: uh five years in october and before that i was at aldine for five and a half years testing mostly",
        "I: and do you have a certificate",
        "C: yes the p s m one i do not have the second one yet",
    )),
)  # fmt: skip
