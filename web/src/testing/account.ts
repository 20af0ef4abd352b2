/** Sample users, sites and plans for tests. */
import type { Site } from "@/api/site";
import type { BillingSummary, User } from "@/api/types";

/** Alice, an active recruiter, with overrides. */
export function aUser(part: Partial<User> = {}): User {
  return {
    _id: "u1",
    userId: "u1",
    name: "Alice Andersson",
    email: "alice@agency.example",
    role: "recruiter",
    username: "alice",
    isBasicAuth: true,
    timezone: null,
    language: null,
    mustChangePassword: false,
    mustEnrolSecondFactor: false,
    hasSecondFactor: false,
    lastSignedInAt: "2026-11-01T09:00:00Z",
    ...part,
  };
}

/** A site with default settings. */
export function aSite(part: Partial<Site> = {}): Site {
  return {
    productName: "Greenroom",
    logoUrl: null,
    accentColor: null,
    landingText: null,
    billingMode: "internal",
    providerLabel: null,
    selfRegistration: false,
    recordingAllowed: false,
    maxUploadBytes: 10_485_760,
    contactUrl: null,
    captcha: { kind: "altcha", siteKey: null },
    ...part,
  };
}

/** Billing summary of a partly used Trial plan. */
export function aBillingSummary(part: Partial<BillingSummary> = {}): BillingSummary {
  return {
    plan: "free",
    planDisplayName: "Trial",
    creditsRemaining: 2,
    creditsIncluded: 3,
    documents: { included: 10, remaining: 7 },
    monthlyPriceCents: 0,
    periodStart: "2026-11-01T09:00:00Z",
    periodEnd: null,
    nextRenewalDate: null,
    isCancelled: false,
    cancellationEffectiveDate: null,
    hadPaidPlan: false,
    ...part,
  };
}
