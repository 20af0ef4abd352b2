"""A sixth set, written last: what it gave at first is the figure in ADR 0005 that says most."""

from __future__ import annotations

from tests.analysis.consistency.cases import CLEAN, Case, cv, job, study

MIDWIFE = cv(
    job("Midwife", "Larkhill Birth Centre", "2019-09", None, "About 90 births a year."),
    job("Midwife", "Queensferry Maternity Hospital", "2015-10", "2019-08"),
    education=[study("BSc Midwifery", "University of Aldmoor", "2012", "2015")],
)
ROOFER = cv(
    job("Roofer", "Hammerton Roofing", "2016-04", None, "Slate and flat roofs. Leads a crew of 4."),
    job("Roofer's Labourer", "Jessop & Daughters", "2013-06", "2016-03"),
    certifications=["CSCS card", "Working at height"],
)
MARKETING = cv(
    job("Content Manager", "Wavelane", "2020-02", "2025-08", "Blog traffic grew by 80 %. Two freelancers."),
    job("Copywriter", "Finch Agency", "2016-05", "2020-01"),
    education=[
        study("MA Journalism", "Culver University", "2014", "2016"),
        study("BA History", "Culver University", "2011", "2014"),
    ],
    languages=["English", "French (fluent)"],
)
SYSADMIN = cv(
    job("System Administrator", "Pinehurst Clinics", "2018-01", None, "300 servers, moved to Proxmox."),
    job("Help Desk Technician", "Aurel IT", "2015-03", "2017-12"),
    skills=["Linux", "Ansible", "Proxmox", "PowerShell"],
)
NURSERY = cv(
    job("Nursery Manager", "Little Acorns", "2021-09", None, "Manages 16 staff, 72 places."),
    job("Early Years Practitioner", "Rainbow Lodge Nursery", "2014-08", "2021-08"),
    education=[study("NVQ Level 3 Childcare", "Tern College", "2012", "2014")],
)
BROKER = cv(
    job("Logistics Coordinator", "Ostara Freight", "2017-06", "2024-02", "70 shipments a week."),
    job("Import Clerk", "Harrow & Lisle", "2014-01", "2017-05"),
    skills=["SAP TM", "Excel"],
)

CASES: tuple[Case, ...] = (
    Case("midwife", "start", "cv", MIDWIFE, (
        "I: What brought you to a birth centre?",
        "C: The hospital was too fast for me. So in 2017 I moved to Larkhill, and I breathe again.",
        "I: How many births are that?",
        "C: Ninety a year, roughly.",
    )),
    Case("roofer", "team_size", "cv", ROOFER, (
        "I: Do you run jobs by yourself?",
        "C: I do. At Hammerton I've got ten lads with me, and I answer for all of them.",
        "I: Any accidents?",
        "C: A sprained ankle, in the yard of all places.",
    )),
    Case("marketing", "field_of_study", "cv", MARKETING, (
        "I: Where does the writing come from?",
        "C: From home. I've got a degree in chemistry, believe it or not.",
        "I: And then journalism?",
        "C: Yes, at Culver.",
    )),
    Case("sysadmin", "skill", "cv", SYSADMIN, (
        "I: How do you roll out changes?",
        "C: By hand, mostly, with a checklist. I haven't used Ansible, it was on my list for next year.",
        "I: How many machines?",
        "C: Three hundred.",
    )),
    Case("nursery", "duration", "cv", NURSERY, (
        "I: What did you do before you were a manager?",
        "C: I was on the floor at Rainbow Lodge. I only did two years there before they asked me to run a place.",
        "I: Quick.",
        "C: They were desperate.",
    )),
    Case("broker", "figure", "cv", BROKER, (
        "I: What volume did you handle?",
        "C: At Ostara I did about two hundred shipments a week, sea and air.",
        "I: With which system?",
        "C: SAP, and a lot of spreadsheets.",
    )),
    Case("marketing-left", "end", "cv", MARKETING, (
        "I: What have you been doing lately?",
        "C: Translating, gardening. I've not been at Wavelane since the end of 2023.",
        "I: Why did you go?",
        "C: They stopped the blog.",
    )),
    Case("broker-first", "first_employer", "cv", BROKER, (
        "I: How did you get into freight?",
        "C: Ostara took me straight from school. I'd never had a job before.",
        "I: Really?",
        "C: Not even a paper round.",
    )),
    Case("midwife-itself", "duration", "itself", MIDWIFE, (
        "I: Tell me about Queensferry.",
        "C: I spent four years at Queensferry, most of it on nights.",
        "I: And what was good?",
        "C: The other midwives.",
        "I: Would you go back to a hospital?",
        "C: I don't think so. Eighteen months at Queensferry was enough for me.",
    )),
    Case("roofer-itself", "never", "itself", ROOFER, (
        "I: What about safety?",
        "C: I have never worked without a harness, not once.",
        "I: And the others?",
        "C: The same, or they go home.",
        "I: Was there a day you regret?",
        "C: There was a storm coming and we worked without a harness for an hour to get the sheet down.",
    )),
    Case("sysadmin-itself", "team_size", "itself", SYSADMIN, (
        "I: How big is your team at Pinehurst?",
        "C: We're a team of five, with two on call.",
        "I: What's the worst outage you had?",
        "C: A storage array, on a Sunday.",
        "I: Who did you call?",
        "C: Nobody. At Pinehurst we are a team of two, and the other one was on a plane.",
    )),
    Case("nursery-itself", "degree", "itself", NURSERY, (
        "I: Do you have a degree?",
        "C: I have a bachelor's in early childhood studies, part time, in the evenings.",
        "I: How did you manage that?",
        "C: Badly. Coffee.",
        "I: Would you like to study?",
        "C: I would. I don't have a degree, and it bothers me.",
    )),
    Case("midwife-clean", CLEAN, "", MIDWIFE, (
        "I: How long have you been a midwife?",
        "C: Eleven years. Four at Queensferry and seven here at Larkhill.",
        "I: How many births?",
        "C: About ninety a year. In the hospital it was two hundred.",
    )),
    Case("roofer-clean", CLEAN, "", ROOFER, (
        "I: Who is in your crew?",
        "C: Four of us, five with the apprentice. On the church we were twelve people from three firms.",
        "I: How long at Hammerton?",
        "C: Ten years in April. My father worked there for thirty.",
    )),
    Case("marketing-clean", CLEAN, "", MARKETING, (
        "I: What did the blog bring?",
        "C: Traffic grew by eighty percent, in the second year only by ten percent.",
        "I: Have you led people?",
        "C: Two freelancers, no employees. I've never managed a budget over fifty thousand.",
    )),
    Case("sysadmin-clean", CLEAN, "", SYSADMIN, (
        "I: Do you know Kubernetes?",
        "C: No, never used it. I've used Ansible for about five years.",
        "I: How many servers?",
        "C: Three hundred, two hundred and sixty of them virtual.",
    )),
    Case("nursery-clean", CLEAN, "", NURSERY, (
        "I: How many staff do you have?",
        "C: Sixteen, and seventy-two children. My deputy has been there for fifteen years.",
        "I: How long were you at Rainbow Lodge?",
        "C: Seven years, the last two as a room leader.",
    )),
    Case("broker-clean", CLEAN, "", BROKER, (
        "I: Why did you leave Ostara?",
        "C: I resigned in February 2024 because they moved to Rotterdam. Some colleagues were let go.",
        "I: What was your volume?",
        "C: Seventy shipments a week, ninety before Christmas.",
    )),
)  # fmt: skip
