/** Class names of buttons and icon buttons. */
import { cn } from "@/lib/cn";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-ghost";
export type ButtonSize = "sm" | "md" | "lg";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover shadow-xs",
  secondary: "bg-surface text-ink border border-line-strong/60 hover:bg-hover shadow-xs",
  ghost: "text-ink hover:bg-hover",
  danger: "bg-danger text-on-danger hover:bg-danger-hover shadow-xs",
  "danger-ghost": "text-danger-ink hover:bg-danger-soft",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-7 px-2.5 text-sm gap-1.5",
  md: "h-9 px-3.5 text-base gap-2",
  lg: "h-11 px-5 text-md gap-2",
};

const ICON_SIZES: Record<ButtonSize, string> = { sm: "size-7", md: "size-9", lg: "size-11" };

const BASE =
  "touch-target inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap " +
  "transition-colors duration-100 select-none disabled:pointer-events-none disabled:opacity-50 " +
  "aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0";

/** Class names of a button; also for links that look like buttons. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "md",
  extra?: string,
): string {
  return cn(BASE, VARIANTS[variant], SIZES[size], extra);
}

export function iconButtonClass(
  variant: ButtonVariant = "ghost",
  size: ButtonSize = "md",
  extra?: string,
): string {
  return cn(BASE, VARIANTS[variant], ICON_SIZES[size], extra);
}
