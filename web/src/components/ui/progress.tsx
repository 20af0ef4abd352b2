/** Progress bar. */
import { cn } from "@/lib/cn";

interface ProgressProps {
  /** 0 to 1; null if unknown. */
  share: number | null;
  label: string;
  className?: string;
}

export function Progress({ share, label, className }: ProgressProps) {
  const percent = share === null ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn("h-1.5 w-full overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={cn(
          "h-full rounded-full bg-accent transition-[width] duration-200",
          percent === undefined && "w-1/3 animate-pulse",
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
