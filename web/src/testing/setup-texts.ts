/** Setup of all tests: the English texts, as the browser shows them. */

import i18next from "i18next";
import { initReactI18next } from "react-i18next";

// All catalogs at once, without requests.
const english = import.meta.glob<Record<string, unknown>>("../locales/en/*.json", {
  eager: true,
  import: "default",
});
await i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: false,
  defaultNS: "common",
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
  resources: {
    en: Object.fromEntries(
      Object.entries(english).map(([path, catalog]) => [
        path.replace(/^.*\/|\.json$/gu, ""),
        catalog,
      ]),
    ),
  },
});
