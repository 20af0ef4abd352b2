/** Notice with actions; on a phone the buttons are below the text. */
import type { ReactNode } from "react";

import { Banner } from "@/components/ui/banner";

interface NoticeProps {
  tone: "info" | "warning";
  text: string;
  children: ReactNode;
}

export function Notice({ tone, text, children }: NoticeProps) {
  return (
    <Banner tone={tone} className="rounded-lg max-sm:items-start max-sm:[&>svg]:mt-0.5">
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <span className="grow basis-60">{text}</span>
        <span className="flex gap-2">{children}</span>
      </div>
    </Banner>
  );
}
