/** Product name and logo: the uploaded logo, or the built-in stage door. */
import { useBranding } from "@/hooks/use-branding";
import { cn } from "@/lib/cn";

export function Wordmark({ className }: { className?: string }) {
  const { productName, logoUrl } = useBranding();
  return (
    <span className={cn("inline-flex items-center gap-2 text-md font-semibold", className)}>
      {logoUrl === null ? (
        <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden>
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
      ) : (
        // Decorative: the name is shown next to it.
        <img src={logoUrl} alt="" className="h-7 max-w-32 shrink-0 rounded-sm object-contain" />
      )}
      <span className="min-w-0 truncate tracking-tight">{productName}</span>
    </span>
  );
}
