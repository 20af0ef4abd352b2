/** Footer with summary and buttons, always visible below the list. */
import type { ReactNode } from "react";

export function StageFooter({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0">
      <p role="status" className="tabular-nums">
        {text}
      </p>
      <div className="flex gap-2 max-sm:w-full max-sm:[&>button:last-child]:grow">{children}</div>
    </footer>
  );
}
