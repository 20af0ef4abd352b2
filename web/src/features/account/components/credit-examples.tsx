/** Expandable list of example interview lengths and their cost in credits. */
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";

import { formatElapsed } from "@/lib/format";

import { creditsFor, EXAMPLE_SECONDS } from "../lib/credit-rule";

export function CreditExamples() {
  const { t } = useTranslation("account");
  return (
    <details className="group mt-2">
      <summary className="touch-target inline-flex list-none items-center gap-1 rounded-sm font-medium text-accent-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={15}
          aria-hidden
          className="transition-transform duration-100 group-open:rotate-90"
        />
        {t("credits.examples")}
      </summary>
      <table className="mt-2 w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-1.5 font-medium">
              {t("credits.length")}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t("credits.cost")}
            </th>
          </tr>
        </thead>
        <tbody>
          {EXAMPLE_SECONDS.map((seconds) => (
            <tr key={seconds} className="border-b border-line last:border-b-0">
              <td className="py-1.5 font-mono text-ink tabular-nums">{formatElapsed(seconds)}</td>
              <td className="py-1.5 text-right text-ink">
                {t("credits.count", { count: creditsFor(seconds) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
