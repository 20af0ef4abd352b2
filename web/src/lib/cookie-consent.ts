import { readStored, writeStored } from "./local-storage";

// The key and its fields are part of the product's contract (document 000 §3).
const KEY = "cookieConsent";

export interface CookieConsent {
  essential: true;
  analytics: boolean;
  marketing: boolean;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/** What was chosen in this browser; null until then, and where what is stored is no choice. */
export function readCookieConsent(): CookieConsent | null {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { essential, analytics, marketing, timestamp } = stored as Partial<CookieConsent>;
    const isChoice =
      essential === true &&
      typeof analytics === "boolean" &&
      typeof marketing === "boolean" &&
      typeof timestamp === "string";
    return isChoice ? { essential, analytics, marketing, timestamp } : null;
  } catch {
    return null;
  }
}

/** Keeps 'Accept All' or 'Essential Only' of the moment `at`. */
export function storeCookieConsent(choice: "all" | "essential", at: Date): CookieConsent {
  const consent: CookieConsent = {
    essential: true,
    analytics: choice === "all",
    marketing: choice === "all",
    timestamp: at.toISOString(),
  };
  writeStored(KEY, JSON.stringify(consent));
  return consent;
}
