/** Progress of all files: done, elapsed time, remaining. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { Progress } from "@/components/ui/progress";
import { formatElapsed } from "@/lib/format";

import { getPercent, type Upload, type UploadSummary } from "../lib/uploads";

interface OverallProgressProps {
  uploads: readonly Upload[];
  summary: UploadSummary;
  startedAt: number | null;
}

export function OverallProgress({ uploads, summary, startedAt }: OverallProgressProps) {
  const { t } = useTranslation("bulk");
  const { total, settled, unsent, reading } = summary;
  if (settled === total || startedAt === null) return null;
  const share = uploads.reduce((sum, upload) => sum + getPercent(upload), 0) / (100 * total);
  const queued = [
    unsent > 0 && t("overall.unsent", { count: unsent }),
    reading > 0 && t("overall.reading", { count: reading }),
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums">
        <span className="font-medium">{t("overall.done", { done: settled, total })}</span>
        <span className="text-muted max-sm:order-1 max-sm:basis-full">{queued.join(" · ")}</span>
        <Elapsed since={startedAt} />
      </p>
      <Progress share={share} label={t("overall.label")} />
      <p className="text-sm text-muted">
        {t(unsent > 0 ? "overall.keepOpen" : "overall.mayLeave")}
      </p>
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const { t } = useTranslation("bulk");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="ml-auto text-muted">
      <span className="sr-only">{t("overall.elapsed")} </span>
      <span className="font-mono">{formatElapsed((now - since) / 1000)}</span>
    </span>
  );
}
