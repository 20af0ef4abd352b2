/** Modal dialog with title, scrolling content and a fixed footer. */
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useFocusReturn } from "@/hooks/use-focus-return";
import { cn } from "@/lib/cn";

import { IconButton } from "./icon-button";

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-4xl" };

/** An element with `data-autofocus` gets the initial focus; otherwise the first control. */
function focusFirst(event: Event) {
  const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>("[data-autofocus]");
  if (!first) return;
  event.preventDefault();
  first.focus();
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** The row of buttons; it stays visible while the content scrolls. */
  footer?: ReactNode;
  width?: keyof typeof WIDTHS;
  /** `top` if messages come and go, so that controls do not move under the pointer. */
  align?: "center" | "top";
  /** False while work is running that an accidental click must not discard. */
  dismissible?: boolean;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = "md",
  align = "center",
  dismissible = true,
}: DialogProps) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  const guard = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            focusFirst(event);
          }}
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          onEscapeKeyDown={guard}
          onPointerDownOutside={guard}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "fixed z-40 flex max-h-[92dvh] w-full animate-rise flex-col rounded-xl bg-surface shadow-dialog outline-none",
            "inset-x-0 bottom-0 max-sm:rounded-b-none sm:inset-0 sm:m-auto sm:h-fit",
            align === "top" && "sm:mt-[4dvh]",
            WIDTHS[width],
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-5 pb-3">
            <div className="min-w-0 grow">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-1 text-base text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            {dismissible && (
              <Primitive.Close asChild>
                <IconButton
                  label={t("close")}
                  icon={X}
                  size="sm"
                  tooltip={false}
                  className="-mr-1.5"
                />
              </Primitive.Close>
            )}
          </header>
          <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
