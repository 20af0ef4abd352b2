import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

interface DropdownMenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  className?: string;
}

export function DropdownMenu({ trigger, children, align = "end", className }: DropdownMenuProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-40 min-w-44 animate-appear rounded-lg border border-line bg-surface p-1 shadow-pop outline-none",
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  children: ReactNode;
  onSelect: () => void;
  tone?: "normal" | "danger";
  disabled?: boolean;
}

export function MenuItem({
  icon: Icon,
  children,
  onSelect,
  tone = "normal",
  disabled = false,
}: MenuItemProps) {
  return (
    <Primitive.Item
      onSelect={onSelect}
      disabled={disabled}
      className={cn(
        "flex h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-base outline-none select-none pointer-coarse:h-11",
        "data-disabled:opacity-45",
        tone === "danger"
          ? "text-danger-ink data-highlighted:bg-danger-soft"
          : "data-highlighted:bg-hover",
      )}
    >
      {Icon && <Icon size={16} className="shrink-0 opacity-75" aria-hidden />}
      {children}
    </Primitive.Item>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
