import { BriefcaseBusiness, FileText } from "lucide-react";

import type { BasedOn } from "../api/types";

const SOURCES = {
  cv: { label: "From the CV", Icon: FileText },
  job: { label: "From the job description", Icon: BriefcaseBusiness },
};

/** The line of the CV or job description that a question rests on. */
export function BasisLine({ basedOn }: { basedOn: BasedOn }) {
  const { label, Icon } = SOURCES[basedOn.source];
  return (
    <p className="mt-2 flex items-start gap-2 border-l-2 border-accent/40 pl-2.5 text-sm text-muted">
      <Icon size={14} className="mt-0.75 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">
        <span className="font-medium">{label}:</span> “{basedOn.text}”
      </span>
    </p>
  );
}
