/** Users of the browser tests and the HTTP requests that prepare their data. */

import { randomUUID } from "node:crypto";

export interface Credentials {
  username: string;
  password: string;
}

export const RECRUITER = {
  username: "alice",
  password: "a recruiter's zebra crossing",
  name: "Alice Andersson",
};

export interface SignedIn {
  token: string;
  admin: { _id: string };
}

async function call<Body>(
  url: string,
  method: string,
  body?: unknown,
  sessionToken?: string,
): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: {
      "Content-Type": "application/json",
      // The server closes idle connections while a test prepares something else.
      Connection: "close",
      ...(sessionToken ? { Authorization: `Bearer ${sessionToken}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${url}: ${String(response.status)} ${await response.text()}`);
  return (await response.json()) as Body;
}

export function signInByApi(server: string, person: Credentials): Promise<SignedIn> {
  const { username, password } = person;
  return call<SignedIn>(`${server}/api/admin/login`, "POST", { username, password });
}

/** HTTP requests with which a test prepares its data, as one signed-in user. */
export async function apiAs(server: string, person: Credentials) {
  const { token } = await signInByApi(server, person);
  return {
    /** Create a recruiter who has set a password; return the id. */
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

    /** Show the report without scoring the interview first. */
    async lookAtReport(interview: string) {
      await call(`${server}/api/interviews/${interview}/review/look`, "POST", undefined, token);
    },

    /** Import texts as one document batch; return the ids of the new candidates and jobs. */
    async importTexts(texts: Record<string, string>) {
      interface PreviewEntry {
        sourceDocumentId: string;
      }
      const authorised = { Authorization: `Bearer ${token}` };
      const made = await call<{ data: { batchId: string } }>(
        `${server}/api/document-batches`,
        "POST",
        {},
        token,
      );
      const batch = `${server}/api/document-batches/${made.data.batchId}`;
      for (const [name, text] of Object.entries(texts)) {
        const form = new FormData();
        form.set("document", new File([text], name, { type: "text/plain" }));
        const response = await fetch(`${batch}/documents`, {
          method: "POST",
          headers: authorised,
          body: form,
        });
        if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
      }
      const { data: preview } = await call<{
        data: { candidates: PreviewEntry[]; jobs: PreviewEntry[] };
      }>(`${batch}/preview`, "GET", undefined, token);
      const listIds = (list: PreviewEntry[]) =>
        list.map(({ sourceDocumentId }) => sourceDocumentId);
      const { data } = await call<{
        data: { createdCandidates: { _id: string }[]; createdJobs: { _id: string }[] };
      }>(
        `${batch}/commit`,
        "POST",
        { selectedCandidates: listIds(preview.candidates), selectedJobs: listIds(preview.jobs) },
        token,
      );
      return {
        candidates: data.createdCandidates.map(({ _id }) => _id),
        jobs: data.createdJobs.map(({ _id }) => _id),
      };
    },

    saveSettings(values: Record<string, unknown>) {
      return call(`${server}/api/admin/settings`, "PATCH", { values }, token);
    },

    get: <Body>(path: string) => call<Body>(`${server}${path}`, "GET", undefined, token),
    post: <Body>(path: string, body: unknown) =>
      call<Body>(`${server}${path}`, "POST", body, token),
    patch: <Body>(path: string, body: unknown) =>
      call<Body>(`${server}${path}`, "PATCH", body, token),
  };
}
