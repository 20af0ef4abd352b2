/** Controls of administrators in the recruiter room: demo mode, demo transcript, manual status. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import type { InterviewStatus } from "@/api/types";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";

import { useClearDemo, useSetStatus } from "../api/demo";
import { nextStatus } from "../lib/demo";
import { DemoDialog } from "./demo-dialog";
import { LabeledSwitch } from "./labeled-switch";

interface AdminControlsProps {
  interviewId: string;
  status: InterviewStatus;
  isDemo: boolean;
  onDemoChange: (isOn: boolean) => void;
}

export function AdminControls({ interviewId, status, isDemo, onDemoChange }: AdminControlsProps) {
  const { t } = useTranslation(["rooms", "common"]);
  const setStatus = useSetStatus(interviewId);
  const toast = useToast();
  const next = nextStatus(status);
  return (
    <section
      aria-label={t("demo.controls")}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-2 text-sm"
    >
      <LabeledSwitch label={t("demo.mode")} isOn={isDemo} onChange={onDemoChange} />
      <DemoButtons interviewId={interviewId} />
      {next !== null && (
        <Button
          size="sm"
          variant="ghost"
          busy={setStatus.isPending}
          onClick={() =>
            setStatus.mutate(next, {
              onError: (error) => toast.show(errorText(error, t("demo.statusFailed")), "error"),
            })
          }
        >
          {t("demo.setStatus", { status: t(`common:statuses.interview.${next}`) })}
        </Button>
      )}
    </section>
  );
}

function DemoButtons({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation(["rooms", "common"]);
  const toast = useToast();
  const [open, setOpen] = useState<"generate" | "clear" | null>(null);
  const clear = useClearDemo(interviewId);
  const close = () => {
    setOpen(null);
    clear.reset();
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen("generate")}>
        {t("demo.open")}
      </Button>
      <Button size="sm" onClick={() => setOpen("clear")}>
        {t("demo.clear")}
      </Button>
      <DemoDialog
        interviewId={interviewId}
        open={open === "generate"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "generate" : null)}
        onGenerated={(count) => toast.show(t("demo.generated", { count }))}
      />
      <ConfirmDialog
        open={open === "clear"}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t("demo.clearQuestion")}
        confirmLabel={t("demo.clear")}
        busy={clear.isPending}
        error={clear.error && errorText(clear.error, t("demo.clearFailed"))}
        onConfirm={() =>
          clear.mutate(undefined, {
            onSuccess: ({ removed }) => {
              close();
              toast.show(t("demo.cleared", { count: removed }));
            },
          })
        }
      >
        {t("demo.clearText")}
      </ConfirmDialog>
    </>
  );
}
