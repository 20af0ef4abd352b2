/** Button that deletes a record after a confirmation. Disabled while interviews depend on it. */
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast-context";
import { Tooltip } from "@/components/ui/tooltip";
import { type DeletedRecord, useDeleteRecord } from "@/hooks/use-record-changes";
import { cn } from "@/lib/cn";

interface DeleteRecordProps {
  records: DeletedRecord;
  recordId: string;
  /** Name of a candidate, title of a job description. */
  name: string;
  /** Interviews that must be deleted first. */
  interviewCount: number;
  words: { consequence: string; done: string; failed: string };
  onDeleted?: (() => void) | undefined;
}

export function DeleteRecord(props: DeleteRecordProps) {
  const { records, recordId, name, interviewCount, words } = props;
  const { t } = useTranslation("records");
  const toast = useToast();
  const remove = useDeleteRecord(records);
  const [isAsking, setIsAsking] = useState(false);
  const isBlocked = interviewCount > 0;
  const label = t("deletion.label", { name });
  const close = () => {
    setIsAsking(false);
    remove.reset();
  };
  return (
    <>
      <Tooltip text={isBlocked ? t("deletion.blocked", { count: interviewCount }) : label}>
        <IconButton
          label={label}
          icon={Trash2}
          tooltip={false}
          className={cn("text-muted", !isBlocked && "hover:bg-danger-soft hover:text-danger-ink")}
          // Not `disabled`: the button stays focusable, so that the reason can be read.
          aria-disabled={isBlocked || undefined}
          onClick={() => {
            if (!isBlocked) setIsAsking(true);
          }}
        />
      </Tooltip>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => !open && close()}
        title={t("deletion.question", { name })}
        confirmLabel={t("deletion.confirm")}
        busyLabel={t("deletion.busy")}
        busy={remove.isPending}
        error={remove.isError ? words.failed : null}
        onConfirm={() =>
          remove.mutate(recordId, {
            onSuccess: () => {
              close();
              toast.show(words.done);
              props.onDeleted?.();
            },
          })
        }
      >
        {words.consequence}
      </ConfirmDialog>
    </>
  );
}
