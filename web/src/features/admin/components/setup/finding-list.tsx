/** Findings of the server about the saved settings of a step. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { Finding } from "../../api/types";
import { useFindingText } from "./use-finding-text";

export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation("setup");
  const words = useFindingText();
  if (findings.length === 0) return null;
  return (
    <div role="status" className="border-t border-line px-4 py-4 sm:px-5">
      <ul aria-label={t("checks")} className="flex flex-col gap-2">
        {findings.map((finding, index) => {
          const Icon = finding.isProblem ? TriangleAlert : CircleCheck;
          return (
            <li
              // Two models may have the same sentence.
              key={`${finding.code} ${index}`}
              className={cn(
                "flex gap-2.5 rounded-md px-3 py-2 text-base",
                finding.isProblem ? "bg-warning-soft text-warning-ink" : "bg-sunken text-ink",
              )}
            >
              <Icon size={17} className="mt-0.5 shrink-0" aria-hidden />
              <span className="min-w-0 break-words">{words(finding)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
