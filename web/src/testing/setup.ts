/** Test environment: DOM stand-ins and the English texts. */
import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach } from "vitest";

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

// jsdom has no layout and no media queries; Radix needs both.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
globalThis.ResizeObserver = class {
  observe(): void {
    // No layout, nothing to report.
  }
  unobserve(): void {
    // As above.
  }
  disconnect(): void {
    // As above.
  }
};

// All English catalogs, loaded without a network, so that tests see the real texts.
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
      Object.entries(english).map(([path, catalogue]) => [
        path.replace(/^.*\/|\.json$/gu, ""),
        catalogue,
      ]),
    ),
  },
});
