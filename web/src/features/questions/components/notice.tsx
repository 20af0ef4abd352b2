/** Message about an outcome, shown until dismissed. */
import { CircleAlert, Info, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { cn } from "@/lib/cn";

interface NoticeProps {
  tone: "info" | "error";
  text: string;
  /** Shows a spinner for something in progress. */
  busy?: boolean;
  action?: { label: string; onClick: () => void } | null;
  /** Omitted if it closes automatically. */
  onDismiss?: () => void;
}

export function Notice({ tone, text, busy = false, action, onDismiss }: NoticeProps) {
  const { t } = useTranslation();
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cn(
        "flex min-h-11 items-center gap-2.5 rounded-lg py-1.5 pr-1.5 pl-3.5",
        tone === "error" ? "bg-danger-soft text-danger-ink" : "bg-info-soft text-info-ink",
      )}
    >
      {busy ? <Spinner size={16} /> : <Icon size={17} className="shrink-0" aria-hidden />}
      <p className="min-w-0 grow break-words">{text}</p>
      {action && (
        <Button size="sm" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {onDismiss && (
        <IconButton size="sm" icon={X} label={t("dismiss")} tooltip={false} onClick={onDismiss} />
      )}
    </div>
  );
}
