/** The built-in texts' sections, in their order; their words stand under `legal:` by these names. */
export const SECTIONS = {
  terms: [
    "service",
    "trial",
    "refunds",
    "accounts",
    "candidates",
    "analysis",
    "content",
    "liability",
    "ending",
    "law",
    "changes",
  ],
  privacy: [
    "kept",
    "purpose",
    "analysis",
    "interviews",
    "signIn",
    "storage",
    "access",
    "deletion",
    "children",
    "rights",
    "changes",
  ],
} as const;

/** Since when the built-in texts hold; noon, so that it is the same day in every time zone. */
export const EFFECTIVE_AT = "2025-05-01T12:00:00Z";
