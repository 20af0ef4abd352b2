/** Table, rows and cells in the product style. */
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

/** Table that scrolls horizontally within its frame if it is too wide. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className={cn("w-full border-collapse text-left text-base", className)} {...rest} />
    </div>
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "sticky top-0 h-9 border-b border-line bg-sunken px-4 text-xs font-medium whitespace-nowrap text-muted",
        className,
      )}
      {...rest}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr className={cn("border-b border-line last:border-0 hover:bg-sunken", className)} {...rest} />
  );
}

export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cn("h-15 px-4 py-2 align-middle", className)} {...rest} />;
}
