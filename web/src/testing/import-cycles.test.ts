/** Test that modules do not import each other in cycles. */
import { expect, it } from "vitest";

// In place of ESLint's import-x/no-cycle, which skips type-only imports and takes far longer.
const sources = import.meta.glob<string>("/src/**/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The module that `importer` imports; null for a package or an asset. */
function resolveImport(importer: string, specifier: string): string | null {
  if (!specifier.startsWith("@/") && !specifier.startsWith(".")) return null;
  const { pathname } = new URL(specifier.replace(/^@\//u, "/src/"), `file://${importer}`);
  return [`${pathname}.ts`, `${pathname}.tsx`].find((path) => path in sources) ?? null;
}

const imports = new Map(
  Object.entries(sources).map(([path, source]) => {
    const specifiers = source.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(?<name>[^"]+)";/gmu);
    const found = [...specifiers].map(({ groups }) => resolveImport(path, groups?.name ?? ""));
    return [path, found.filter((one) => one !== null)] as const;
  }),
);

/** The first cycle found from `path` on, as the modules along it. */
function findCycle(path: string, trail: string[], finished: Set<string>): string[] | null {
  if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
  if (finished.has(path)) return null;
  for (const next of imports.get(path) ?? []) {
    const cycle = findCycle(next, [...trail, path], finished);
    if (cycle) return cycle;
  }
  finished.add(path);
  return null;
}

it("has no import cycles, type-only imports included", () => {
  expect(imports.get("/src/main.tsx")).toContain("/src/app/app.tsx");
  const finished = new Set<string>();
  for (const path of imports.keys()) expect(findCycle(path, [], finished)).toBeNull();
});
