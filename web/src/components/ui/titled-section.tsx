/** A section of a page below a rule: heading, something next to it, content. */
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

interface TitledSectionProps {
  heading: string;
  /** Next to the heading: actions, or a remark. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function TitledSection({ heading, aside, children, className }: TitledSectionProps) {
  return (
    <section className={cn("border-t border-line pt-7 print:pt-6", className)}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3 print:break-after-avoid">
        <h3 className="text-lg font-semibold print:text-md">{heading}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
