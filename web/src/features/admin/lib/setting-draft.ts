import type { Setting } from "../api/types";

/** What an admin has done to one setting and not saved: a new input, or back to the default. */
export type SettingDraft = { kind: "input"; input: string | boolean } | { kind: "reset" };
export type SettingDrafts = Readonly<Record<string, SettingDraft>>;

export type InputProblem = "number" | "json";
type Parsed = { value: unknown } | { problem: InputProblem };

function toText(setting: Setting, value: unknown): string | boolean {
  if (setting.kind === "boolean") return value === true;
  if (value === null || value === undefined) return "";
  if (setting.kind === "json") return JSON.stringify(value, null, 2);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the control shows: the draft where there is one, else what holds. A secret is never shown. */
export function toInput(setting: Setting, draft: SettingDraft | undefined): string | boolean {
  if (draft?.kind === "input") return draft.input;
  if (setting.kind === "secret") return "";
  return toText(setting, draft?.kind === "reset" ? setting.defaultValue : setting.value);
}

/** The draft after an input; undefined where it says what holds anyway. */
export function toDraft(setting: Setting, input: string | boolean): SettingDraft | undefined {
  return input === toInput(setting, undefined) ? undefined : { kind: "input", input };
}

/** The value as the server takes it; null, for an emptied field too, goes back to the default. */
export function parseDraft(setting: Setting, draft: SettingDraft): Parsed {
  if (draft.kind === "reset") return { value: null };
  const { input } = draft;
  if (typeof input === "boolean") return { value: input };
  const text = setting.kind === "secret" ? input : input.trim();
  if (text === "") return { value: null };
  switch (setting.kind) {
    case "number": {
      const number = Number(text);
      return Number.isFinite(number) ? { value: number } : { problem: "number" };
    }
    case "json":
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { problem: "json" };
      }
    case "multiline":
      // Its own line breaks and spaces are the writer's.
      return { value: input };
    case "text":
    case "boolean":
    case "choice":
    case "secret":
    case "color":
      return { value: text };
  }
}

export interface Changes {
  values: Record<string, unknown>;
  problems: Record<string, InputProblem>;
}

/** What is to be sent for `settings`, and what cannot be. */
export function collectChanges(settings: readonly Setting[], drafts: SettingDrafts): Changes {
  const changes: Changes = { values: {}, problems: {} };
  for (const setting of settings) {
    const draft = drafts[setting.key];
    if (!draft) continue;
    const parsed = parseDraft(setting, draft);
    if ("problem" in parsed) changes.problems[setting.key] = parsed.problem;
    else changes.values[setting.key] = parsed.value;
  }
  return changes;
}

export function withoutDrafts(drafts: SettingDrafts, keys: readonly string[]): SettingDrafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.includes(key)));
}

/** The server's word on one setting; its path may go on into a list or object. */
export function problemOfSetting(
  fields: readonly { path: string; message: string }[],
  key: string,
): string | undefined {
  return fields.find((field) => field.path.split(".").includes(key))?.message;
}
