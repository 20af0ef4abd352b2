/** Error message in place of content, with a retry button. */
import { CloudOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { cn } from "@/lib/cn";

import { Button } from "./button";

interface ErrorStateProps {
  title: string;
  error?: unknown;
  /** Replaces the error's own text. */
  message?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  /** Whether the server is unreachable; derived from `error` by default. */
  isAway?: boolean;
  action?: ReactNode;
  className?: string;
}

export function ErrorState({
  title,
  error,
  message,
  onRetry,
  retryLabel,
  retrying = false,
  isAway = isApiError(error, NETWORK_ERROR),
  action,
  className,
}: ErrorStateProps) {
  const { t } = useTranslation();
  const Icon = isAway ? CloudOff : TriangleAlert;
  const sentence = message ?? (isAway ? t("serverAway") : isApiError(error) ? error.message : null);
  return (
    <div
      role="alert"
      className={cn("flex flex-col items-center px-6 py-12 text-center", className)}
    >
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-danger-soft text-danger-ink">
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className="text-md font-semibold">{title}</h2>
      {sentence && <p className="mt-1.5 max-w-md text-base text-muted">{sentence}</p>}
      {(onRetry ?? action) && (
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button onClick={onRetry} busy={retrying}>
              {retryLabel ?? t("retry")}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
