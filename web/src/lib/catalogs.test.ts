/** Tests of the text catalogs: equal keys and placeholders in every language. */
import { describe, expect, it } from "vitest";

import { LANGUAGES } from "./i18n";

interface Catalog {
  [key: string]: string | Catalog;
}

const files = import.meta.glob<Catalog>("../locales/*/*.json", {
  eager: true,
  import: "default",
});
const names = Object.keys(files)
  .filter((path) => path.startsWith("../locales/en/"))
  .map((path) => path.replace(/^.*\/|\.json$/gu, ""));

/** All texts by key; plural forms share one key, because languages differ in them. */
function sentences(catalog: Catalog, prefix = ""): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of Object.entries(catalog)) {
    const entries: [string, string[]][] =
      typeof value === "string"
        ? [[prefix + key.replace(/_(zero|one|two|few|many|other)$/u, ""), [value]]]
        : [...sentences(value, `${prefix}${key}.`)];
    for (const [name, texts] of entries) found.set(name, [...(found.get(name) ?? []), ...texts]);
  }
  return found;
}

/** What must not be in a text of a language: a sign without the space that keeps it on its line, or a straight quote. */
const MISPRINTS: Partial<Record<(typeof LANGUAGES)[number], RegExp>> = {
  de: / …|\.\.\.|["'”]|\b[dzku]\. [aBhA]\./u,
  fr: / [:;?!»]|« |[^\s:/]:(?=\s|$)|[\p{L}\d}][;?!»]|\.\.\.|["'“]|\d \d{3}/u,
};

function placeholders(texts: string[]): string[] {
  const found = texts.flatMap((text) => text.match(/\{\{\s*[\w.]+|<\/?\w+>/gu) ?? []);
  return [...new Set(found.map((match) => match.replace(/\s/gu, "")))].sort();
}

it("translates the same error codes into every language except English", () => {
  const codes = LANGUAGES.map((language) => {
    const catalog = files[`../locales/${language}/errors.json`];
    return catalog && Object.keys(catalog).sort();
  });
  const [english, german, french] = codes;
  expect(english).toBeUndefined();
  expect(french).toEqual(german);
});

describe.each(LANGUAGES.filter((language) => language !== "en"))("catalogs in %s", (language) => {
  it("have the spaces and quotation marks of the language", () => {
    const found = Object.entries(files)
      .filter(([path]) => path.startsWith(`../locales/${language}/`))
      .flatMap(([path, catalog]) =>
        [...sentences(catalog)].map(([key, texts]) => [`${path} ${key}`, texts.join("\n")]),
      )
      .filter(([, text]) => MISPRINTS[language]?.test(text!));
    expect(found).toEqual([]);
  });

  it.each(names)("%s has the keys and placeholders of English", (name) => {
    const english = sentences(files[`../locales/en/${name}.json`]!);
    const translated = sentences(files[`../locales/${language}/${name}.json`] ?? {});
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, texts] of translated) {
      expect(
        texts.every((text) => text.trim() !== ""),
        key,
      ).toBe(true);
      // A plural form may spell out the count.
      const without = (list: string[]) => list.filter((entry) => entry !== "{{count");
      expect(without(placeholders(texts)), key).toEqual(
        without(placeholders(english.get(key) ?? [])),
      );
    }
  });
});
