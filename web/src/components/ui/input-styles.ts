/** Class names of text fields. */
export const INPUT_CLASS =
  "w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink shadow-xs transition-colors " +
  "hover:border-muted focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 " +
  "focus-visible:outline-accent disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint " +
  "aria-invalid:border-danger max-sm:text-md";
