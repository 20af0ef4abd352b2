/** A list behind a button: one click away on screen, always shown in print. */
import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

import { cn } from "@/lib/cn";

interface DisclosureListProps {
  label: string;
  startsOpen?: boolean;
  /** Classes of the list. */
  className?: string;
  /** List items. */
  children: ReactNode;
}

export function DisclosureList({
  label,
  startsOpen = false,
  className,
  children,
}: DisclosureListProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="touch-target flex items-center gap-1 rounded-sm text-sm font-medium text-accent-ink print:hidden"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={cn("transition-transform", isOpen && "rotate-90")}
        />
        {label}
      </button>
      <ul id={id} className={cn("mt-2 flex flex-col print:flex", className, !isOpen && "hidden")}>
        {children}
      </ul>
    </>
  );
}
