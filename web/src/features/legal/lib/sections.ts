/** Sections of the built-in texts in order, as keys under `legal:`. */
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

/** Effective date of the built-in texts; noon, so that it is the same day in every timezone. */
export const EFFECTIVE_AT = "2025-05-01T12:00:00Z";
