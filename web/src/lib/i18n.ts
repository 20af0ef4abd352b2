import i18next, { type Namespace } from "i18next";
import { initReactI18next } from "react-i18next";

import { readStored, writeStored } from "./local-storage";

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each in its own words, so that everybody finds his. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

const KEY = "language";
const FALLBACK: Language = "en";

// One small file per language and part of the product; a page fetches its own with its code.
const catalogues = import.meta.glob<{ default: Record<string, unknown> }>("../locales/*/*.json");

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** What this browser chose in Profile, or null where it follows the browser's own languages. */
export function readLanguageChoice(): Language | null {
  const stored = readStored(KEY);
  return isLanguage(stored) ? stored : null;
}

/** The first of the browser's languages that there is a catalogue for. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  for (const tag of preferred) {
    const language = tag.split("-")[0]?.toLowerCase();
    if (isLanguage(language)) return language;
  }
  return FALLBACK;
}

/** The screens' language, as everything that formats dates, numbers and money needs it. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : FALLBACK;
}

function showLanguage(language: string): void {
  document.documentElement.lang = language;
}

export async function startI18n(): Promise<void> {
  await i18next
    .use({
      type: "backend",
      read: (
        language: string,
        namespace: string,
        done: (error: unknown, data: Record<string, unknown> | null) => void,
      ) => {
        const load = catalogues[`../locales/${language}/${namespace}.json`];
        if (!load) {
          done(new Error(`There is no catalogue ${language}/${namespace}.`), null);
          return;
        }
        load().then(
          (catalogue) => done(null, catalogue.default),
          (error: unknown) => done(error, null),
        );
      },
    })
    .use(initReactI18next)
    .init({
      lng: readLanguageChoice() ?? browserLanguage(),
      // English comes along only where it is the language: the catalogues are complete (a test holds that).
      fallbackLng: false,
      ns: ["common", "errors"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
  showLanguage(i18next.language);
  i18next.on("languageChanged", showLanguage);
}

/** Chooses the language of the screens; null follows the browser again. */
export async function chooseLanguage(choice: Language | null): Promise<void> {
  writeStored(KEY, choice);
  await i18next.changeLanguage(choice ?? browserLanguage());
}

/** Has the catalogues of a page at hand before the page is drawn. */
export async function loadCatalogues(namespaces: Namespace): Promise<void> {
  await i18next.loadNamespaces(namespaces as string | string[]);
}
