/** AI Sense tab of the recruiter room: insights from the conversation so far. */
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/spinner";
import { Switch } from "@/components/ui/switch";
import { formatTime } from "@/lib/format";

import type { AiSense } from "../hooks/use-ai-sense";
import { AiSenseSections } from "./ai-sense-sections";

interface AiSensePaneProps {
  sense: AiSense;
  candidateName: string;
  /** Controls of administrators, below everything else. */
  debugControls: ReactNode;
}

export function AiSensePane({ sense, candidateName, debugControls }: AiSensePaneProps) {
  const { t } = useTranslation("rooms");
  const { insights } = sense;
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Switch checked={sense.isOn} onChange={sense.setOn} aria-label={t("sense.label")} />
        <p className="min-w-0 grow basis-64 text-sm text-muted">{t("sense.hint")}</p>
        <p role="status" className="flex items-center gap-2 text-sm text-muted tabular-nums">
          {sense.isOn && sense.isAnalyzing ? (
            <>
              <Spinner />
              {t("sense.analyzing")}
            </>
          ) : (
            insights !== null && t("sense.updated", { time: formatTime(insights.readAt) })
          )}
        </p>
      </div>
      <AiSenseContent sense={sense} candidateName={candidateName} />
      {debugControls}
    </div>
  );
}

function AiSenseContent({ sense, candidateName }: { sense: AiSense; candidateName: string }) {
  const { t } = useTranslation("rooms");
  const { insights, waitingFor, error, isOn } = sense;
  if (waitingFor !== null) {
    return (
      <EmptyState
        icon={Sparkles}
        title={t(
          waitingFor === "interview" ? "sense.waitingInterview" : "sense.waitingConversation",
        )}
      />
    );
  }
  if (error !== null) {
    return (
      <ErrorState
        title={t("sense.failed")}
        error={error}
        message={errorText(error, t("sense.failedText"))}
        retryLabel={t("sense.tryAgain")}
        retrying={sense.isAnalyzing}
        onRetry={sense.retry}
      />
    );
  }
  if (insights === null) {
    return <EmptyState icon={Sparkles} title={t(isOn ? "sense.analyzing" : "sense.off")} />;
  }
  if (!insights.isLanguageKnown) {
    return <EmptyState icon={Sparkles} title={t("sense.unknownLanguage")} />;
  }
  return <AiSenseSections insights={insights} candidateName={candidateName} />;
}
