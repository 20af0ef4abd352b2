/** The visitor's cookie choice in local storage. */
import { readStored, writeStored } from "./local-storage";

// The specification fixes the key and its fields.
const KEY = "cookieConsent";

export interface CookieConsent {
  essential: true;
  analytics: boolean;
  marketing: boolean;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/** The choice made in this browser; null if there is none or it is invalid. */
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

/** Stores 'Accept All' or 'Essential Only', made at `at`. */
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
