/** Spinner. Decorative next to a text; needs a `label` if it is alone. */
import { LoaderCircle } from "lucide-react";

import { cn } from "@/lib/cn";

export function Spinner({
  size = 16,
  label,
  className,
}: {
  size?: number;
  label?: string;
  className?: string;
}) {
  return (
    <span role={label ? "status" : undefined} className={cn("inline-flex", className)}>
      <LoaderCircle size={size} className="animate-spin" aria-hidden />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
