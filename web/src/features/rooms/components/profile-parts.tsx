/** Building blocks of the profile and job panels. */
import type { ReactNode } from "react";

export function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

export function Chips({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {items.map((item) => (
        <li key={item} className="rounded-md bg-hover px-2 py-0.5 text-sm">
          {item}
        </li>
      ))}
    </ul>
  );
}

export function Bullets({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex max-w-[75ch] list-disc flex-col gap-1 pl-5 marker:text-faint">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
