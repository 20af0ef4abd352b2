/** Read-only view of a job description. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SkillList } from "@/components/skill-list";
import { Traced } from "@/components/traced";

import type { JobDescription } from "../api/types";
import { isJobLevel } from "../lib/status";
import { JobStatusBadge } from "./job-status-badge";

export function JobView({ job }: { job: JobDescription }) {
  const { t } = useTranslation("jobs");
  const parsed: Partial<NonNullable<JobDescription["parsed"]>> = job.parsed ?? {};
  const level = isJobLevel(parsed.level) ? t(`levels.${parsed.level}`) : parsed.level;
  const company = [parsed.company?.name, parsed.company?.industry].filter(Boolean).join(" · ");
  // Short documents may yield the same text for two sections, or only the company's name again.
  const about = [
    ...new Set([parsed.summary, parsed.description, parsed.company?.description]),
  ].filter((text) => text && text !== parsed.company?.name);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={t("fields.title")} field="title">
          {shown(parsed.title)}
        </Fact>
        <Fact name={t("fields.status")}>
          <JobStatusBadge status={job.status} />
        </Fact>
        <Fact name={t("fields.level")} field="level">
          {shown(level)}
        </Fact>
        <Fact name={t("fields.company")} field="company">
          {shown(company)}
        </Fact>
        {parsed.location && (
          <Fact name={t("fields.location")} field="location">
            {parsed.location}
          </Fact>
        )}
      </dl>
      <Skills heading={t("fields.skills")} items={parsed.requiredSkills} field="requiredSkills" />
      <Lines
        heading={t("fields.responsibilities")}
        items={parsed.responsibilities}
        field="responsibilities"
      />
      {(about.length > 0 ||
        hasAny(parsed.preferredSkills, parsed.requirements, parsed.benefits)) && (
        <section className="flex flex-col gap-4">
          <h3 className="text-sm font-semibold text-muted">{t("sections.more")}</h3>
          {about.map((text) => (
            <p key={text} className="max-w-prose whitespace-pre-line">
              {text}
            </p>
          ))}
          <Skills
            heading={t("sections.preferredSkills")}
            items={parsed.preferredSkills}
            field="preferredSkills"
          />
          <Lines
            heading={t("sections.requirements")}
            items={parsed.requirements}
            field="requirements"
          />
          <Lines heading={t("sections.benefits")} items={parsed.benefits} field="benefits" />
        </section>
      )}
      {job.rawText && (
        <details className="group">
          <summary className="w-fit text-sm font-semibold text-muted hover:text-ink">
            {t("sections.rawText")}
          </summary>
          <p className="mt-2 max-w-prose rounded-lg bg-sunken p-4 whitespace-pre-line">
            {job.rawText}
          </p>
        </details>
      )}
    </div>
  );
}

/** A value, or a dash where unknown. */
function shown(text: string | null | undefined): ReactNode {
  if (text) return text;
  return <span className="text-faint">–</span>;
}

function hasAny(...lists: (string[] | undefined)[]): boolean {
  return lists.some((list) => list && list.length > 0);
}

interface FactProps {
  name: string;
  /** Evidence field. */
  field?: string;
  children: ReactNode;
}

function Fact({ name, field, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 break-words">
        {field === undefined ? (
          children
        ) : (
          <Traced field={field} name={name}>
            {children}
          </Traced>
        )}
      </dd>
    </div>
  );
}

interface ListProps {
  heading: string;
  items: string[] | undefined;
  field: string;
}

function Skills({ heading, items, field }: ListProps) {
  if (!items || items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-muted">{heading}</h3>
      <SkillList skills={items} field={field} />
    </section>
  );
}

function Lines({ heading, items, field }: ListProps) {
  if (!items || items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-muted">{heading}</h3>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 marker:text-accent">
        {items.map((item) => (
          <li key={item}>
            <Traced field={field} value={item} name={item} className="pr-7">
              {item}
            </Traced>
          </li>
        ))}
      </ul>
    </section>
  );
}
