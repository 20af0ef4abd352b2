/** Links of the top bar and pages of the command palette. */
import type { LucideIcon } from "lucide-react";
import {
  BriefcaseBusiness,
  CalendarClock,
  CircleUserRound,
  Cpu,
  Files,
  Gauge,
  Inbox,
  Layers,
  ListChecks,
  Settings,
  Shield,
  ShieldCheck,
  Users,
  UsersRound,
} from "lucide-react";

import { paths } from "@/config/paths";
import type common from "@/locales/en/common.json";

type TitleKey = keyof (typeof common)["titles"];

/** Links of the top bar, as keys of `shell:nav`. */
export const MAIN_LINKS = [
  { to: paths.interviews, key: "interviews", icon: CalendarClock },
  { to: paths.candidates, key: "candidates", icon: Users },
  { to: paths.jobs, key: "jobs", icon: BriefcaseBusiness },
] as const;

export interface PageEntry {
  to: string;
  title: TitleKey;
  icon: LucideIcon;
}

const RECRUITER_PAGES: readonly PageEntry[] = [
  { to: paths.interviews, title: "interviews", icon: CalendarClock },
  { to: paths.candidates, title: "candidates", icon: Users },
  { to: paths.jobs, title: "jobs", icon: BriefcaseBusiness },
  { to: paths.add, title: "add", icon: Files },
  { to: paths.profile, title: "profile", icon: CircleUserRound },
];
const METERED_PAGES: readonly PageEntry[] = [
  { to: paths.account, title: "account", icon: Gauge },
  { to: paths.plans, title: "plans", icon: Layers },
];
const ADMIN_PAGES: readonly PageEntry[] = [
  { to: paths.admin, title: "admin", icon: Shield },
  { to: paths.adminUsers, title: "adminUsers", icon: UsersRound },
  { to: paths.adminModels, title: "adminModels", icon: Cpu },
  { to: paths.adminJobs, title: "adminJobs", icon: ListChecks },
  { to: paths.adminSettings, title: "adminSettings", icon: Settings },
  { to: paths.adminDemoRequests, title: "adminDemoRequests", icon: Inbox },
  { to: paths.adminSecurity, title: "adminSecurity", icon: ShieldCheck },
];

/** The pages that a user may open; plan pages only if usage is metered. */
export function pagesFor(who: { isAdmin: boolean; isMetered: boolean }): PageEntry[] {
  return [
    ...RECRUITER_PAGES,
    ...(who.isMetered ? METERED_PAGES : []),
    ...(who.isAdmin ? ADMIN_PAGES : []),
  ];
}

/** Whether each query word starts a word of the text, in any order, ignoring case and accents. */
export function matchesSearch(text: string, query: string): boolean {
  const plain = (value: string) =>
    value
      .normalize("NFD")
      .replace(/\p{Diacritic}/gu, "")
      .toLowerCase();
  const words = plain(text).split(/[^\p{L}\p{N}]+/u);
  return plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((prefix) => words.some((word) => word.startsWith(prefix)));
}
