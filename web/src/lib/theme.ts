/** Light, dark or system theme, kept in local storage. */
import { readStored, writeStored } from "./local-storage";

export const THEME_CHOICES = ["light", "dark", "system"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = "theme";
const DARK_SCHEME = "(prefers-color-scheme: dark)";

export function readThemeChoice(): ThemeChoice {
  const stored = readStored(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === "dark" || (choice === "system" && window.matchMedia(DARK_SCHEME).matches);
  document.documentElement.classList.toggle("dark", dark);
}

export function chooseTheme(choice: ThemeChoice): void {
  writeStored(KEY, choice === "system" ? null : choice);
  applyTheme(choice);
}

/** Follows changes of the system theme while the page is open. */
export function followSystemTheme(): () => void {
  const query = window.matchMedia(DARK_SCHEME);
  const onChange = () => applyTheme(readThemeChoice());
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
