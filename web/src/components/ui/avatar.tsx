/** Initials in a circle. Decorative, so hidden from screen readers. */
import { cn } from "@/lib/cn";
import { initials } from "@/lib/format";

export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
