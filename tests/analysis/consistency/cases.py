"""Invented CVs with interviews: some contradict the CV or themselves, their look-alikes do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

CLEAN = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One interview. ``planted`` is the kind of the planted contradiction, or CLEAN."""

    name: str
    planted: str
    against: str
    """"cv", "itself", or empty for a clean case."""
    cv: dict[str, Any]
    turns: tuple[str, ...]


def job(title: str, company: str, start: str, end: str | None, description: str = "") -> dict[str, Any]:
    return {"title": title, "company": company, "start": start, "end": end, "description": description}


def study(degree: str, institution: str, start: str | None, end: str | None) -> dict[str, Any]:
    return {"degree": degree, "institution": institution, "start": start, "end": end}


def cv(
    *jobs: dict[str, Any],
    education: Sequence[dict[str, Any]] = (),
    skills: Sequence[str] = (),
    certifications: Sequence[str] = (),
    languages: Sequence[str] = (),
    summary: str = "",
) -> dict[str, Any]:
    return {
        "summary": summary,
        "experience": list(jobs),
        "education": list(education),
        "skills": list(skills),
        "certifications": list(certifications),
        "languages": list(languages),
    }


BAKER = cv(
    job(
        "Baker", "Kornmühle Bakery", "2021-04", None, "Night shift, sourdough and rolls. 900 loaves a night."
    ),
    job("Assistant Baker", "Hallam & Sons", "2018-09", "2021-03", "Dough preparation, oven work."),
    education=[study("Apprenticeship, Baker", "Otley Craft College", "2015", "2018")],
)
NURSE = cv(
    job("Charge Nurse", "St Budoc Hospital", "2020-01", None, "Leads a team of 9 nurses on the stroke ward."),
    job("Staff Nurse", "Pennard General Hospital", "2014-09", "2019-12", "Acute medical ward."),
    education=[study("BSc Nursing", "University of Marlstone", "2011", "2014")],
    certifications=["Advanced Life Support (ALS), 2022"],
)
DEVELOPER = cv(
    job(
        "Backend Developer",
        "Quillstone Software",
        "2022-02",
        None,
        "Payments API in Go. Cut p99 latency by 35 %.",
    ),
    job("Junior Developer", "Farrow Labs", "2019-06", "2022-01", "Internal tools in Python and Django."),
    education=[study("BSc Computer Science", "University of Tarnby", "2016", "2019")],
    skills=["Go", "Python", "PostgreSQL", "Kubernetes", "Terraform"],
    summary="Backend developer with 7 years of experience in Python and Go.",
)
DRIVER = cv(
    job("HGV Driver", "Tolland Haulage", "2017-05", "2024-08", "Night trunking, double deck trailers."),
    job("Van Driver", "Pakkit Couriers", "2014-02", "2017-04", "120 drops a day."),
    certifications=["HGV Class 1 licence", "ADR certificate"],
)
CHEF = cv(
    job("Sous Chef", "The Lantern Room", "2019-10", "2023-11", "Brigade of 14, 180 covers on a Saturday."),
    job("Chef de Partie", "Marisco", "2016-03", "2019-09", "Fish section."),
    education=[study("Diploma in Professional Cookery", "Brackwater College", "2013", "2015")],
)
ACCOUNTANT = cv(
    job(
        "Management Accountant",
        "Orrin Valley Foods",
        "2019-01",
        None,
        "Month-end close shortened from 9 to 5 days.",
    ),
    job("Accounts Assistant", "Sable & Pike", "2015-07", "2018-12", "Purchase ledger, 400 invoices a month."),
    education=[study("BA Accounting and Finance", "Dunmere University", "2012", "2015")],
    certifications=["ACCA"],
    skills=["SAP", "Excel", "Xero"],
)
TEACHER = cv(
    job("Maths Teacher", "Ravensholt Academy", "2018-09", None, "Teaches years 7 to 11. Form tutor."),
    job("Teaching Assistant", "Fenwick Primary School", "2015-09", "2017-07"),
    education=[
        study("PGCE Secondary Mathematics", "University of Ellerton", "2017", "2018"),
        study("BSc Mathematics", "University of Ellerton", "2012", "2015"),
    ],
)
WAREHOUSE = cv(
    job(
        "Warehouse Supervisor",
        "Brightwell Logistics",
        "2020-03",
        None,
        "Supervises 12 staff on the late shift. Picking errors reduced by 40%.",
    ),
    job(
        "Warehouse Operative",
        "Norwold Storage",
        "2016-08",
        "2020-02",
        "Picking, packing, counterbalance forklift.",
    ),
    certifications=["Counterbalance forklift licence"],
)
ELECTRICIAN = cv(
    job(
        "Electrician",
        "Castlemoor Electrical",
        "2016-06",
        "2025-03",
        "Domestic and light commercial installations.",
    ),
    job("Apprentice Electrician", "Dray & Webb", "2012-09", "2016-05"),
    certifications=["NVQ Level 3 Electrical Installation", "18th Edition"],
)
MARKETER = cv(
    job(
        "Marketing Manager",
        "Lumenhaus",
        "2021-01",
        None,
        "Leads a team of 4. Grew newsletter subscribers by 60 %.",
    ),
    job("Marketing Executive", "Peltonia Travel", "2017-04", "2020-12", "Email campaigns, trade fairs."),
    education=[study("BA English Literature", "University of Corrin", "2013", "2016")],
    languages=["English", "Spanish (fluent)"],
)
RECEPTIONIST = cv(
    job("Receptionist", "Hotel Marengo", "2022-05", None, "Check-in for 85 rooms, night audit."),
    job("Waitress", "Café Tillia", "2019-06", "2022-04"),
    languages=["English", "German", "Italian"],
)
WELDER = cv(
    job("Welder", "Ironhythe Fabrication", "2015-02", None, "MIG and TIG, pressure vessels."),
    skills=["MIG", "TIG", "Blueprint reading"],
)
CARER = cv(
    job("Senior Care Assistant", "Willowmere Care Home", "2019-11", None, "Medication rounds, 32 residents."),
    job("Care Assistant", "Bramley Court", "2016-01", "2019-10"),
)
ANALYST = cv(
    job(
        "Data Analyst",
        "Copperline Energy",
        "2020-09",
        "2025-06",
        "Dashboards for 30 field teams in Power BI.",
    ),
    job("Research Assistant", "University of Halden", "2018-02", "2020-08"),
    education=[
        study("MSc Statistics", "University of Halden", "2016", "2018"),
        study("BSc Mathematics", "University of Halden", "2013", "2016"),
    ],
    skills=["SQL", "R", "Power BI"],
)

CASES: tuple[Case, ...] = (
    # --- Against the CV -----------------------------------------------------------------------------
    Case("baker-years", "duration", "cv", BAKER, (
        "I: Tell me a bit about where you learned the trade.",
        "C: So I did my apprenticeship in Otley and after that I went to Hallam and Sons. I was at Hallam and Sons for nearly seven years, mostly on dough and on the ovens.",
        "I: And what does a night look like for you now?",
        "C: I start at eleven. We get about nine hundred loaves out by five.",
    )),
    Case("nurse-joined", "start", "cv", NURSE, (
        "I: How did you come to the stroke ward?",
        "C: I'd always liked neuro. I joined St Budoc in 2016, straight onto stroke, and I've been there ever since.",
        "I: What was hardest at first?",
        "C: Swallow assessments. Nobody had taught us those properly.",
    )),
    Case("driver-still", "current_employer", "cv", DRIVER, (
        "I: What are you driving at the moment?",
        "C: I'm still with Tolland, on the night trunk up to Carlisle and back. It's a double decker, so you watch the bridges.",
        "I: How many hours is that?",
        "C: Nine, give or take, with the break.",
    )),
    Case("chef-role", "role", "cv", CHEF, (
        "I: Tell me about the Lantern Room.",
        "C: Lovely place. I was head chef at the Lantern Room, so menus, ordering, the lot were mine.",
        "I: How big was the kitchen?",
        "C: Fourteen of us on a good day.",
    )),
    Case("accountant-degree", "degree", "cv", ACCOUNTANT, (
        "I: Walk me through your education.",
        "C: I went to Dunmere and then I did my master's in finance alongside the job at Sable and Pike.",
        "I: And the ACCA?",
        "C: Passed the last paper in 2019.",
    )),
    Case("warehouse-team", "team_size", "cv", WAREHOUSE, (
        "I: What are you responsible for today at Brightwell?",
        "C: I run the late shift. I supervise about thirty people, pickers and packers mainly, and two on the forklifts.",
        "I: How do you deal with lateness?",
        "C: I talk to them the same day, in the office, not on the floor.",
    )),
    Case("warehouse-figure", "figure", "cv", WAREHOUSE, (
        "I: What are you proud of?",
        "C: The picking errors. We put the labels at eye height and picking errors were reduced by fifteen percent.",
        "I: How did you measure that?",
        "C: Returns, by reason code.",
    )),
    Case("developer-never", "skill", "cv", DEVELOPER, (
        "I: Our platform runs on Kubernetes. How comfortable are you with that?",
        "C: I'll be straight with you, I've never worked with Kubernetes. At Quillstone somebody else looks after deployment.",
        "I: Okay. What do you know about our product?",
        "C: I read your engineering blog, the piece about idempotent refunds.",
    )),
    Case("electrician-left", "end", "cv", ELECTRICIAN, (
        "I: Why did you leave Castlemoor?",
        "C: The commute, mostly. I left Castlemoor in the summer of 2022 and I've been picking up bits and pieces since.",
        "I: What kind of bits and pieces?",
        "C: Rewires for a landlord, a couple of consumer units.",
    )),
    Case("teacher-first", "first_employer", "cv", TEACHER, (
        "I: How did you get into teaching?",
        "C: My first job was at Ravensholt, teaching year seven maths. I was twenty-three and terrified.",
        "I: What helped?",
        "C: A colleague who let me sit in on her lessons for a week.",
    )),
    Case("marketer-language", "skill", "cv", MARKETER, (
        "I: We have customers in Madrid. Do you speak Spanish?",
        "C: No, I'm afraid not. I'd be happy to learn it though.",
        "I: Fair enough.",
        "C: I did once run a campaign in Portuguese with a translator.",
    )),
    Case("driver-licence", "certificate", "cv", DRIVER, (
        "I: Some of our loads are dangerous goods.",
        "C: I don't have the ADR certificate yet, but I could sit it next month.",
        "I: And the Class 1?",
        "C: Yes, since 2017.",
    )),
    Case("welder-experience", "experience", "cv", WELDER, (
        "I: How long have you been in the trade?",
        "C: I've been a welder for twenty-five years, so I've seen most things.",
        "I: Which process do you like best?",
        "C: TIG, on stainless.",
    )),
    Case("analyst-field", "field_of_study", "cv", ANALYST, (
        "I: What did you study?",
        "C: I have a master's in psychology from Halden, and that's where I picked up R.",
        "I: What did you write your thesis on?",
        "C: Missing data in panel surveys.",
    )),
    Case("receptionist-since", "start", "cv", RECEPTIONIST, (
        "I: How long have you worked on reception?",
        "C: I've been at Hotel Marengo since twenty nineteen. Nights first, then days.",
        "I: What does the night audit involve?",
        "C: You close the day, post the room charges and check the cash.",
    )),
    Case("carer-how-long", "duration", "cv", CARER, (
        "I: How long were you at Bramley Court?",
        "C: Just under a year.",
        "I: And what made you move?",
        "C: Willowmere offered me medication training.",
    )),
    # --- Against itself -----------------------------------------------------------------------------
    Case("developer-team-itself", "team_size", "itself", DEVELOPER, (
        "I: Tell me about a migration you worked on.",
        "C: At Quillstone we moved billing off the monolith. I led a team of six on that, over one winter.",
        "I: What went wrong?",
        "C: Two invoices went out twice because of a retry.",
        "I: How did people share the work on that migration?",
        "C: At Quillstone it was quite flat. I led a team of three, so we just talked every morning.",
    )),
    Case("chef-left-itself", "leaving_reason", "itself", CHEF, (
        "I: Why did you leave Marisco?",
        "C: I resigned from Marisco because I wanted to run a section with meat as well.",
        "I: And was it hard to find the next job?",
        "C: A bit. I was made redundant by Marisco in the September, so I had about a month to find something.",
    )),
    Case("carer-never-itself", "never", "itself", CARER, (
        "I: Have you ever had trouble with medication rounds?",
        "C: I've never missed a dose in all the time I've been doing it.",
        "I: What do you do when the round is interrupted?",
        "C: I stop, sign what I've done, and start that resident again.",
        "I: Tell me about a mistake.",
        "C: Last spring we were short and I missed a dose for a lady on the top floor. I rang the GP straight away.",
    )),
    Case("baker-joined-itself", "start", "itself", cv(), (
        "I: When did you start?",
        "C: I joined Kornhaus in 2015 as a bench hand.",
        "I: What changed over the years?",
        "C: Everything. New ovens, new owner.",
        "I: And before that?",
        "C: Before that a hotel. I only joined Kornhaus in 2018, after the hotel closed.",
    )),
    Case("marketer-figure-itself", "figure", "itself", cv(), (
        "I: What did the new newsletter bring?",
        "C: We increased newsletter sign-ups by forty percent in one quarter, mostly through the footer.",
        "I: Who worked on it?",
        "C: Me and an intern.",
        "I: Which result would you show your next boss?",
        "C: The newsletter, I think. We increased newsletter sign-ups by twelve percent with no budget.",
    )),
    Case("electrician-degree-itself", "degree", "itself", cv(), (
        "I: What's your background?",
        "C: I have a degree in electrical engineering, from back home.",
        "I: And why the tools, then?",
        "C: I like being on site. To be honest I never finished my degree, the money ran out in the third year.",
    )),
    Case("driver-duration-itself", "duration", "itself", cv(), (
        "I: Where were you before?",
        "C: I was with Harlow Freight for eight years, mostly tankers.",
        "I: Any accidents?",
        "C: One mirror.",
        "I: What did Harlow teach you?",
        "C: Patience. I worked for Harlow Freight for three years and not one day went to plan.",
    )),
    Case("accountant-tool-itself", "skill", "itself", cv(), (
        "I: Which systems have you worked in?",
        "C: At my last place we used Oracle for everything, purchase orders too.",
        "I: How long does your close take?",
        "C: Five working days.",
        "I: We're moving to Oracle next year. How do you feel about that?",
        "C: I've never used Oracle, but I pick systems up quickly.",
    )),
    # --- Clean look-alikes --------------------------------------------------------------------------
    Case("baker-rounding", CLEAN, "", BAKER, (
        "I: How long were you at Hallam and Sons?",
        "C: About three years, I think. Then I came to Kornmühle in the spring of 2021.",
        "I: And what do you bake most?",
        "C: Rolls. Nine hundred loaves and maybe four thousand rolls on a Friday.",
    )),
    Case("nurse-other-employer", CLEAN, "", NURSE, (
        "I: Have you worked nights?",
        "C: Yes, at Pennard for five years, and before I qualified I was a care assistant at Oakdene for two years.",
        "I: How many nurses do you lead?",
        "C: Nine, ten with the student.",
    )),
    Case("developer-hypothetical", CLEAN, "", DEVELOPER, (
        "I: What would you do if you had a team of twenty?",
        "C: If I led a team of twenty I would split it by product. At Quillstone we are seven on the API.",
        "I: What about the latency?",
        "C: We got the p99 down by about a third, mostly by batching the ledger writes.",
    )),
    Case("driver-correction", CLEAN, "", DRIVER, (
        "I: How long did you do the courier work?",
        "C: I was at Pakkit for five years, sorry, three years, until the spring of 2017.",
        "I: And then?",
        "C: Then Tolland, seven years and a bit.",
    )),
    Case("chef-promotion", CLEAN, "", CHEF, (
        "I: Tell me about Marisco.",
        "C: I spent two years on the fish section at Marisco before they let me near the pass. Head chef there was a Basque fellow.",
        "I: Did you run the Lantern Room kitchen?",
        "C: When the head chef was off I ran it. Fourteen in the brigade, a hundred and eighty covers on Saturdays.",
    )),
    Case("accountant-nine-days", CLEAN, "", ACCOUNTANT, (
        "I: How did you shorten the close?",
        "C: It was nine days when I came. We are at five now. The accruals were the problem, four hundred lines by hand.",
        "I: And invoices?",
        "C: At Sable and Pike it was about four hundred and fifty a month.",
    )),
    Case("teacher-first-school", CLEAN, "", TEACHER, (
        "I: How did you start?",
        "C: As a teaching assistant at Fenwick, for two years. My first teaching job was at Ravensholt.",
        "I: What did you study?",
        "C: Maths, at Ellerton. I have a degree in maths and then the PGCE.",
    )),
    Case("warehouse-temps", CLEAN, "", WAREHOUSE, (
        "I: How do you plan a peak week?",
        "C: In December we get another twenty temps from the agency. Normally I supervise twelve people at Brightwell.",
        "I: Did you have targets?",
        "C: The national target was ninety-nine percent, we were at ninety-seven.",
    )),
    Case("electrician-never", CLEAN, "", ELECTRICIAN, (
        "I: Have you worked with solar?",
        "C: No, I've never worked with solar. I would have to do the course.",
        "I: When did you finish at Castlemoor?",
        "C: In March 2025, after almost nine years.",
    )),
    Case("marketer-other-figures", CLEAN, "", MARKETER, (
        "I: Which numbers do you look at?",
        "C: Subscribers grew by sixty percent in two years. Open rates went up by eight percent and we lost maybe three percent to spam filters.",
        "I: Who is in your team?",
        "C: Four people and a freelancer for video.",
    )),
    Case("receptionist-boss", CLEAN, "", RECEPTIONIST, (
        "I: What is your manager like?",
        "C: She has been at Hotel Marengo for fifteen years. She was a housekeeper first, and I learned the audit from her.",
        "I: Which languages do you use?",
        "C: German every day, Italian in the summer. I don't speak French.",
    )),
    Case("welder-ten-or-so", CLEAN, "", WELDER, (
        "I: How long have you been welding?",
        "C: I have been a welder for eleven or twelve years now, all of it at Ironhythe.",
        "I: Would you do laser?",
        "C: I've never used a laser welder, but I'd want to.",
    )),
    Case("carer-cv-typo", CLEAN, "", CARER, (
        "I: Your CV says you joined Willowmere in November 2019.",
        "C: That's a mistake on the CV, sorry. I joined Willowmere in November 2018, I noticed it this morning.",
        "I: No problem.",
        "C: I can send you a new one.",
    )),
    Case("analyst-left-recently", CLEAN, "", ANALYST, (
        "I: Are you still at Copperline?",
        "C: No, I left in June. I'd been there almost five years.",
        "I: What did you leave behind?",
        "C: Thirty teams that look at their own numbers on a Monday morning.",
    )),
    Case("driver-offer", CLEAN, "", DRIVER, (
        "I: Did you ever think of leaving Tolland earlier?",
        "C: I nearly joined Marlow Freight in 2020, they offered me days, but then everything shut.",
        "I: What would you want from us?",
        "C: I want to work for you for ten years and then stop.",
    )),
    Case("developer-two-teams", CLEAN, "", DEVELOPER, (
        "I: What size of teams do you know?",
        "C: At Farrow Labs we were a team of four. At Quillstone it is a team of seven, with a designer.",
        "I: And how long were you at Farrow?",
        "C: Two and a half years.",
    )),
    Case("nurse-stages", CLEAN, "", NURSE, (
        "I: How has the ward changed?",
        "C: Falls went down by twenty percent in the first year and by thirty percent in the second. I started with six nurses and now there are nine.",
        "I: Which training do you have?",
        "C: Life support, 2022. I don't have the tissue viability course.",
    )),
    Case("accountant-graduation", CLEAN, "", ACCOUNTANT, (
        "I: When did you finish at Dunmere?",
        "C: I graduated in the summer of 2015 and started at Sable and Pike a month later.",
        "I: Have you used Xero?",
        "C: Yes, for the charity I do the books for. I've never used Xero for payroll.",
    )),
)  # fmt: skip
