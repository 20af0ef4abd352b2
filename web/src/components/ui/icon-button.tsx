/** Button with an icon only, and its name as a tooltip. */
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { iconButtonClass, type ButtonSize, type ButtonVariant } from "./button-styles";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** Accessible name, also shown as the tooltip. */
  label: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** False if a menu opens immediately and the tooltip would cover it. */
  tooltip?: boolean;
}

export function IconButton({
  label,
  icon: Icon,
  variant = "ghost",
  size = "md",
  tooltip = true,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={iconButtonClass(variant, size, className)}
      {...rest}
    >
      <Icon size={size === "sm" ? 15 : size === "lg" ? 20 : 17} aria-hidden />
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
