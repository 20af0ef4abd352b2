/** The files of the client import each other without circles, types included. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const IMPORT = /^(?:import|export)\b[^"';]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"/gmu;
const ENDINGS = ["", ".ts", ".tsx"];

type Graph = ReadonlyMap<string, readonly string[]>;

function readImports(file: string): string[] {
  const specifiers = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(
    ([, named, bare]) => named ?? bare ?? "",
  );
  return specifiers.flatMap((specifier) => {
    const base = specifier.startsWith("@/")
      ? join(ROOT, specifier.slice(2))
      : resolve(dirname(file), specifier);
    if (!specifier.startsWith("@/") && !specifier.startsWith(".")) return [];
    const found = ENDINGS.map((ending) => base + ending).find(
      (path) => existsSync(path) && statSync(path).isFile(),
    );
    return found === undefined ? [] : [found];
  });
}

function readGraph(): Graph {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join(ROOT, name));
  return new Map(files.map((file) => [file, readImports(file)]));
}

/** A circle, from its first file back to it; null if there is none. */
function findCircle(graph: Graph): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return null;
}

it("finds a circle", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", []],
    ["d", ["b"]],
  ]);
  expect(findCircle(graph)).toEqual(["b", "d", "b"]);
});

it("has none", () => {
  const graph = readGraph();
  expect(graph.size).toBeGreaterThan(500);
  expect(findCircle(graph)).toBeNull();
});
