/** Every URL of the client. `pattern` is what the router matches, the function what a link points to. */
export const paths = {
  home: "/",
  login: "/login",
  setup: "/setup",
  interviews: "/interviews",
  interviewHq: { pattern: "/interview-hq/:interviewId", to: (id: string) => `/interview-hq/${id}` },
  recruiterRoom: {
    pattern: "/room/recruiter/:tokenOrId",
    to: (recruiterTokenOrId: string) => `/room/recruiter/${recruiterTokenOrId}`,
  },
  interviewerRoom: {
    pattern: "/room/interviewer/:tokenOrId",
    to: (interviewId: string) => `/room/interviewer/${interviewId}`,
  },
  candidateRoom: {
    pattern: "/room/candidate/:candidateToken",
    to: (candidateToken: string) => `/room/candidate/${candidateToken}`,
  },
  thankYou: "/thank-you",
  terms: "/terms",
  privacy: "/privacy",
} as const;

/** The recruiter's way into a room: by token, or by interview id where there is none. */
export function roomPath(interview: { _id: string; recruiterToken?: string | null }): string {
  return interview.recruiterToken
    ? paths.recruiterRoom.to(interview.recruiterToken)
    : paths.interviewerRoom.to(interview._id);
}

/** The absolute link that a candidate is sent. */
export function candidateLink(candidateToken: string): string {
  return `${window.location.origin}${paths.candidateRoom.to(candidateToken)}`;
}
