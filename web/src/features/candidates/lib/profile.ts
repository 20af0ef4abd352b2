/** Formatting of a candidate profile: time spans, levels, completeness, links. */
import type { TFunction } from "i18next";

import { formatMonth, formatNumber } from "@/lib/format";

type T = TFunction<"candidates">;

/** The parts of a profile that these functions read; any may be missing. */
export interface ProfileParts {
  name: string;
  email: string | null;
  cvParsed?: object | null;
  cvProfile?: object | null;
}

/** Whether there are a name, an email address and a CV. */
export function isProfileComplete(profile: ProfileParts | null | undefined): boolean {
  if (!profile) return false;
  const hasCv = Boolean(profile.cvParsed ?? profile.cvProfile);
  return profile.name.trim() !== "" && Boolean(profile.email?.trim()) && hasCv;
}

/** Whether there is anything to show, even without an email address. */
export function hasProfileContent(profile: ProfileParts | null | undefined): boolean {
  return Boolean(
    profile && (profile.name.trim() !== "" || Boolean(profile.cvParsed ?? profile.cvProfile)),
  );
}

/** '2 yr 3 mo'; empty where unknown. */
export function formatMonths(t: T, months: number | null | undefined): string {
  if (!months || months <= 0) return "";
  const years = Math.floor(months / 12);
  const rest = Math.round(months % 12);
  return [
    years > 0 ? t("spans.shortYears", { count: years }) : "",
    rest > 0 ? t("spans.shortMonths", { count: rest }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** '4.5 years'; null where unknown. */
export function formatYears(t: T, years: number | null | undefined): string | null {
  if (years === null || years === undefined || years <= 0) return null;
  const rounded = Math.round(years * 10) / 10;
  return t("spans.years", { count: rounded, number: formatNumber(rounded) });
}

const LEVELS = { junior: "junior", mid: "mid", "mid-level": "mid", senior: "senior" } as const;

/** Name of a level; an unknown level is shown as the server spells it. */
export function levelLabel(t: T, level: string | null | undefined): string | null {
  if (!level) return null;
  return level in LEVELS ? t(`levels.${LEVELS[level as keyof typeof LEVELS]}`) : level;
}

/** The education levels of the server. */
const EDUCATION_LEVELS = {
  PhD: "phd",
  "Master's": "masters",
  "Bachelor's": "bachelors",
  Diploma: "diploma",
  Certificate: "certificate",
  "High School": "highSchool",
} as const;

/** Name of an education level; an unknown level is shown as the server spells it. */
export function educationLabel(t: T, level: string | null | undefined): string | null {
  if (!level) return null;
  return level in EDUCATION_LEVELS
    ? t(`educationLevels.${EDUCATION_LEVELS[level as keyof typeof EDUCATION_LEVELS]}`)
    : level;
}

/** 'Jun 2019 – Feb 2022' from 'YYYY-MM' or 'YYYY'; without an end, up to the present. */
export function formatPeriod(
  t: T,
  start: string | null | undefined,
  end: string | null | undefined,
): string {
  if (!start) return end ? formatMonth(end) : "";
  return t("spans.period", {
    start: formatMonth(start),
    end: end ? formatMonth(end) : t("spans.present"),
  });
}

/** Link target for http and https addresses only. */
export function safeLink(text: string | null | undefined): string | null {
  const value = text?.trim() ?? "";
  if (value === "") return null;
  const url = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return /^https?:\/\/[^\s]+$/i.test(url) ? url : null;
}
