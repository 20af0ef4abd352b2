/** Tests of the sections and tables of a document. */
import { describe, expect, it } from "vitest";

import { anchorOf, findSections, splitBlocks, splitSections } from "./sections";

const DOCUMENTS = import.meta.glob<string>("../../../../../docs/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const DOCUMENT = `# Title

Intro.

## First part

Text.

\`\`\`sh
## no heading
| no | table |
|---|---|
\`\`\`

### Detail of \`it\`

| Name | Meaning |
|---|---|
| \`a\\|b\` | One of *two* |
| c | |

After.

## First part
`;

describe("splitSections", () => {
  it("splits at headings, but not within code", () => {
    const sections = splitSections(DOCUMENT);
    expect(sections.map(({ id, title, level }) => [id, title, level])).toEqual([
      ["", "", 2],
      ["first-part", "First part", 2],
      ["detail-of-it", "Detail of it", 3],
      ["first-part-1", "First part", 2],
    ]);
    expect(sections[1]!.markdown).toContain("## no heading");
  });

  it("finds the sections that contain a text in any case", () => {
    const found = findSections(splitSections(DOCUMENT), " MEANING ");
    expect(found.map(({ id }) => id)).toEqual(["detail-of-it"]);
    expect(findSections(splitSections(DOCUMENT), " ")).toHaveLength(4);
  });
});

describe("splitBlocks", () => {
  it("separates tables from the text around them", () => {
    expect(splitBlocks(splitSections(DOCUMENT)[2]!.markdown)).toEqual([
      {
        kind: "table",
        head: ["Name", "Meaning"],
        rows: [
          ["`a|b`", "One of *two*"],
          ["c", ""],
        ],
      },
      { kind: "text", markdown: "\nAfter.\n\n" },
    ]);
  });

  it("leaves a table within code alone", () => {
    expect(splitBlocks(splitSections(DOCUMENT)[1]!.markdown).map(({ kind }) => kind)).toEqual([
      "text",
    ]);
  });
});

describe("the documents of the product", () => {
  it("are found", () => {
    expect(Object.keys(DOCUMENTS).length).toBeGreaterThan(3);
  });

  it.each(Object.entries(DOCUMENTS))("%s: tables and links within are complete", (_, markdown) => {
    const sections = splitSections(markdown);
    const ids = new Set(sections.map(({ id }) => id));
    for (const block of sections.flatMap((section) => splitBlocks(section.markdown))) {
      if (block.kind === "table") {
        for (const row of block.rows) expect(row, row[0]).toHaveLength(block.head.length);
      }
    }
    for (const [, anchor] of markdown.matchAll(/\]\(#([^)\s]+)\)/gu)) {
      expect(ids, anchor).toContain(anchor);
    }
  });

  it("makes the same anchors as the pages that show Markdown", () => {
    expect(anchorOf("ASVS 5.0, level 2")).toBe("asvs-50-level-2");
  });
});
