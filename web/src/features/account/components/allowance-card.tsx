/** Card with the remaining credits or documents. */
import type { ReactNode } from "react";

import { Progress } from "@/components/ui/progress";
import { cn } from "@/lib/cn";
import { formatNumber } from "@/lib/format";

interface AllowanceCardProps {
  title: string;
  remaining: number;
  included: number;
  /** Text for screen readers in place of the two numbers. */
  label: string;
  caption: string;
  children: ReactNode;
}

export function AllowanceCard(props: AllowanceCardProps) {
  const { title, remaining, included, label, caption, children } = props;
  const isSpent = remaining <= 0;
  return (
    <section className="flex flex-col rounded-lg border border-line bg-surface p-5">
      <h2 className="text-base font-medium text-muted">{title}</h2>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="sr-only">{label}</span>
        <span aria-hidden className="font-mono tabular-nums">
          <span className={cn("text-2xl font-semibold", isSpent && "text-danger-ink")}>
            {formatNumber(remaining)}
          </span>
          <span className="text-lg text-muted">/{formatNumber(included)}</span>
        </span>
        <span aria-hidden className="text-sm text-muted">
          {caption}
        </span>
      </p>
      {included > 0 && <Progress share={remaining / included} label={label} className="mt-3" />}
      <div className="mt-4 text-base text-pretty text-muted">{children}</div>
    </section>
  );
}
