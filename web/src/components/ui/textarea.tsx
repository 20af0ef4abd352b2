/** Multi-line text field. */
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

import { INPUT_CLASS } from "./input-styles";

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={cn(INPUT_CLASS, "min-h-9 resize-y py-2", className)}
      {...rest}
    />
  );
}
