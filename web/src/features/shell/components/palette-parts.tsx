/** Groups and entries of the command palette. */
import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Group with a heading; hidden while it is empty. */
export function PaletteGroup(props: { heading: string; isShown: boolean; children: ReactNode }) {
  if (!props.isShown) return null;
  return (
    <Command.Group
      heading={props.heading}
      className="[&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-muted"
    >
      {props.children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  /** Unique within the palette. */
  value: string;
  icon: LucideIcon;
  label: string;
  detail?: string;
  onSelect: () => void;
}

export function PaletteItem({ value, icon: Icon, label, detail, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-10 cursor-default items-center gap-3 rounded-md px-2 text-base select-none data-[selected=true]:bg-hover pointer-coarse:h-11"
    >
      <Icon size={16} className="shrink-0 text-muted" aria-hidden />
      <span dir="auto" className="max-w-[65%] shrink-0 truncate">
        {label}
      </span>
      {detail && (
        <span className="min-w-0 grow truncate text-right text-sm text-muted">{detail}</span>
      )}
    </Command.Item>
  );
}
