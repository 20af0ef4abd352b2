import { test, expect } from "@playwright/test";
import { apiAs, RECRUITER, signInByApi } from "./support/people";
import { ADMIN, Server } from "./support/server";
const OUT = process.env.SHOTS ?? "/work/shots/out";
const LANGS = (process.env.SHOT_LANGS ?? "en-US,de-DE,fr-FR").split(",");
const LOOKS = [
  { width: 1440, theme: "light" as const },
  { width: 390, theme: "light" as const },
  { width: 1440, theme: "dark" as const },
  { width: 390, theme: "dark" as const },
].slice(0, Number(process.env.SHOT_LOOKS ?? 2));
const CV = `Petra Sommer
petra.sommer@example.org
+49 30 1234567

Experience
Data Engineer, Borealis GmbH, 2019-03 to 2023-05
Built pipelines in Python and SQL that load 40 sources a night.

Education
BSc Statistics, University of Kiel, 2012 to 2015

Skills
Python, SQL, Airflow, k8s`;
const JOB = `Job description: Senior Data Engineer
Company: Borealis GmbH

Responsibilities
- Build and run data pipelines
- Review the work of colleagues

Requirements
- 5 years of experience with Python
- Kubernetes
- Scala

Benefits
- 30 days of holiday`;
const LINES: [string, string][] = [
  ["interviewer", "Tell me about the pipelines that you built at Borealis."],
  ["candidate", "I rebuilt the nightly load in Python. It took seven hours before, and I cut it to fifty minutes by loading forty sources in parallel. When a source failed I moved it to a quarantine table, so that the rest went on."],
  ["interviewer", "How did you know that the data was right?"],
  ["candidate", "I wrote row counts and checksums for every table and compared them with the source each morning. In 2022 that found a currency error of two percent within a day."],
  ["interviewer", "What would your colleagues say about working with you?"],
  ["candidate", "Well, I think they would say I am fine, you know, it depends, everybody is different I guess."],
];
test("shots", async ({ browser }) => {
  test.setTimeout(1_500_000);
  const server = await Server.start({ models: process.env.SHOT_MODELS !== "no" });
  const post = async (path: string, token: string | null, body: unknown, method = "POST") => {
    const r = await fetch(server.url + path, { method, headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) });
    const t = await r.text();
    if (!r.ok) console.log(path, r.status, t.slice(0, 300));
    return JSON.parse(t) as any;
  };
  try {
    const admin = await apiAs(server.url, ADMIN);
    const user = await admin.createRecruiter(RECRUITER);
    const recruiter = await apiAs(server.url, RECRUITER);
    const made = await recruiter.importTexts({ "petra.txt": CV, "job.txt": JOB });
    const i = await recruiter.createInterview("Petra Sommer");
    const done = await recruiter.createInterview("Petra Sommer");
    const { token } = await signInByApi(server.url, RECRUITER);
    for (const x of [i, done]) await post(`/api/interviews/${x.interview}`, token, { title: "Senior Data Engineer", candidateProfileId: made.candidates[0], jobDescriptionId: made.jobs[0] }, "PATCH");
    for (const [category, question] of [["technical", "How did you build the nightly load at Borealis?"], ["behavioral", "Tell me about a time you disagreed with a review."]])
      await post(`/api/questions-crud/interview/${i.interview}/questions`, token, { question, category, estimatedTime: 5 });
    await post(`/api/interviews/candidate/${done.candidateToken}/consent`, null, { accepted: true });
    await post(`/api/interviews/recruiter/${done.interview}/start`, token, {}, "PATCH");
    await post(`/api/interview/${done.interview}/transcript/append`, token, { segments: LINES.map(([speaker, text], n) => ({ _id: `s${n}`, id: `s${n}`, speaker, text, timestamp: new Date(Date.now() + n * 20000).toISOString(), startSeconds: n * 20, endSeconds: n * 20 + 18 })) });
    await post(`/api/interviews/recruiter/${done.interview}/complete`, token, {}, "PATCH");
    if (process.env.SHOT_MODELS !== "no") await post(`/api/aisense/analyze`, token, { interviewId: done.interview });
    const pages: [string, string, "none" | "alice" | "ada"][] = [
      ["landing", "/", "none"], ["login", "/login", "none"], ["consent", `/room/candidate/${i.candidateToken}`, "none"],
      ["interviews", "/interviews", "alice"], ["hq-questions", `/interview-hq/${i.interview}?tab=questions`, "alice"],
      ["candidate", `/candidate-hq/${made.candidates[0]}`, "alice"], ["matches", `/candidate-hq/${made.candidates[0]}?tab=matches`, "alice"], ["jobs", "/jobs", "alice"], ["account", "/account", "alice"],
      ["profile", "/profile", "alice"], ["report", `/interview-hq/${done.interview}?tab=report`, "alice"], ["room", `/room/recruiter/${i.recruiterToken}`, "alice"],
      ["add", "/add", "alice"], ["admin", "/admin", "ada"], ["settings", "/admin/settings", "ada"], ["sjobs", "/admin/jobs", "ada"], ["user", `/admin/users/${user}`, "ada"],
    ];
    for (const locale of LANGS) for (const { width, theme } of LOOKS) for (const who of ["none", "alice", "ada"] as const) {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: "reduce", locale });
      const session = who === "none" ? null : await signInByApi(server.url, who === "ada" ? ADMIN : RECRUITER);
      await context.addInitScript((stored) => {
        window.localStorage.setItem("cookieConsent", JSON.stringify({ essential: true, analytics: false, marketing: false, timestamp: "2026-01-01T00:00:00.000Z" }));
        if (!stored) return;
        window.localStorage.setItem("token", stored.token); window.localStorage.setItem("authToken", stored.token); window.localStorage.setItem("admin", JSON.stringify(stored.admin));
      }, session);
      const page = await context.newPage();
      for (const [name, path] of pages.filter((p) => p[2] === who)) {
        await page.goto(path);
        await page.waitForLoadState("networkidle").catch(() => undefined);
        await page.waitForTimeout(900);
        await page.screenshot({ path: `${OUT}/${locale.slice(0, 2)}-${name}-${width}-${theme}.png`, fullPage: width === 390 ? false : false });
      }
      await context.close();
    }
  } finally { await server.stop(); }
});
