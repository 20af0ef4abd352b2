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
  // Without a step, the first that is not done.
  adminSetup: {
    pattern: "/admin/setup/:step?",
    to: (step?: string) => `/admin/setup${step ? `/${step}` : ""}`,
  },
  adminModels: "/admin/models",
  // Without a name, the first document that the user may read.
  manual: {
    pattern: "/manual/:manualName?",
    to: (name?: string) => `/manual${name ? `/${name}` : ""}`,
  },
  adminDemoRequests: "/admin/demo-requests",
  adminPlans: "/admin/plans",
  adminSecurity: "/admin/security",
  // Without an id, an interview can be created there.
  interviewHq: {
    pattern: "/interview-hq/:interviewId?",
    to: (id: string) => `/interview-hq/${id}`,
  },
  review: {
    pattern: "/review/:interviewId",
    to: (interviewId: string) => `/review/${interviewId}`,
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
  sharedReport: {
    pattern: "/shared-report/:reportToken",
    to: (reportToken: string) => `/shared-report/${reportToken}`,
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

/** The absolute link to a shared report. */
export function sharedReportLink(reportToken: string): string {
  return `${window.location.origin}${paths.sharedReport.to(reportToken)}`;
}

/** The absolute link for the candidate. */
export function candidateLink(candidateToken: string): string {
  return `${window.location.origin}${paths.candidateRoom.to(candidateToken)}`;
}
