/** Tabs with panels that can keep their state. */
import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { useCurrentInView } from "@/hooks/use-current-in-view";
import { cn } from "@/lib/cn";

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
  /** Keeps the panel mounted while another tab is shown, so that input is not lost. */
  keepMounted?: boolean;
}

interface TabsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
  label: string;
  /** Class names of the panels, such as 'min-h-0 overflow-y-auto' in a room. */
  panelClassName?: string;
  className?: string;
}

export function Tabs<Value extends string>({
  value,
  onChange,
  tabs,
  label,
  panelClassName,
  className,
}: TabsProps<Value>) {
  const row = useCurrentInView<HTMLDivElement>('[data-state="active"]', value);
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={className}
    >
      <Primitive.List
        ref={row}
        aria-label={label}
        className="flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled ?? false}
            className="-mb-px h-10 shrink-0 border-b-2 border-transparent px-3 text-base font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-45 data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:h-11"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          {...(tab.keepMounted ? { forceMount: true } : {})}
          className={cn("outline-offset-4 data-[state=inactive]:hidden", panelClassName)}
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
