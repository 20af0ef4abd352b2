/** Heading of a landing page section. */
import type { ReactNode } from "react";

export function SectionHeading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2
      id={id}
      className="max-w-2xl text-[clamp(1.5rem,1.2rem+1.4vw,2.125rem)] leading-tight font-semibold tracking-tight text-balance"
    >
      {children}
    </h2>
  );
}
