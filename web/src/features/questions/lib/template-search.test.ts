/** Tests of the search in question templates. */
import { expect, it } from "vitest";

import type { QuestionTemplate } from "@/api/question-templates";

import { searchTemplates } from "./template-search";

const template = (name: string, ownerName: string, question: string): QuestionTemplate => ({
  _id: name,
  name,
  ownerName,
  isOwn: false,
  isShared: true,
  questions: [{ question, category: "technical", estimatedTime: 5, restsOnCv: false }],
  updatedAt: "2026-11-01T09:00:00Z",
});

it("finds templates whose name, owner or questions contain every word", () => {
  const all = [
    template("Backend", "Alice", "How does a ledger balance?"),
    template("Sales", "Bob", "Whom did you win over?"),
  ];
  const names = (query: string) => searchTemplates(all, query).map(({ name }) => name);
  expect(names("")).toEqual(["Backend", "Sales"]);
  expect(names("LEDGER alice")).toEqual(["Backend"]);
  expect(names("ledger bob")).toEqual([]);
});
