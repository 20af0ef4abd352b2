import { titleCase } from "@/lib/format";

import { Badge, type BadgeTone } from "./badge";

interface StatusBadgeProps<Status extends string> {
  /** May be a value this client does not know yet: then its words are shown, in grey. */
  status: Status;
  looks: Record<Status, { tone: BadgeTone; label: string }>;
  dot?: boolean;
}

export function StatusBadge<Status extends string>({
  status,
  looks,
  dot = false,
}: StatusBadgeProps<Status>) {
  const known: Partial<Record<string, { tone: BadgeTone; label: string }>> = looks;
  const look = known[status.replaceAll("-", "_")];
  return (
    <Badge tone={look?.tone ?? "neutral"} dot={dot}>
      {look?.label ?? titleCase(status)}
    </Badge>
  );
}
