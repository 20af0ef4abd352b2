/** Data of the landing page's video, made through the HTTP API. */

import { CANDIDATE, conversation, CV, JOB, OTHERS, POSITION, type Line } from "./cast";

const MODEL_TIMEOUT_MS = 20 * 60_000;
const DAY_MS = 86_400_000;

interface Id {
  _id: string;
}
interface Interview extends Id {
  candidateToken: string;
  recruiterToken: string;
  status: string;
  candidateProfileId: string | null;
  jobDescriptionId: string | null;
}
/** HTTP requests as one signed-in recruiter. */
export class Recruiter {
  private constructor(
    private readonly url: string,
    readonly token: string,
    readonly admin: unknown,
    readonly password: string,
  ) {}

  static async open(url: string, who: { username: string; password: string }): Promise<Recruiter> {
    const response = await fetch(`${url}/api/admin/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(who),
    });
    if (!response.ok) throw new Error(`sign-in: ${await response.text()}`);
    const { token, admin } = (await response.json()) as { token: string; admin: unknown };
    return new Recruiter(url, token, admin, who.password);
  }

  async call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(isForm || body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(MODEL_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  async createInterview(fields: object): Promise<Interview> {
    return (await this.call<{ interview: Interview }>("POST", "/api/interviews", fields)).interview;
  }

  async interviews(): Promise<(Interview & { candidateName: string })[]> {
    const path = "/api/interviews?limit=50";
    return (await this.call<{ data: (Interview & { candidateName: string })[] }>("GET", path)).data;
  }

  /** Give consent, start the interview and append `lines` to its transcript. */
  async run(interview: Interview, lines: readonly Line[]): Promise<void> {
    const candidate = `/api/interviews/candidate/${interview.candidateToken}`;
    await this.call("POST", `${candidate}/consent`, { accepted: true });
    await this.call("PATCH", `/api/interviews/recruiter/${interview._id}/start`);
    await this.say(interview, lines);
  }

  async say(interview: Interview, lines: readonly Line[]): Promise<void> {
    const segments = lines.map((line) => ({
      id: crypto.randomUUID(),
      speaker: line.speaker,
      text: line.text,
      startSeconds: line.at,
      endSeconds: line.until,
      source: "demo",
    }));
    await this.call("POST", `/api/interview/${interview._id}/transcript/append`, { segments });
  }
}

async function upload(
  recruiter: Recruiter,
  interview: Id,
  name: string,
  text: string,
  type: string,
) {
  const form = new FormData();
  form.set("document", new Blob([text], { type: "text/plain" }), name);
  form.set("interviewId", interview._id);
  form.set("type", type);
  await recruiter.call("POST", "/api/documents/process", form);
}

/**
 * The slow part, done once: the models read the CV and the job description and write a report on the
 * conversation. Afterwards there is one completed interview and five upcoming ones.
 */
export async function seed(recruiter: Recruiter): Promise<void> {
  await recruiter.call("PATCH", "/api/profile", {
    name: "Ruth Amsel",
    email: "ruth@example.org",
    timezone: "Europe/Stockholm",
    currentPassword: recruiter.password,
  });
  for (const [candidateName, position, days, status] of [...OTHERS].reverse()) {
    const address = candidateName.toLowerCase().replace(" ", ".");
    await recruiter.createInterview({
      title: position,
      position,
      candidateName,
      candidateEmail: `${address}@example.org`,
      status,
      ...(status === "scheduled"
        ? { scheduledDate: appointment(days), scheduledDuration: 45 }
        : {}),
    });
  }
  const interview = await recruiter.createInterview({
    title: POSITION,
    position: POSITION,
    candidateName: CANDIDATE.name,
    candidateEmail: CANDIDATE.email,
    status: "scheduled",
    scheduledDate: appointment(0),
    scheduledDuration: 45,
  });
  await upload(recruiter, interview, "nora-lindqvist-cv.txt", CV, "cv");
  await upload(recruiter, interview, "support-lead.txt", JOB, "job_description");
  await recruiter.run(interview, conversation());
  await recruiter.call("PATCH", `/api/interviews/recruiter/${interview._id}/complete`);
  await recruiter.call("POST", "/api/aisense/analyze", { interviewId: interview._id });
  // The video shows the report, which is concealed until the recruiter scores or chooses to look.
  await recruiter.call("POST", `/api/interviews/${interview._id}/review/look`, {});
}

/** Mid-morning some days from now; a day later if that time has passed, because the server refuses it. */
function appointment(days: number): string {
  const day = new Date(Date.now() + days * DAY_MS);
  day.setUTCHours(8 + (days % 4), days % 2 ? 30 : 0, 0, 0);
  if (day.getTime() < Date.now()) day.setTime(day.getTime() + DAY_MS);
  return day.toISOString();
}

/** Nora's completed interview, as made by `seed`. */
export async function completedInterview(recruiter: Recruiter): Promise<Interview> {
  const all = await recruiter.interviews();
  const found = all.find((one) => one.status === "completed" && one.candidateProfileId !== null);
  if (!found) throw new Error("Run 1-seed.film.ts first.");
  return found;
}

/** Create a second, upcoming interview with the same person and job. */
export async function upcomingInterview(
  recruiter: Recruiter,
  completed: Interview,
): Promise<Interview> {
  const { _id } = await recruiter.createInterview({
    title: POSITION,
    position: POSITION,
    candidateName: CANDIDATE.name,
    candidateEmail: CANDIDATE.email,
    status: "scheduled",
    scheduledDate: appointment(0),
    scheduledDuration: 45,
  });
  const { candidateProfileId, jobDescriptionId } = completed;
  const linked = await recruiter.call<{ interview: Interview }>("PATCH", `/api/interviews/${_id}`, {
    candidateProfileId,
    jobDescriptionId,
  });
  return linked.interview;
}

/** Let the model write eight questions for the interview. */
export async function generateQuestions(recruiter: Recruiter, interview: Interview): Promise<void> {
  await recruiter.call("POST", "/api/questions/generate", {
    interviewId: interview._id,
    context: {
      candidateProfileId: interview.candidateProfileId,
      jobDescriptionId: interview.jobDescriptionId,
    },
    distribution: { behavioral: 3, technical: 2, cognitive: 2, culture: 0, motivation: 1 },
  });
}
