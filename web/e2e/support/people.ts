import { randomUUID } from "node:crypto";

export interface Credentials {
  username: string;
  password: string;
}

export const RECRUITER = {
  username: "alice",
  password: "a recruiter's e2e password",
  name: "Alice Andersson",
};

export interface SignedIn {
  token: string;
  admin: { _id: string };
}

async function call<Answer>(
  url: string,
  method: string,
  body?: unknown,
  sessionToken?: string,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(sessionToken ? { Authorization: `Bearer ${sessionToken}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok)
    throw new Error(`${method} ${url}: ${String(answer.status)} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

export function signInByApi(server: string, person: Credentials): Promise<SignedIn> {
  const { username, password } = person;
  return call<SignedIn>(`${server}/api/admin/login`, "POST", { username, password });
}

/** What a test prepares through the product's own calls. */
export async function apiAs(server: string, person: Credentials) {
  const { token } = await signInByApi(server, person);
  return {
    /** Makes a recruiter who has set a password of his own; the id. */
    async createRecruiter(recruiter: typeof RECRUITER): Promise<string> {
      const { data } = await call<{ data: { user: { _id: string }; inviteLink: string } }>(
        `${server}/api/admin/users`,
        "POST",
        {
          username: recruiter.username,
          name: recruiter.name,
          email: `${recruiter.username}@agency.example`,
          role: "recruiter",
          delivery: "invite_link",
        },
        token,
      );
      const invitation = data.inviteLink.split("/").at(-1) ?? "";
      await call(`${server}/api/auth/invitations/${invitation}`, "POST", {
        password: recruiter.password,
      });
      return data.user._id;
    },

    async createInterview(candidateName: string) {
      const { interview } = await call<{
        interview: { _id: string; recruiterToken: string; candidateToken: string };
      }>(`${server}/api/interviews`, "POST", { candidateName, sessionId: randomUUID() }, token);
      const { _id, recruiterToken, candidateToken } = interview;
      return { interview: _id, recruiterToken, candidateToken };
    },

    saveSettings(values: Record<string, unknown>) {
      return call(`${server}/api/admin/settings`, "PATCH", { values }, token);
    },

    get: <Answer>(path: string) => call<Answer>(`${server}${path}`, "GET", undefined, token),
    post: <Answer>(path: string, body: unknown) =>
      call<Answer>(`${server}${path}`, "POST", body, token),
    patch: <Answer>(path: string, body: unknown) =>
      call<Answer>(`${server}${path}`, "PATCH", body, token),
  };
}
