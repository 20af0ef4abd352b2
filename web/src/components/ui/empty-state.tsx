/** Placeholder for empty lists and missing content. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center px-6 py-12 text-center", className)}>
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-accent-soft text-accent-ink">
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className="text-md font-semibold">{title}</h2>
      {children && <div className="mt-1.5 max-w-md text-base text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
