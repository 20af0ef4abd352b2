import { TextSearch } from "lucide-react";
import { use, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { EvidenceContext } from "@/components/evidence-context";
import { cn } from "@/lib/cn";

interface TracedProps {
  /** The record's field as the document's extracted information names it. */
  field: string;
  /** Of an entry in a list: the entry. */
  value?: unknown;
  /** What it is, for the button that leads to it. */
  name: string;
  children: ReactNode;
  className?: string;
  /** A chip is pressed as a whole. */
  chip?: boolean;
}

/** A value that a document told: looking at it shows where, and its button opens the place. */
export function Traced({ field, value, name, children, className, chip = false }: TracedProps) {
  const { t } = useTranslation("records");
  const evidence = use(EvidenceContext);
  const spans = evidence?.find(field, value) ?? [];
  if (evidence === null || spans.length === 0) {
    return chip ? children : <div className={className}>{children}</div>;
  }
  const pointing = {
    onMouseEnter: () => evidence.point(spans),
    onMouseLeave: () => evidence.point(null),
    onFocus: () => evidence.point(spans),
    onBlur: () => evidence.point(null),
  };
  const label = t("evidence.show", { name });
  if (chip) {
    return (
      <button
        type="button"
        title={label}
        className="rounded-full hover:[&>span]:bg-accent-soft hover:[&>span]:text-accent-ink"
        onClick={() => evidence.open(spans)}
        {...pointing}
      >
        {children}
      </button>
    );
  }
  return (
    <div
      className={cn("group/traced relative -mx-1.5 rounded-md px-1.5 hover:bg-hover", className)}
      {...pointing}
    >
      {children}
      <button
        type="button"
        aria-label={label}
        title={label}
        className="touch-target absolute! -top-0.5 right-0 rounded-sm bg-surface p-1.5 text-muted opacity-0 shadow-xs group-hover/traced:opacity-100 hover:text-accent-ink focus-visible:opacity-100 pointer-coarse:opacity-70"
        onClick={() => evidence.open(spans)}
      >
        <TextSearch size={14} aria-hidden />
      </button>
    </div>
  );
}
