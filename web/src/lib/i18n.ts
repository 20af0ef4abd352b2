/** Interface languages: choice, loading of text catalogs, switching. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import { readStored, writeStored } from "./local-storage";

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language in its own name, so that users can find theirs. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

const KEY = "language";
const FALLBACK: Language = "en";
const EVERYWHERE = ["common"];
/** English has no `errors` catalog: the server's own sentences are English. */
const errorsIn = (language: string) => (language === FALLBACK ? [] : ["errors"]);

// One small file per language and part of the product; a page loads its own with its code.
const catalogs = import.meta.glob<{ default: Record<string, unknown> }>("../locales/*/*.json");

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The language chosen in Profile, or null if the browser's languages apply. */
export function readLanguageChoice(): Language | null {
  const stored = readStored(KEY);
  return isLanguage(stored) ? stored : null;
}

/** The first of the browser's languages that has a catalog. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  for (const tag of preferred) {
    const language = tag.split("-")[0]?.toLowerCase();
    if (isLanguage(language)) return language;
  }
  return FALLBACK;
}

/** The current interface language, also used for dates, numbers and money. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : FALLBACK;
}

function showLanguage(language: string): void {
  document.documentElement.lang = language;
}

/** Catalogs that could not be loaded: the server is unavailable, or a newer client was installed. */
export class CatalogMissing extends Error {
  constructor(namespaces: readonly string[]) {
    super(`These catalogs could not be loaded: ${namespaces.join(", ")}`);
    this.name = "CatalogMissing";
  }
}

/** Raises CatalogMissing, where i18next itself would show keys instead of texts. */
function requireCatalogs(language: string, namespaces: readonly string[]): void {
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  if (missing.length > 0) throw new CatalogMissing(missing);
}

/** Raises CatalogMissing. */
export async function startI18n(): Promise<void> {
  const language = readLanguageChoice() ?? browserLanguage();
  await i18next
    .use({
      type: "backend",
      read: (
        language: string,
        namespace: string,
        done: (error: unknown, data: Record<string, unknown> | null) => void,
      ) => {
        const load = catalogs[`../locales/${language}/${namespace}.json`];
        if (!load) {
          done(new Error(`There is no catalog ${language}/${namespace}.`), null);
          return;
        }
        load().then(
          (catalog) => done(null, catalog.default),
          (error: unknown) => done(error, null),
        );
      },
    })
    .use(initReactI18next)
    .init({
      lng: language,
      // No fallback language is loaded: a test ensures that the catalogs are complete.
      fallbackLng: false,
      ns: EVERYWHERE,
      defaultNS: "common",
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
  requireCatalogs(language, EVERYWHERE);
  showLanguage(i18next.language);
  i18next.on("languageChanged", showLanguage);
}

/**
 * Changes the interface language; null follows the browser. If the catalogs cannot be loaded, the
 * change applies at the next start.
 */
export async function chooseLanguage(choice: Language | null): Promise<void> {
  writeStored(KEY, choice);
  const language = choice ?? browserLanguage();
  await i18next.loadLanguages(language);
  await i18next.loadNamespaces(errorsIn(language));
  const loaded = [i18next.options.ns ?? []].flat();
  if (loaded.some((name) => !i18next.hasResourceBundle(language, name))) return;
  await i18next.changeLanguage(language);
}

/**
 * Loads the catalogs of a page before it is rendered. Raises CatalogMissing.
 * `asksServer` is false for a page that needs no server error texts at first.
 */
export async function loadCatalogs(
  namespaces: readonly string[],
  { asksServer = true } = {},
): Promise<void> {
  const needed = [...namespaces, ...(asksServer ? errorsIn(i18next.language) : [])];
  await i18next.loadNamespaces(needed);
  requireCatalogs(i18next.language, needed);
}
