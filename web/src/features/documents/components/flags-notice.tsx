/** Warnings about a document, with excerpts. */
import { TriangleAlert } from "lucide-react";
import { use } from "react";
import { useTranslation } from "react-i18next";

import { EvidenceContext } from "@/components/evidence-context";

import type { DocumentFlag } from "../api/types";

const SENTENCES = ["hidden_text", "instructions", "other_person", "second_cv"] as const;

export function FlagsNotice({ flags }: { flags: readonly DocumentFlag[] }) {
  const { t } = useTranslation("documents");
  const evidence = use(EvidenceContext);
  if (flags.length === 0) return null;
  const kinds = [...new Set(flags.map(({ kind }) => kind))];
  return (
    <section
      aria-label={t("flags.label")}
      className="flex gap-3 rounded-lg bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <TriangleAlert size={17} className="mt-0.5 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-col gap-2.5">
        {kinds.map((kind) => (
          <div key={kind}>
            <p>{t(`flags.${SENTENCES.find((known) => known === kind) ?? "other"}`)}</p>
            <ul className="mt-1 flex flex-col gap-1">
              {flags
                .filter((flag) => flag.kind === kind)
                .map((flag) => (
                  <li key={`${flag.start}-${flag.end}`} className="border-l-2 border-warning pl-2">
                    {evidence === null ? (
                      <q className="break-words">{flag.excerpt}</q>
                    ) : (
                      <button
                        type="button"
                        className="text-left underline decoration-warning decoration-dotted underline-offset-2"
                        onClick={() => evidence.open([flag])}
                      >
                        <q className="break-words">{flag.excerpt}</q>
                      </button>
                    )}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
