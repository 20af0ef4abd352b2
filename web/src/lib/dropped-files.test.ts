/** Tests of dropped files and folders. */
import { describe, expect, it } from "vitest";

import { droppedFiles, withoutSystemFiles } from "./dropped-files";

function aFile(
  name: string,
): Pick<FileSystemFileEntry, "isFile" | "isDirectory" | "name" | "file"> {
  return {
    isFile: true,
    isDirectory: false,
    name,
    file: (answer) => answer(new File(["text"], name)),
  };
}

function aFolder(name: string, inside: object[], { atOnce = 100 } = {}) {
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      const left = [...inside];
      return {
        readEntries: (answer: (entries: object[]) => void) => answer(left.splice(0, atOnce)),
      };
    },
  };
}

function aDrop(entries: object[], files: File[] = []): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items, files } as unknown as DataTransfer;
}

const names = (files: File[]) => files.map(({ name }) => name);

describe("droppedFiles", () => {
  it("returns files unchanged", async () => {
    const file = new File(["text"], "cv.pdf");
    expect(await droppedFiles(aDrop([aFile("cv.pdf")], [file]))).toEqual([file]);
  });

  it("walks through folders of any size", async () => {
    const folder = aFolder(
      "2026",
      [aFile("c.pdf"), aFile("a.pdf"), aFile(".DS_Store"), aFolder("deep", [aFile("b.pdf")])],
      { atOnce: 2 },
    );
    expect(names(await droppedFiles(aDrop([folder, aFile("z.pdf")])))).toEqual([
      "a.pdf",
      "c.pdf",
      "b.pdf",
      "z.pdf",
    ]);
  });

  it("skips a file that cannot be opened", async () => {
    const gone = {
      ...aFile("gone.pdf"),
      file: (_: unknown, failed: () => void) => failed(),
    };
    expect(names(await droppedFiles(aDrop([aFolder("2026", [gone, aFile("a.pdf")])])))).toEqual([
      "a.pdf",
    ]);
  });
});

describe("withoutSystemFiles", () => {
  it("removes files that only a file manager uses", () => {
    const files = [".DS_Store", "Thumbs.db", "cv.pdf"].map((name) => new File([""], name));
    expect(names(withoutSystemFiles(files))).toEqual(["cv.pdf"]);
  });
});
