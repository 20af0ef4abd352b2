/** Tests of the words for why an engine does not work. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { LANGUAGES } from "@/lib/i18n";
import de from "@/locales/de/admin.json";
import en from "@/locales/en/admin.json";
import fr from "@/locales/fr/admin.json";

import type { EngineProblem } from "../api/types";
import { ENGINE_PROBLEMS, problemText } from "./engine-problems";

const words = { en, de, fr };

/** Parameters that the server sends, as models/engine_problems.py documents them. */
const PARAMS: Partial<Record<EngineProblem["code"], EngineProblem["params"]>> = {
  model_missing: { model: "qwen" },
  model_unknown: { model: "qwen" },
  weights_not_found: { model: "/srv/qwen.gguf" },
  model_unreadable: { model: "qwen" },
  model_damaged: { model: "qwen" },
  model_wrong_kind: { model: "qwen" },
  package_missing: { requirement: "transcribe-cpp" },
  model_too_large: { model: "qwen", needed_gb: 8, available_gb: 4 },
  judge_missing: { path: "/srv/judge.safetensors" },
  model_unusable: { model: "qwen" },
  loading_timeout: { seconds: 300 },
  worker_ended: { status: 1 },
  worker_crashed: { signal: "SIGSEGV" },
  remote_internal: { host: "models.internal" },
  remote_key_refused: { status: 401 },
  remote_not_found: { status: 404 },
  remote_refused: { status: 500 },
};

describe.each(LANGUAGES)("problems of engines in %s", (language) => {
  const codes = Object.keys(ENGINE_PROBLEMS) as EngineProblem["code"][];

  it("have words, and there are no other words", () => {
    expect(Object.keys(words[language].models.problems).sort()).toEqual([...codes].sort());
  });

  it.each(codes)("%s is a sentence with all of its values", async (code) => {
    const i18n = i18next.createInstance();
    await i18n.init({
      lng: language,
      resources: { [language]: { admin: words[language] } },
      interpolation: { escapeValue: false },
    });
    const params = PARAMS[code] ?? {};
    const text = problemText(i18n.getFixedT(language, "admin"), {
      code,
      params,
      technicalText: "",
    });
    expect(text).not.toContain("models.problems");
    expect(text).not.toMatch(/[{}]/u);
    for (const value of Object.values(params)) expect(text).toContain(String(value));
  });
});
