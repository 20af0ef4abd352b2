/** Text area for a comma-separated list: it grows with its content, and Enter submits the form. */
import type { ComponentProps } from "react";

import { Textarea } from "@/components/ui/textarea";
import { cn } from "@/lib/cn";

export function SkillsInput({ className, ...rest }: ComponentProps<typeof Textarea>) {
  return (
    <Textarea
      rows={1}
      className={cn("field-sizing-content resize-none", className)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      {...rest}
    />
  );
}
