/** Colored dot with the connection status. */
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import { isKnownLabel, type ConnectionLabel, type ConnectionTone } from "../lib/connection-label";

const DOTS: Record<ConnectionTone, string> = {
  green: "bg-success",
  yellow: "bg-warning",
  red: "bg-danger",
  gray: "bg-line-strong",
};

export function ConnectionDot({ label, tone }: ConnectionLabel) {
  const { t } = useTranslation("rooms");
  return (
    <span
      role="status"
      className="inline-flex items-center gap-2 text-sm whitespace-nowrap text-muted"
    >
      <span className={cn("size-2 rounded-full", DOTS[tone])} aria-hidden />
      {isKnownLabel(label) ? t(`connection.${label}`) : label}
    </span>
  );
}
