import type { TFunction } from "i18next";

type T = TFunction<"report">;

// The server stores why something is missing as an English sentence; here is each in the catalogue.
const SENTENCES = {
  "The candidate is not heard in this transcript.": "notHeard",
  "What counts as evidence is listed for English only, and this interview is not in English.":
    "notEnglish",
  "What the model wrote was not borne out by the transcript, so it was left out.": "notBorneOut",
  "No answer held enough concrete evidence to rest a strength on.": "noStrengths",
  "There are no findings to sum up.": "nothingToSumUp",
  "There are no findings to rest it on.": "nothingToRestOn",
} as const;

const PART_MISSING = /^A part of it is missing\. (?<reason>.+)$/u;
const LEFT_OUT = /^(?<number>\d+) were left out\. (?<reason>.+)$/u;
const OWN_WORDS_ONLY =
  /^(?<number>\d+) of (?<total>\d+) stand in the candidate's words alone\. (?<reason>.+)$/u;
const TOO_LITTLE =
  /^Too little was said to score: (?<answers>\d+) answers with (?<words>\d+) words \(at least (?<minAnswers>\d+) answers and (?<minWords>\d+) words are needed\)\.$/u;

function isKnown(sentence: string): sentence is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, sentence);
}

/** A stored reason in the language of the screen; one that is not known stays as it was stored. */
export function reasonText(t: T, sentence: string): string {
  if (isKnown(sentence)) return t(`reasons.${SENTENCES[sentence]}`);
  const groups = (pattern: RegExp) => pattern.exec(sentence)?.groups;
  const within = (found: Record<string, string>) => ({
    number: found.number ?? "",
    reason: reasonText(t, found.reason ?? ""),
  });
  const part = groups(PART_MISSING);
  if (part) return t("reasons.partMissing", { reason: within(part).reason });
  const leftOut = groups(LEFT_OUT);
  if (leftOut) return t("reasons.leftOut", within(leftOut));
  const ownWords = groups(OWN_WORDS_ONLY);
  if (ownWords) {
    return t("reasons.ownWordsOnly", { ...within(ownWords), total: ownWords.total ?? "" });
  }
  const { answers, words, minAnswers, minWords } = groups(TOO_LITTLE) ?? {};
  return answers === undefined
    ? sentence
    : t("reasons.tooLittle", {
        answers,
        words: words ?? "",
        minAnswers: minAnswers ?? "",
        minWords: minWords ?? "",
      });
}
