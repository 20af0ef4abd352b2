import i18next from "i18next";
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
const EVERYWHERE = ["common"];
/** English has no `errors` catalogue: the server's own sentences are English. */
const errorsIn = (language: string) => (language === FALLBACK ? [] : ["errors"]);

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

/** A part of the catalogues that did not come: the server is away, or a newer client is there. */
export class CatalogueMissing extends Error {
  constructor(namespaces: readonly string[]) {
    super(`These catalogues could not be loaded: ${namespaces.join(", ")}`);
    this.name = "CatalogueMissing";
  }
}

/** i18next itself shows keys in the place of sentences. Raises CatalogueMissing instead. */
function requireCatalogues(language: string, namespaces: readonly string[]): void {
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  if (missing.length > 0) throw new CatalogueMissing(missing);
}

/** Raises CatalogueMissing. */
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
      lng: language,
      // English comes along only where it is the language: the catalogues are complete (a test holds that).
      fallbackLng: false,
      ns: EVERYWHERE,
      defaultNS: "common",
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
  requireCatalogues(language, EVERYWHERE);
  showLanguage(i18next.language);
  i18next.on("languageChanged", showLanguage);
}

/**
 * Chooses the language of the screens; null follows the browser again. Where its catalogues cannot
 * be loaded now, the screens stay as they are until the next start.
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
 * Has the catalogues of a page at hand before the page is drawn. Raises CatalogueMissing.
 * `asksServer` is false for a page whose first load needs no sentence of the server.
 */
export async function loadCatalogues(
  namespaces: readonly string[],
  { asksServer = true } = {},
): Promise<void> {
  const wanted = [...namespaces, ...(asksServer ? errorsIn(i18next.language) : [])];
  await i18next.loadNamespaces(wanted);
  requireCatalogues(i18next.language, wanted);
}
