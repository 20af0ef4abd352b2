/** Button with optional icon and busy state. */
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { buttonClass, type ButtonSize, type ButtonVariant } from "./button-styles";
import { Spinner } from "./spinner";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Replaces the icon by a spinner and ignores clicks; the label says what is running. */
  busy?: boolean;
}

export function Button({
  variant = "secondary",
  size = "md",
  icon: Icon,
  busy = false,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  const iconSize = size === "lg" ? 18 : 16;
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner size={iconSize} /> : Icon && <Icon size={iconSize} aria-hidden />}
      {children}
    </button>
  );
}
