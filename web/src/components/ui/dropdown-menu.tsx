/** Dropdown menu with items, links and groups. */
import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { cn } from "@/lib/cn";

interface DropdownMenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  className?: string;
  /** Content above the entries; `label` names both together. */
  about?: { label: string; content: ReactNode };
}

/** The page behind it stays within reach: a click there closes the menu and does what it does. */
export function DropdownMenu({
  trigger,
  children,
  align = "end",
  className,
  about,
}: DropdownMenuProps) {
  // An ARIA menu may only contain entries, so with a header the menu is a part of the popup.
  const asDialog = about && {
    role: "dialog",
    "aria-label": about.label,
    "aria-labelledby": undefined,
    "aria-orientation": undefined,
  };
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild {...(about && { "aria-haspopup": "dialog" })}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-40 min-w-44 animate-appear rounded-lg border border-line bg-surface p-1 shadow-pop outline-none",
            className,
          )}
          {...asDialog}
        >
          {about ? (
            <>
              {about.content}
              <div role="menu" aria-label={about.label}>
                {children}
              </div>
            </>
          ) : (
            children
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const ITEM =
  "flex h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-base outline-none select-none data-disabled:opacity-45 pointer-coarse:h-11";
const TONES = {
  normal: "data-highlighted:bg-hover",
  danger: "text-danger-ink data-highlighted:bg-danger-soft",
};

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
    <Primitive.Item onSelect={onSelect} disabled={disabled} className={cn(ITEM, TONES[tone])}>
      {Icon && <Icon size={16} className="shrink-0 opacity-75" aria-hidden />}
      {children}
    </Primitive.Item>
  );
}

interface MenuLinkProps {
  icon?: LucideIcon;
  children: ReactNode;
  /** Link to a page of this client, or to an external address, which opens in a new tab. */
  to: string;
  isCurrent?: boolean;
}

export function MenuLink({ icon: Icon, children, to, isCurrent = false }: MenuLinkProps) {
  const content = (
    <>
      {Icon && <Icon size={16} className="shrink-0 opacity-75" aria-hidden />}
      {children}
    </>
  );
  const look = cn(ITEM, TONES.normal, isCurrent && "font-medium text-accent-ink");
  return (
    <Primitive.Item asChild className={look}>
      {to.startsWith("/") ? (
        <Link to={to} aria-current={isCurrent ? "page" : undefined}>
          {content}
        </Link>
      ) : (
        <a href={to} target="_blank" rel="noreferrer">
          {content}
        </a>
      )}
    </Primitive.Item>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
