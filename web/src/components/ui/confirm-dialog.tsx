/** Dialog that confirms an action before it runs. */
import { AlertDialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useFocusReturn } from "@/hooks/use-focus-return";

import { Button } from "./button";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Question that names the object: 'Delete the interview with Cara Diaz?'. */
  title: string;
  children: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  tone?: "danger" | "primary";
  busy?: boolean;
  /** Error message if the action failed; the dialog stays open. */
  error?: string | null;
  onConfirm: () => void;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  busyLabel = confirmLabel,
  cancelLabel,
  tone = "danger",
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
        <Primitive.Content
          {...focusReturn}
          className="fixed inset-0 z-50 m-auto h-fit w-[calc(100%-2rem)] max-w-md animate-rise rounded-xl bg-surface p-5 shadow-dialog outline-none"
        >
          <Primitive.Title className="text-lg font-semibold break-words">{title}</Primitive.Title>
          <Primitive.Description asChild>
            <div className="mt-2 text-base text-muted">{children}</div>
          </Primitive.Description>
          {error && (
            <p role="alert" className="mt-3 rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
              {error}
            </p>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Primitive.Cancel asChild>
              <Button disabled={busy}>{cancelLabel ?? t("cancel")}</Button>
            </Primitive.Cancel>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {busy ? busyLabel : confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
