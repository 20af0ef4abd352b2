/** Delete button of a record, with its confirmation dialog. */
import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";

interface DeleteRecordProps {
  /** Names the button and what it deletes. */
  label: string;
  /** Why the record cannot be deleted; null if it can. The button stays focusable to show it. */
  reason: string | null;
  question: string;
  consequence: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  failure: string | null;
  isDeleting: boolean;
  onConfirm: (close: () => void) => void;
  onClose: () => void;
}

export function DeleteRecord(props: DeleteRecordProps) {
  const { label, reason } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    setIsAsking(false);
    props.onClose();
  };
  return (
    <>
      <Tooltip text={reason ?? label}>
        <IconButton
          label={label}
          icon={Trash2}
          tooltip={false}
          className={cn(
            "text-muted",
            reason === null && "hover:bg-danger-soft hover:text-danger-ink",
          )}
          aria-disabled={reason !== null || undefined}
          onClick={() => {
            if (reason === null) setIsAsking(true);
          }}
        />
      </Tooltip>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => !open && close()}
        title={props.question}
        confirmLabel={props.confirmLabel}
        busyLabel={props.busyLabel}
        busy={props.isDeleting}
        error={props.failure}
        onConfirm={() => props.onConfirm(close)}
      >
        {props.consequence}
      </ConfirmDialog>
    </>
  );
}
