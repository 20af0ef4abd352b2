/** List entry with a drag handle. */
import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

interface SortableItemProps {
  id: string;
  number: number;
  /** 'hidden' in a filtered list, 'off' while the list is changing. */
  handle: "on" | "off" | "hidden";
  children: ReactNode;
}

export function SortableItem({ id, number, handle, children }: SortableItemProps) {
  const { t } = useTranslation("questions");
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id,
    disabled: handle !== "on",
    attributes: { roleDescription: t("order.handle") },
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition: transition }}
      className={cn(
        "flex animate-rise items-start gap-2 py-3.5 pr-2.5 pl-3.5 max-sm:gap-1 max-sm:pr-1",
        isDragging && "relative z-10 rounded-lg bg-surface shadow-pop ring-1 ring-line",
        handle !== "hidden" && "pl-1",
      )}
    >
      {handle !== "hidden" && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          disabled={handle === "off"}
          aria-label={t("order.drag", { number })}
          className="touch-target -mr-1 flex h-6 w-5 shrink-0 touch-none items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-40 pointer-fine:cursor-grab!"
        >
          <GripVertical size={15} aria-hidden />
        </button>
      )}
      <span className="w-5 shrink-0 pt-px text-right font-mono text-sm text-faint tabular-nums max-sm:w-4">
        {number}
      </span>
      <div className="min-w-0 grow pl-1">{children}</div>
    </li>
  );
}
