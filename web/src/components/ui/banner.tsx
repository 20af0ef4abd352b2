/** Banner across the page for warnings and errors. */
import { TriangleAlert, Info, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

const TONES = {
  warning: { look: "bg-banner text-on-banner", Icon: TriangleAlert },
  info: { look: "bg-info-soft text-info-ink", Icon: Info },
  danger: { look: "bg-danger-soft text-danger-ink", Icon: CircleAlert },
};

interface BannerProps {
  tone?: keyof typeof TONES;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function Banner({ tone = "warning", children, action, className }: BannerProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role="status"
      className={cn("flex items-center gap-2.5 px-4 py-2.5 text-base", look, className)}
    >
      <Icon size={17} className="shrink-0" aria-hidden />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
