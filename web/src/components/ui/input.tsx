/** Single-line text field. */
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

import { INPUT_CLASS } from "./input-styles";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      className={cn(
        INPUT_CLASS,
        "h-9 max-sm:h-11",
        rest.type === "file" &&
          "py-1 file:mr-2.5 file:h-full file:rounded file:bg-sunken file:px-2 file:font-medium",
        className,
      )}
      {...rest}
    />
  );
}
