import { cn } from "@/lib/cn";

/** The product's name with its mark, a stage door. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2 text-md font-semibold", className)}>
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden>
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9 25V13a7 7 0 0 1 14 0v12"
          className="stroke-on-accent"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="19" cy="18" r="1.8" className="fill-on-accent" />
      </svg>
      <span className="tracking-tight">Greenroom</span>
    </span>
  );
}
