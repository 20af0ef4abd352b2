/** Tests of the words for why an email was not sent. */
import i18next from "i18next";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LANGUAGES } from "@/lib/i18n";
import de from "@/locales/de/common.json";
import en from "@/locales/en/common.json";
import fr from "@/locales/fr/common.json";

import { EMAIL_PROBLEMS, emailFailureText } from "./email-failures";

const words = { en, de, fr };
const WITH_SERVER_TEXT = new Set(["login_refused", "refused", "other"]);

describe.each(LANGUAGES)("failures of emails in %s", (language) => {
  beforeAll(async () => {
    i18next.addResourceBundle(language, "common", words[language]);
    await i18next.changeLanguage(language);
  });
  afterAll(async () => {
    await i18next.changeLanguage("en");
  });

  it("have words, and there are no other words", () => {
    expect(Object.keys(words[language].emailProblems).sort()).toEqual([...EMAIL_PROBLEMS].sort());
  });

  it.each(EMAIL_PROBLEMS)(
    "%s is a sentence, with the server's text where there is one",
    (problem) => {
      const serverText = "554 5.7.1 <cara@mail.example>";
      const text = emailFailureText({ problem, serverText });
      expect(text).not.toContain("emailProblems");
      expect(text).not.toMatch(/[{}]/u);
      expect(text.includes(serverText)).toBe(WITH_SERVER_TEXT.has(problem));
    },
  );
});
