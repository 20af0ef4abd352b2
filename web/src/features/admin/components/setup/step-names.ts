/** Order of the setup's pages, and which settings a page shows. */
import type { Setting, SettingDependency, StepKey } from "../../api/types";
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

/** The settings of a step that matter with the values that are entered now. */
export function shownSettings(
  settings: readonly Setting[],
  dependencies: readonly SettingDependency[],
  drafts: SettingDrafts,
): Setting[] {
  const valueOf = (key: string) => {
    const setting = settings.find((one) => one.key === key);
    return setting && String(toInput(setting, drafts[key]));
  };
  return settings.filter((setting) =>
    dependencies.every(
      ({ key, on, values }) => key !== setting.key || values.includes(valueOf(on) ?? ""),
    ),
  );
}
