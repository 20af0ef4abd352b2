/** Page frame for sign-in, registration and setup. */
import type { ReactNode } from "react";

import { Wordmark } from "./ui/wordmark";

interface EntryPageProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function EntryPage({ title, description, children, footer }: EntryPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-7 px-5 py-10">
      <Wordmark />
      <div className="rounded-xl border border-line bg-surface p-6 shadow-xs sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <div className="mt-1.5 text-base text-muted">{description}</div>
        <div className="mt-6">{children}</div>
      </div>
      {footer && <p className="text-sm text-balance text-muted">{footer}</p>}
    </main>
  );
}
