/** People and documents of the landing page's video, all invented. */

export const CANDIDATE = { name: "Nora Lindqvist", email: "nora.lindqvist@example.org" };
export const POSITION = "Customer Support Lead";

export const CV = `Nora Lindqvist
nora.lindqvist@example.org
+46 70 000 00 00

Summary
Customer support lead with eight years in business software. Builds small teams that answer well and learn from what customers ask.

Experience
Team Lead Customer Support, Fernhill Software, Gothenburg, 03/2020 - present
- Leads nine agents in two shifts for 1,400 business customers.
- Cut the first response time from 9 hours to 2 hours within one year.
- Introduced a weekly review of reopened tickets with the product team.
- Wrote the escalation guide that is used in all three offices.

Customer Support Specialist, Brightwater Travel, Malmo, 06/2016 - 02/2020
- Handled 45 tickets a day in Swedish and English.
- Trained twelve new colleagues.
- Moved 600 help articles to a new help centre.

Education
Bachelor of Arts in Communication, Lund University, 2016

Skills
Zendesk, Jira, escalation management, coaching, quality review, SQL for reporting, Swedish, English
`;

export const JOB = `Customer Support Lead
Company: Harbour & Pine
Level: senior

About the role
Harbour & Pine makes scheduling software for clinics. You lead a support team of eight people and shape how we listen to our customers.

Responsibilities
- Lead, coach and schedule a team of eight support agents.
- Own the escalation process between support, product and engineering.
- Report monthly on response times, reopened tickets and their causes.
- Keep the help centre correct and readable.

Requirements
- 5+ years in customer support for business software
- Experience in leading a team of at least five people
- Escalation management
- Confident use of Zendesk or a similar ticket system
- Fluent English

Nice to have
- SQL for reporting
- Experience with customers in health care
`;

/** The other rows of the list: name, position, days from today, status. */
export const OTHERS: readonly [string, string, number, "scheduled" | "draft"][] = [
  ["Idris Okonjo", "Payroll Specialist", 1, "scheduled"],
  ["Marta Reisinger", "Warehouse Shift Manager", 2, "scheduled"],
  ["Paulo Teles", "Frontend Engineer", 3, "scheduled"],
  ["Hana Vokurka", "Payroll Specialist", 6, "scheduled"],
  ["Gideon Marsh", "Frontend Engineer", 7, "draft"],
];

export interface Line {
  speaker: "interviewer" | "candidate";
  at: number;
  until: number;
  text: string;
}

const SPOKEN: readonly [Line["speaker"], string][] = [
  ["interviewer", "Thank you for making the time, Nora. Tell me about your team at Fernhill."],
  [
    "candidate",
    "I lead nine agents in two shifts. We look after about 1,400 business customers in Sweden, Norway and Denmark, and I do the coaching and the rota myself.",
  ],
  [
    "interviewer",
    "You brought the first response time down from nine hours to two. How did you do that?",
  ],
  [
    "candidate",
    "I first measured where the time went. I read 300 tickets from one month and marked every hour of waiting. Sixty percent of the delay was tickets that nobody had picked up after six in the evening.",
  ],
  [
    "candidate",
    "So I moved two people to a later shift, and I wrote a rule that every ticket gets an owner within thirty minutes. After four months we were at three hours, and after a year at two hours.",
  ],
  ["interviewer", "What did the team say about the later shift?"],
  [
    "candidate",
    "At first they did not like it. I asked each of the nine what would make it fair, because I did not want to force it. We agreed on a rotation of three weeks, and I took the first late shift myself.",
  ],
  ["interviewer", "Tell me about an escalation that went wrong."],
  [
    "candidate",
    "In March last year a clinic could not print its lists for two days. My agent had escalated it, but the message went to an engineer who was on holiday. I called the clinic myself, apologised, and sent them a manual list every morning until it worked.",
  ],
  [
    "candidate",
    "Afterwards I wrote the escalation guide. It says who is on duty, and if nobody answers within forty minutes it goes to the next person. Since then no escalation has waited longer than two hours.",
  ],
  ["interviewer", "How do you work with the product team?"],
  [
    "candidate",
    "Every Thursday we look at the reopened tickets of the week, usually fifteen to twenty. We group them by cause. Because of that meeting they rebuilt the export page, and the tickets about exports fell by half.",
  ],
  ["interviewer", "Which reports do you write, and how?"],
  [
    "candidate",
    "I write the queries in SQL myself, four reports a month: response time, reopened tickets, causes, and customers who wrote more than five times. I show them on one page.",
  ],
  ["interviewer", "We work with clinics. Have you worked with health care customers before?"],
  [
    "candidate",
    "Only a little, to be honest. I think we had maybe twenty clinics. I have not dealt with patient data rules, so I would have to learn that.",
  ],
  ["interviewer", "And how do you keep a help centre correct?"],
  [
    "candidate",
    "At Brightwater I moved 600 help articles to a new help centre. I gave every article an owner and a date, and I deleted 140 that nobody had read in a year.",
  ],
  ["interviewer", "Why would you like to leave Fernhill?"],
  [
    "candidate",
    "I have done this team for five years and it runs well. I want to build something earlier in its life, and with software that people in clinics need every day.",
  ],
];

const WORDS_PER_SECOND = 2.6;
const PAUSE_SECONDS = 1.4;

/** The conversation with a time for each line, at a usual speaking pace. */
export function conversation(): Line[] {
  let at = 4;
  return SPOKEN.map(([speaker, text]) => {
    const until = at + text.split(" ").length / WORDS_PER_SECOND;
    const line = { speaker, at, until, text };
    at = until + PAUSE_SECONDS;
    return line;
  });
}
