/** A Markdown document as sections with headings, each split into tables and other text. */

export interface ManualSection {
  /** Empty for the text before the first heading. */
  id: string;
  title: string;
  /** 2 or 3. */
  level: number;
  /** Everything below the heading, down to the next one. */
  markdown: string;
}

export type Block =
  { kind: "text"; markdown: string } | { kind: "table"; head: string[]; rows: string[][] };

const FENCE = "```";

/** Splits a document at its headings of level 2 and 3; its title is left out. */
export function splitSections(markdown: string): ManualSection[] {
  const ids = new Map<string, number>();
  let current: ManualSection = { id: "", title: "", level: 2, markdown: "" };
  const sections = [current];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.trimStart().startsWith(FENCE)) isCode = !isCode;
    const level = isCode ? 0 : headingLevel(line);
    if (level === 1) continue;
    if (level === 2 || level === 3) {
      const title = plain(line.slice(level + 1));
      current = { id: unique(anchorOf(title), ids), title, level, markdown: "" };
      sections.push(current);
    } else {
      current.markdown += `${line}\n`;
    }
  }
  return sections.filter((section) => section.id !== "" || section.markdown.trim() !== "");
}

/** The sections that contain a text, in any case; all without one. */
export function findSections(
  sections: readonly ManualSection[],
  search: string,
): readonly ManualSection[] {
  const needle = search.trim().toLocaleLowerCase("en");
  if (needle === "") return sections;
  return sections.filter(({ title, markdown }) =>
    `${title}\n${markdown}`.toLocaleLowerCase("en").includes(needle),
  );
}

/** Splits the text of a section into its tables and what is between them. */
export function splitBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  let text: string[] = [];
  let isCode = false;
  const endText = () => {
    if (text.some((line) => line.trim() !== "")) {
      blocks.push({ kind: "text", markdown: text.join("\n") });
    }
    text = [];
  };
  let rows: string[][] | null = null;
  for (const [index, line] of lines.entries()) {
    if (rows !== null && isRow(line)) {
      if (!isDelimiter(line)) rows.push(splitCells(line));
      continue;
    }
    rows = null;
    if (line.trimStart().startsWith(FENCE)) isCode = !isCode;
    if (isCode || !isRow(line) || !isDelimiter(lines[index + 1])) {
      text.push(line);
      continue;
    }
    endText();
    rows = [];
    blocks.push({ kind: "table", head: splitCells(line), rows });
  }
  endText();
  return blocks;
}

/** The part of a page's address that leads to a heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/gu, "-");
}

function headingLevel(line: string): number {
  const level = line.indexOf(" ");
  return level >= 1 && level <= 6 && line.startsWith("#".repeat(level)) ? level : 0;
}

/** A title without the marks of code and emphasis. */
function plain(title: string): string {
  return title.replaceAll(/[`*]/gu, "").trim();
}

function unique(anchor: string, seen: Map<string, number>): string {
  const count = seen.get(anchor) ?? 0;
  seen.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

function isRow(line: string): boolean {
  return line.startsWith("|");
}

function isDelimiter(line: string | undefined): boolean {
  return (
    line !== undefined && isRow(line) && splitCells(line).every((cell) => /^:?-+:?$/u.test(cell))
  );
}

function splitCells(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  for (let index = 1; index < line.length; index += 1) {
    if (line[index] === "\\" && line[index + 1] === "|") {
      cell += "|";
      index += 1;
    } else if (line[index] === "|") {
      cells.push(cell.trim());
      cell = "";
    } else {
      cell += line.charAt(index);
    }
  }
  if (cell.trim() !== "") cells.push(cell.trim());
  return cells;
}
