"""More invented CVs with interviews, in freer and in recognized speech."""

from __future__ import annotations

from tests.analysis.consistency.cases import CLEAN, Case, cv, job, study

PLUMBER = cv(
    job(
        "Plumbing Supervisor",
        "Aldergate Plumbing",
        "2019-02",
        "2024-10",
        "Supervised 5 plumbers and 2 apprentices.",
    ),
    job("Plumber", "Hobday Heating", "2012-06", "2019-01", "Boiler installation and service."),
    certifications=["Gas Safe registered engineer"],
)
BUYER = cv(
    job(
        "Senior Buyer",
        "Pellworth Retail",
        "2020-06",
        None,
        "Responsible for 140 suppliers. Reduced packaging cost by 12 %.",
    ),
    job("Buyer", "Nordhaven Foods", "2016-01", "2020-05", "Dairy and frozen."),
    education=[study("BSc Business Administration", "Karsholm University", "2012", "2015")],
    skills=["SAP", "Excel", "Negotiation"],
)
PHYSIO = cv(
    job("Physiotherapist", "Linden Rehabilitation", "2018-04", None, "Caseload of 11 patients a day."),
    education=[study("BSc Physiotherapy", "University of Kestrel Bay", "2014", "2017")],
)
LIBRARIAN = cv(
    job(
        "Branch Librarian",
        "Sedgefold City Library",
        "2017-10",
        None,
        "Runs a branch with 3 staff and 18,000 visits a year.",
    ),
    job("Library Assistant", "Sedgefold City Library", "2013-05", "2017-09"),
    job("Bookseller", "Quire & Co", "2010-09", "2013-04"),
)
SALES = cv(
    job(
        "Account Executive",
        "Venturo Systems",
        "2021-08",
        None,
        "Annual quota of 900,000 euros, reached 108 %.",
    ),
    job("Sales Representative", "Castell Print", "2018-03", "2021-07"),
    languages=["English", "French (B2)"],
)
LABTECH = cv(
    job(
        "Laboratory Technician",
        "Myrtle Diagnostics",
        "2019",
        None,
        "HPLC, sample preparation, 150 samples a day.",
    ),
    job("Laboratory Assistant", "Oxbow Water", "2016", "2018"),
    education=[study("Diploma in Laboratory Science", "Fernley Institute", "2014", "2016")],
)
PM = cv(
    job(
        "Project Manager",
        "Stonebridge Construction",
        "2016-09",
        "2023-12",
        "Managed 6 site managers, budgets up to 4 million.",
    ),
    job("Site Engineer", "Hale & Moor", "2011-07", "2016-08"),
    education=[study("BEng Civil Engineering", "Tavistone University", "2008", "2011")],
    certifications=["PRINCE2 Practitioner"],
)
SUPPORT = cv(
    job("IT Support Technician", "Greywell Council", "2021-01", None, "First and second line, 1,200 users."),
    job("Service Desk Analyst", "Omnistead", "2018-05", "2020-12"),
    skills=["Active Directory", "Windows Server", "Intune"],
)
SOCIAL = cv(
    job("Social Worker", "Easton County Council", "2015-09", None, "Caseload of 18 families."),
    education=[study("BA Social Work", "Minster University", "2012", "2015")],
)

CASES: tuple[Case, ...] = (
    Case("plumber-people", "team_size", "cv", PLUMBER, (
        "I: How many people did you look after at Aldergate?",
        "C: Twenty or so. Plumbers, mates, a couple of lads on day release.",
        "I: How did you check their work?",
        "C: I went round every site on a Thursday.",
    )),
    Case("plumber-asr-left", "end", "cv", PLUMBER, (
        "I: so what happened at aldergate",
        "C: yeah so i finished at aldergate in twenty twenty one um the owner sold up and i went on my own for a bit",
        "I: okay and what did you do then",
        "C: mostly bathrooms for a letting agent",
    )),
    Case("plumber-gas", "certificate", "cv", PLUMBER, (
        "I: Are you Gas Safe registered?",
        "C: Not at the moment, no. I let somebody else sign those off.",
        "I: Okay.",
        "C: I never did the gas safe exam, I'm more on the wet side.",
    )),
    Case("buyer-suppliers", "figure", "cv", BUYER, (
        "I: How large is your portfolio?",
        "C: At Pellworth I'm responsible for about forty suppliers, most of them in Poland and Italy.",
        "I: Which is the hardest?",
        "C: Cartons. One mill sets the price.",
    )),
    Case("buyer-short-stay", "duration", "cv", BUYER, (
        "I: And before Pellworth?",
        "C: Before that Nordhaven. That was a short one, a bit over a year I think, and then I'd had enough of frozen peas.",
        "I: What did you take from it?",
        "C: Never sign a forecast you did not make.",
    )),
    Case("buyer-sap", "skill", "cv", BUYER, (
        "I: We place all our orders in SAP.",
        "C: Okay, so SAP would be new to me, I'll need a week or two.",
        "I: That's fine.",
        "C: I learn systems fast, I wrote the macros we still use.",
    )),
    Case("physio-first", "start", "cv", PHYSIO, (
        "I: Tell me about your current post.",
        "C: I work at Linden Rehabilitation, mostly knees and hips. I started there in January 2021, right after the second lockdown.",
        "I: How many patients do you see?",
        "C: Ten, eleven, it depends.",
    )),
    Case("physio-degree", "degree", "cv", PHYSIO, (
        "I: And the degree?",
        "C: I left university before the end, so no, I didn't graduate. I learned it on the job really.",
        "I: I see.",
        "C: My supervisor at Linden vouched for me.",
    )),
    Case("librarian-first", "first_employer", "cv", LIBRARIAN, (
        "I: How did you end up in libraries?",
        "C: Sedgefold City Library was my very first job. I was nineteen and they needed someone to shelve.",
        "I: And you stayed.",
        "C: I did, yes.",
    )),
    Case("sales-gone", "end", "cv", SALES, (
        "I: What are you selling at the moment?",
        "C: Nothing. I left Venturo two years ago and took time out for my mother.",
        "I: And what had you been selling?",
        "C: Document software, mostly to councils.",
    )),
    Case("sales-quota", "figure", "cv", SALES, (
        "I: What was your quota?",
        "C: My annual quota was four hundred thousand euros, and I made it twice.",
        "I: How?",
        "C: Renewals first, then two new councils.",
    )),
    Case("lab-years", "experience", "cv", LABTECH, (
        "I: How much lab experience do you have?",
        "C: I've got about twenty years of experience in laboratories, water and blood.",
        "I: Which instruments?",
        "C: HPLC every day.",
    )),
    Case("pm-role", "role", "cv", PM, (
        "I: What was your position at Stonebridge?",
        "C: I was operations director at Stonebridge, so all the sites reported to me in the end.",
        "I: What did you change?",
        "C: Monday calls with every site, fifteen minutes, no slides.",
    )),
    Case("pm-uni", "institution", "cv", PM, (
        "I: Where did you study?",
        "C: I studied civil engineering at Northmoor Polytechnic, the evening course.",
        "I: While working?",
        "C: Yes, on a road site.",
    )),
    Case("support-asr-years", "duration", "cv", SUPPORT, (
        "I: and how long were you at omnistead",
        "C: uh must have been like six years on the desk there",
        "I: and what did you like",
        "C: the variety really no two tickets the same",
    )),
    Case("social-never-itself", "never", "itself", SOCIAL, (
        "I: Do you write court reports?",
        "C: I have never written a court report, the seniors do those.",
        "I: How many families?",
        "C: Eighteen at the moment.",
        "I: Tell me about a difficult case.",
        "C: Two brothers, last winter. I wrote a court report over a weekend because the hearing was moved.",
    )),
    Case("sales-current-itself", "current_employer", "itself", cv(), (
        "I: Where are you now?",
        "C: I'm still with Bellhouse, doing their northern accounts.",
        "I: How do you plan your week?",
        "C: Mondays on the phone, the rest in the car.",
        "I: When could you start?",
        "C: Tomorrow, honestly. I left Bellhouse in the spring.",
    )),
    Case("buyer-saving-itself", "figure", "itself", cv(), (
        "I: Give me one result.",
        "C: I cut the freight costs by twenty-two percent by bundling the Friday loads.",
        "I: And a failure?",
        "C: I once ordered the wrong film for a whole line.",
        "I: What would your boss say about you?",
        "C: That I cut the freight costs by eight percent and never made a fuss about it.",
    )),
    Case("chef-experience-itself", "experience", "itself", cv(), (
        "I: Tell me about yourself.",
        "C: I've been a pastry chef for fifteen years, the last four in hotels.",
        "I: What do you make best?",
        "C: Laminated dough.",
        "I: And how long would you say it takes to master that?",
        "C: A while. I've been a pastry chef for seven years and I still ruin a batch now and then.",
    )),
    Case("driver-first-itself", "first_employer", "itself", cv(), (
        "I: How did you start driving?",
        "C: My first job was with Ottery Coaches, school runs.",
        "I: And then?",
        "C: Tours, then scheduled routes.",
        "I: Who taught you the most?",
        "C: An old hand at Castle Buses. Castle Buses was my first job, so I knew nothing.",
    )),
    # --- Clean look-alikes --------------------------------------------------------------------------
    Case("plumber-clean", CLEAN, "", PLUMBER, (
        "I: Tell me about Aldergate.",
        "C: I supervised five plumbers and the apprentices there, for five and a half years or so. Before that I was at Hobday for about six and a half years on boilers.",
        "I: Why did you leave?",
        "C: The firm was sold in October 2024 and I didn't get on with the new people.",
    )),
    Case("buyer-clean", CLEAN, "", BUYER, (
        "I: What did you save?",
        "C: Packaging went down by roughly a tenth, and freight by twenty percent, but that was the logistics team.",
        "I: How many suppliers?",
        "C: A hundred and forty, though I only speak to thirty of them every month.",
    )),
    Case("physio-clean", CLEAN, "", PHYSIO, (
        "I: When did you qualify?",
        "C: I qualified in 2017 and did half a year of travelling. Then Linden, since the spring of 2018.",
        "I: And before your degree?",
        "C: I worked in a gym for three years, at reception and later as a trainer.",
    )),
    Case("librarian-clean", CLEAN, "", LIBRARIAN, (
        "I: How long have you been with the city library?",
        "C: Thirteen years in total. The first four as an assistant, then they gave me the branch.",
        "I: Have you managed people?",
        "C: Three at the branch. I never managed a large team.",
    )),
    Case("sales-clean", CLEAN, "", SALES, (
        "I: Did you reach your target?",
        "C: Last year a hundred and eight percent. The year before it was more like ninety-five percent.",
        "I: Do you speak French?",
        "C: Some. I do calls in French, but I don't know Dutch at all.",
    )),
    Case("lab-clean", CLEAN, "", LABTECH, (
        "I: How many samples do you run?",
        "C: A hundred and fifty a day, on a Monday more like two hundred.",
        "I: How long have you been at Myrtle?",
        "C: Going on eight years. I came to Myrtle in 2019.",
    )),
    Case("pm-clean", CLEAN, "", PM, (
        "I: What was the biggest project?",
        "C: A school for four million, with a team of twenty-five on site at the peak. I had six site managers under me at Stonebridge.",
        "I: Do you have a master's?",
        "C: No. I wanted to do a master's but the second child came.",
    )),
    Case("support-clean", CLEAN, "", SUPPORT, (
        "I: Have you used Intune?",
        "C: Yes, for about two years now. I've never used Jamf though.",
        "I: Where were you before the council?",
        "C: On the desk at Omnistead, two and a half years, and as a student I worked at Kettle Electronics for a year.",
    )),
    Case("social-clean", CLEAN, "", SOCIAL, (
        "I: How long have you been with the county?",
        "C: Eleven years this September. If I'd left after five years, like my colleague who joined in 2019, I would have missed the best part.",
        "I: Do you work alone?",
        "C: Always in pairs on a first visit. I've never gone to a first visit alone, I went alone once to a second one.",
    )),
    Case("driver-spoken-clean", CLEAN, "", cv(job("Bus Driver", "Castle Buses", "2018-01", None)), (
        "I: Since when have you been with Castle?",
        "C: Um, since, let me think, two thousand and eighteen. January. So, what, nearly nine years.",
        "I: And accidents?",
        "C: I've never had an accident with passengers. I had a scrape in the depot, my own fault.",
    )),
)  # fmt: skip
