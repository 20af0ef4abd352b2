/** Order of the setup's pages, and which settings depend on another one. */
import type { Setting, StepKey } from "../../api/types";
import { toInput, type SettingDrafts } from "../../lib/setting-draft";

/** The pages; the account exists before the first of them. */
export const PAGES = [
  "address",
  "models",
  "mail",
  "sign_in",
  "billing",
  "privacy",
  "demo",
  "finish",
] as const satisfies readonly StepKey[];

export type PageKey = (typeof PAGES)[number];

export function isPage(value: string | undefined): value is PageKey {
  return PAGES.some((page) => page === value);
}

export function nextPage(page: PageKey): PageKey {
  return PAGES[PAGES.indexOf(page) + 1] ?? "finish";
}

export function previousPage(page: PageKey): PageKey | null {
  return PAGES[PAGES.indexOf(page) - 1] ?? null;
}

/** Settings that only mean something at certain values of another. */
const DEPENDENT: readonly [pattern: RegExp, on: string, hiddenAt: readonly string[]][] = [
  [/^stripe_/u, "billing_mode", ["off", "internal"]],
  [/^llm_(base_url|api_key)$/u, "llm_provider", ["local"]],
  [/^speech_(base_url|api_key)$/u, "speech_provider", ["local"]],
  [/^recording_retention_days$/u, "recording_allowed", ["false"]],
];

/** The settings of a step that matter with the values that are entered now. */
export function shownSettings(settings: readonly Setting[], drafts: SettingDrafts): Setting[] {
  const valueOf = (key: string) => {
    const setting = settings.find((one) => one.key === key);
    return setting && String(toInput(setting, drafts[key]));
  };
  return settings.filter((setting) =>
    DEPENDENT.every(
      ([pattern, on, hiddenAt]) =>
        !pattern.test(setting.key) || !hiddenAt.includes(valueOf(on) ?? ""),
    ),
  );
}
