/** Link of a record in a list, stretched over its row or card. */
import { Link } from "react-router";

import { cn } from "@/lib/cn";

interface RecordLinkProps {
  to: string;
  children: string;
  className: string;
}

/**
 * Link of a record in a list, stretched over its row or card so that all of it can be clicked.
 * Buttons next to it need `relative z-10` to lie above it.
 */
export function RecordLink({ to, children, className }: RecordLinkProps) {
  return (
    <Link
      to={to}
      data-record
      className={cn(
        "block font-medium after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent",
        className,
      )}
    >
      {children}
    </Link>
  );
}
