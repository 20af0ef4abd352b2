/** Single-line text field. */
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

import { INPUT_CLASS } from "./input-styles";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(INPUT_CLASS, "h-9 max-sm:h-11", className)} {...rest} />;
}
