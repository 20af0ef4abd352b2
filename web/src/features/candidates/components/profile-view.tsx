import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";

import type { CandidateProfile, EducationEntry, ExperienceEntry } from "../api/types";
import { formatMonths, formatPeriod, formatYears, levelLabel, safeLink } from "../lib/profile";

/** What is known of a candidate, to read. */
export function ProfileView({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const { cvParsed, cvProfile } = profile;
  const assessment: [string, string | null][] = [
    [t("facts.level"), levelLabel(t, cvProfile?.experienceLevel ?? cvParsed?.experienceLevel)],
    [t("facts.experience"), formatYears(t, cvProfile?.totalExperienceYears)],
    [t("facts.tenure"), formatYears(t, cvProfile?.averageTenureYears)],
    [t("facts.education"), cvProfile?.highestEducationLevel ?? ""],
    [t("facts.educationYears"), formatYears(t, cvProfile?.educationLengthYears)],
  ];
  const known = assessment.filter(([, value]) => value);
  const summary = [cvParsed?.summary, cvProfile?.summary].find(Boolean);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Contact profile={profile} />
      {known.length > 0 && (
        <Section heading={t("sections.assessment")}>
          <dl className="flex flex-wrap gap-x-10 gap-y-3">
            {known.map(([name, value]) => (
              <div key={name}>
                <dt className="text-xs text-muted">{name}</dt>
                <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {summary && (
        <Section heading={t("sections.summary")}>
          <p className="max-w-prose whitespace-pre-line">{summary}</p>
        </Section>
      )}
      <TextList heading={t("sections.strengths")} items={cvProfile?.keyStrengths} />
      {Boolean(cvParsed?.skills?.length) && (
        <Section heading={t("sections.skills")}>
          <ul className="flex flex-wrap gap-1.5">
            {cvParsed?.skills?.map((skill) => (
              <li key={skill}>
                <Badge className="h-auto min-h-5.5 whitespace-normal">{skill}</Badge>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {Boolean(cvParsed?.experience?.length) && (
        <Section heading={t("sections.experience")}>
          <ol className="flex flex-col gap-4">
            {cvParsed?.experience?.map((entry, index) => (
              <Experience key={index} entry={entry} />
            ))}
          </ol>
        </Section>
      )}
      {Boolean(cvParsed?.education?.length) && (
        <Section heading={t("sections.education")}>
          <ul className="flex flex-col gap-2">
            {cvParsed?.education?.map((entry, index) => (
              <Education key={index} entry={entry} />
            ))}
          </ul>
        </Section>
      )}
      <TextList heading={t("sections.projects")} items={cvParsed?.projects} />
      <TextList heading={t("sections.certifications")} items={cvParsed?.certifications} />
      <TextList heading={t("sections.languages")} items={cvParsed?.languages} />
    </div>
  );
}

function Contact({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const link = safeLink(profile.linkedin);
  const rows: [string, ReactNode][] = [
    [t("fields.name"), profile.name || null],
    [t("fields.position"), profile.currentPosition || null],
    [
      t("fields.email"),
      profile.email && (
        <a className="text-accent-ink hover:underline" href={`mailto:${profile.email}`}>
          {profile.email}
        </a>
      ),
    ],
    [t("fields.phone"), profile.phone],
    [
      t("fields.linkedin"),
      link ? (
        <a className="text-accent-ink hover:underline" href={link} target="_blank" rel="noreferrer">
          {profile.linkedin}
        </a>
      ) : (
        profile.linkedin
      ),
    ],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {rows.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-0.5 break-words">{value ?? <span className="text-faint">–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-muted">{heading}</h3>
      {children}
    </section>
  );
}

function TextList({ heading, items }: { heading: string; items: string[] | undefined }) {
  if (!items || items.length === 0) return null;
  return (
    <Section heading={heading}>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 marker:text-accent">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Section>
  );
}

function Experience({ entry }: { entry: ExperienceEntry }) {
  const { t } = useTranslation("candidates");
  const dates = formatPeriod(t, entry.start, entry.end);
  const span = [dates, formatMonths(t, entry.durationMonths)].filter(Boolean).join(" · ");
  return (
    <li className="border-l-2 border-line pl-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          {[entry.title, entry.company, t("entry.position")].find(Boolean)}
          {entry.title && entry.company && (
            <span className="font-normal text-muted"> · {entry.company}</span>
          )}
        </p>
        {span && <p className="text-sm text-muted tabular-nums">{span}</p>}
      </div>
      {entry.description && (
        <p className="mt-1 max-w-prose whitespace-pre-line text-muted">{entry.description}</p>
      )}
    </li>
  );
}

function Education({ entry }: { entry: EducationEntry }) {
  const { t } = useTranslation("candidates");
  const dates = formatPeriod(t, entry.start, entry.end);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        {[entry.degree, entry.institution].filter(Boolean).join(" · ") || t("entry.education")}
      </span>
      {dates && <span className="text-sm text-muted tabular-nums">{dates}</span>}
    </li>
  );
}
