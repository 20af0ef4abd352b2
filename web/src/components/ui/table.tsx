/** Table, rows and cells in the product style. */
import { useEffect, useRef, useState, type ComponentProps } from "react";

import { cn } from "@/lib/cn";

/** Table that scrolls horizontally within its frame if it is too wide, then also by keyboard. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  const frame = useRef<HTMLDivElement>(null);
  const [isTooWide, setTooWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setTooWide(element.scrollWidth > element.clientWidth),
    );
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      {...(isTooWide && {
        role: "group",
        tabIndex: 0,
        "aria-label": rest["aria-label"],
        "aria-labelledby": rest["aria-labelledby"],
      })}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
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
