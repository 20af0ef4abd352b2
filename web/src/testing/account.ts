import type { Site } from "@/api/site";
import type { BillingSummary, User } from "@/api/types";

/** Alice, who is ready to work, with whatever a test wants otherwise. */
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

/** A site as it is before an administrator changes anything. */
export function aSite(part: Partial<Site> = {}): Site {
  return {
    productName: "Greenroom",
    logoUrl: null,
    accentColor: null,
    landingText: null,
    billingMode: "internal",
    providerLabel: null,
    selfRegistration: false,
    contactUrl: null,
    captcha: { kind: "altcha", siteKey: null },
    ...part,
  };
}

/** The account of somebody on Trial who has used a little of it. */
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
