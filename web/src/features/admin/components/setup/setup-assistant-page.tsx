/** Setup after the first account: one page a step, in any order, left and resumed at any time. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate, useParams } from "react-router";

import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/config/paths";

import { settingsQuery } from "../../api/settings";
import { setupQuery, useRecordStep } from "../../api/setup";
import type { SettingsResponse, Setup } from "../../api/types";
import { ListSkeleton } from "../list-skeleton";
import { DemoStep } from "./demo-step";
import { FinishStep } from "./finish-step";
import { SettingsStep } from "./settings-step";
import { StepList } from "./step-list";
import { isPage, nextPage, PAGES, type PageKey } from "./step-names";

interface AssistantProps {
  page: PageKey;
  setup: Setup;
  settings: SettingsResponse;
}

function Assistant({ page, setup, settings }: AssistantProps) {
  const { t } = useTranslation("setup");
  const navigate = useNavigate();
  const finish = useRecordStep();
  const end = () =>
    finish.mutate(
      { step: "finish", outcome: "done" },
      { onSuccess: () => void navigate(paths.interviews) },
    );
  const goOn = () => void navigate(paths.adminSetup.to(nextPage(page)));
  const step = setup.steps.find((one) => one.key === page);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          page !== "finish" && (
            <Button busy={finish.isPending} onClick={end}>
              {t("finish")}
            </Button>
          )
        }
      />
      <div className="grid max-w-6xl gap-3 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <StepList current={page} steps={setup.steps} />
        {page === "demo" ? (
          <DemoStep isDone={step?.outcome === "done"} onDone={goOn} />
        ) : page === "finish" ? (
          <FinishStep
            steps={setup.steps}
            busy={finish.isPending}
            error={finish.error}
            onFinish={end}
          />
        ) : (
          step && (
            <SettingsStep key={page} page={page} step={step} settings={settings} onDone={goOn} />
          )
        )}
      </div>
    </div>
  );
}

export function SetupAssistantPage() {
  const { t } = useTranslation("setup");
  const { step } = useParams();
  const setup = useQuery(setupQuery);
  const settings = useQuery(settingsQuery);
  if (setup.data && settings.data) {
    if (isPage(step)) return <Assistant page={step} setup={setup.data} settings={settings.data} />;
    const outcomes = new Map(setup.data.steps.map((one) => [one.key, one.outcome]));
    const open = PAGES.find((page) => outcomes.get(page) === null) ?? "finish";
    return <Navigate to={paths.adminSetup.to(open)} replace />;
  }
  const failed = setup.isError ? setup : settings;
  return failed.isError ? (
    <ErrorState
      title={t("errorTitle")}
      error={failed.error}
      retrying={failed.isFetching}
      onRetry={() => void failed.refetch()}
      className="rounded-lg border border-line bg-surface"
    />
  ) : (
    <ListSkeleton label={t("loading")} />
  );
}
