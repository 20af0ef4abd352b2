/** Tests of the names of languages. */
import { expect, it } from "vitest";

import { languageName } from "./language-name";

it.each([
  ["de", "en", "German"],
  ["de", "fr", "Allemand"],
  ["jw", "en", "Javanese"],
  ["yue", "en", "Cantonese"],
])("names %s in %s", (code, locale, name) => {
  expect(languageName(code, locale)).toBe(name);
});
