import { CircleCheck } from "lucide-react";

import { Wordmark } from "@/components/ui/wordmark";

/** Where a candidate ends, after the interview or after declining. */
export function ThankYouPage() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 p-6 text-center text-md">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <CircleCheck size={28} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="max-w-md">
        <h1 className="text-2xl font-semibold tracking-tight">Thank You!</h1>
        <p className="mt-3 text-balance text-muted">
          We appreciate the time you took to participate in this interview.
        </p>
        <p className="mt-1 text-muted">You can safely close this window now.</p>
      </div>
      <Wordmark />
    </main>
  );
}
