/** Full-page message shown in place of the room. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { Wordmark } from "@/components/ui/wordmark";

interface RoomMessageProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: "calm" | "problem";
}

export function RoomMessage({
  icon: Icon,
  title,
  children,
  action,
  tone = "problem",
}: RoomMessageProps) {
  return (
    <main className="flex min-h-[calc(100dvh-3.25rem)] grow flex-col items-center justify-center gap-10 p-6 text-center">
      <div
        role={tone === "problem" ? "alert" : "status"}
        className="flex max-w-md flex-col items-center"
      >
        <span
          className={
            tone === "problem"
              ? "mb-5 flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger-ink"
              : "mb-5 flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink"
          }
        >
          <Icon size={26} strokeWidth={1.75} aria-hidden />
        </span>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children && <div className="mt-2 text-md text-muted">{children}</div>}
        {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
      </div>
      <Wordmark />
    </main>
  );
}
