/** Every URL of the client: `pattern` for the router, and a function that builds a link. */
export const paths = {
  home: "/",
  login: "/login",
  setup: "/setup",
  register: "/register",
  invitation: {
    pattern: "/invite/:invitationToken",
    to: (invitationToken: string) => `/invite/${invitationToken}`,
  },
  interviews: "/interviews",
  candidates: "/candidates",
  jobs: "/jobs",
  add: "/add",
  candidateHq: { pattern: "/candidate-hq/:candidateId", to: (id: string) => `/candidate-hq/${id}` },
  jobHq: { pattern: "/job-hq/:jobDescriptionId", to: (id: string) => `/job-hq/${id}` },
  profile: "/profile",
  account: "/account",
  plans: "/plans",
  admin: "/admin",
  adminJobs: "/admin/jobs",
  adminUsers: "/admin/users",
  adminUser: { pattern: "/admin/users/:userId", to: (id: string) => `/admin/users/${id}` },
  adminSettings: "/admin/settings",
  adminDemoRequests: "/admin/demo-requests",
  // Without an id, an interview can be created there.
  interviewHq: {
    pattern: "/interview-hq/:interviewId?",
    to: (id: string) => `/interview-hq/${id}`,
  },
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

/** The recruiter's room link: by token, or by interview id if there is none. */
export function roomPath(interview: { _id: string; recruiterToken?: string | null }): string {
  return interview.recruiterToken
    ? paths.recruiterRoom.to(interview.recruiterToken)
    : paths.interviewerRoom.to(interview._id);
}

/** The absolute link for the candidate. */
export function candidateLink(candidateToken: string): string {
  return `${window.location.origin}${paths.candidateRoom.to(candidateToken)}`;
}
