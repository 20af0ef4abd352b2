/** A field value that can show its evidence in the document. */
import { TextSearch } from "lucide-react";
import { use, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { EvidenceContext } from "@/components/evidence-context";
import { cn } from "@/lib/cn";

interface TracedProps {
  /** Path of the field in the document's extracted information. */
  field: string;
  /** The list entry, if the field is a list. */
  value?: unknown;
  /** Name of the value, for the button that opens its evidence. */
  name: string;
  children: ReactNode;
  className?: string;
  /** For a chip, the whole chip is the button. */
  chip?: boolean;
}

/** Hover or focus highlights the evidence; the button opens it. */
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
        className="rounded-full pointer-coarse:py-2.5 hover:[&>span]:bg-accent-soft hover:[&>span]:text-accent-ink"
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
