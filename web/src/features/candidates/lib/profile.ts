/** What stands in a profile that this screen reads; every part may be missing. */
export interface ProfileParts {
  name: string;
  email: string | null;
  cvParsed?: object | null;
  cvProfile?: object | null;
}

/** Complete: name and e-mail exist, and a CV has been read. */
export function isProfileComplete(profile: ProfileParts | null | undefined): boolean {
  if (!profile) return false;
  const hasCv = Boolean(profile.cvParsed ?? profile.cvProfile);
  return profile.name.trim() !== "" && Boolean(profile.email?.trim()) && hasCv;
}

/** Anything at all to show: a profile without an e-mail is still worth reading. */
export function hasProfileContent(profile: ProfileParts | null | undefined): boolean {
  return Boolean(
    profile && (profile.name.trim() !== "" || Boolean(profile.cvParsed ?? profile.cvProfile)),
  );
}

/** '2 yr 3 mo'; empty for nothing. */
export function formatMonths(months: number | null | undefined): string {
  if (!months || months <= 0) return "";
  const years = Math.floor(months / 12);
  const rest = Math.round(months % 12);
  return [years > 0 ? `${years} yr` : "", rest > 0 ? `${rest} mo` : ""].filter(Boolean).join(" ");
}

/** '4.5 years'; null for nothing. */
export function formatYears(years: number | null | undefined): string | null {
  if (years === null || years === undefined || years <= 0) return null;
  const rounded = Math.round(years * 10) / 10;
  return `${rounded} ${rounded === 1 ? "year" : "years"}`;
}

const LEVELS: Record<string, string> = {
  junior: "Junior",
  mid: "Mid-level",
  "mid-level": "Mid-level",
  senior: "Senior",
};

export function levelLabel(level: string | null | undefined): string | null {
  return level ? (LEVELS[level] ?? level) : null;
}

/** 'Jun 2019 – Feb 2022' from 'YYYY-MM' or 'YYYY'; a start without an end lasts to the present. */
export function formatPeriod(
  start: string | null | undefined,
  end: string | null | undefined,
): string {
  if (!start) return end ? formatMonth(end) : "";
  return `${formatMonth(start)} – ${end ? formatMonth(end) : "present"}`;
}

function formatMonth(value: string): string {
  const match = /^(\d{4})-(\d{2})$/.exec(value);
  if (!match) return value;
  const date = new Date(Number(match[1]), Number(match[2]) - 1, 1);
  return date.toLocaleDateString("en-US", { year: "numeric", month: "short" });
}

/** Only http and https links are ever made clickable. */
export function safeLink(text: string | null | undefined): string | null {
  const value = text?.trim() ?? "";
  if (value === "") return null;
  const url = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return /^https?:\/\/[^\s]+$/i.test(url) ? url : null;
}
