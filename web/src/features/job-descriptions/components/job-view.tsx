import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { StatusBadge } from "@/components/ui/status-badge";
import { JOB_STATUS } from "@/components/ui/status-tones";

import type { JobDescription } from "../api/types";
import { isJobLevel, JOB_LEVEL_LABELS } from "../lib/draft";

/** What is known of a job, to read. */
export function JobView({ job }: { job: JobDescription }) {
  const parsed: Partial<NonNullable<JobDescription["parsed"]>> = job.parsed ?? {};
  const level = isJobLevel(parsed.level) ? JOB_LEVEL_LABELS[parsed.level] : parsed.level;
  const company = [parsed.company?.name, parsed.company?.industry].filter(Boolean).join(" · ");
  const about = [parsed.summary, parsed.description, parsed.company?.description].filter(Boolean);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Title">{shown(parsed.title)}</Fact>
        <Fact name="Status">
          <StatusBadge status={job.status} looks={JOB_STATUS} />
        </Fact>
        <Fact name="Experience level">{shown(level)}</Fact>
        <Fact name="Company">{shown(company)}</Fact>
      </dl>
      <Tags heading="Required skills" items={parsed.requiredSkills} />
      <Lines heading="Responsibilities" items={parsed.responsibilities} />
      {(about.length > 0 ||
        hasAny(parsed.preferredSkills, parsed.requirements, parsed.benefits)) && (
        <section className="flex flex-col gap-4">
          <h3 className="text-sm font-semibold text-muted">Additional info</h3>
          {about.map((text) => (
            <p key={text} className="max-w-prose whitespace-pre-line">
              {text}
            </p>
          ))}
          <Tags heading="Preferred skills" items={parsed.preferredSkills} />
          <Lines heading="Requirements" items={parsed.requirements} />
          <Lines heading="Benefits" items={parsed.benefits} />
        </section>
      )}
      {job.rawText && (
        <details className="group">
          <summary className="w-fit text-sm font-semibold text-muted hover:text-ink">
            Full raw text
          </summary>
          <p className="mt-2 max-w-prose rounded-lg bg-sunken p-4 whitespace-pre-line">
            {job.rawText}
          </p>
        </details>
      )}
    </div>
  );
}

/** A dash where nothing is known. */
function shown(text: string | null | undefined): ReactNode {
  if (text) return text;
  return <span className="text-faint">–</span>;
}

function hasAny(...lists: (string[] | undefined)[]): boolean {
  return lists.some((list) => list && list.length > 0);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}

function Tags({ heading, items }: { heading: string; items: string[] | undefined }) {
  if (!items || items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-muted">{heading}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {items.map((item) => (
          <li key={item}>
            <Badge className="h-auto min-h-5.5 whitespace-normal">{item}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ heading, items }: { heading: string; items: string[] | undefined }) {
  if (!items || items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-muted">{heading}</h3>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 marker:text-accent">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
