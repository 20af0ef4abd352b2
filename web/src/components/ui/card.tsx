/** Card: a framed section with an optional title. */
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  bodyClassName?: string;
}

export function Card({ title, actions, children, className, bodyClassName }: CardProps) {
  return (
    <section className={cn("rounded-lg border border-line bg-surface", className)}>
      {(title ?? actions) && (
        <header className="flex min-h-12 items-center justify-between gap-3 px-4 pt-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={cn("p-4", (title ?? actions) && "pt-2", bodyClassName)}>{children}</div>
    </section>
  );
}
