/** Read-only view of a candidate profile. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SkillList } from "@/components/skill-list";
import { Traced } from "@/components/traced";

import type { CandidateDetail, EducationEntry, ExperienceEntry } from "../api/types";
import {
  educationLabel,
  formatMonths,
  formatPeriod,
  formatYears,
  levelLabel,
} from "../lib/profile";
import { Contacts } from "./contacts";

interface ProfileViewProps {
  profile: CandidateDetail;
  /** False where the page header shows the contacts. */
  withContacts?: boolean;
}

export function ProfileView({ profile, withContacts = true }: ProfileViewProps) {
  const { t } = useTranslation("candidates");
  const { cvParsed, cvProfile, interviewProfile } = profile;
  const assessment: [string, string | null][] = [
    [t("facts.level"), levelLabel(t, cvProfile?.experienceLevel ?? cvParsed?.experienceLevel)],
    [t("facts.experience"), formatYears(t, cvProfile?.totalExperienceYears)],
    [t("facts.tenure"), formatYears(t, cvProfile?.averageTenureYears)],
    [t("facts.education"), educationLabel(t, cvProfile?.highestEducationLevel)],
    [t("facts.educationYears"), formatYears(t, cvProfile?.educationLengthYears)],
  ];
  const known = assessment.filter(([, value]) => value);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {withContacts && <Contacts profile={profile} />}
      {(known.length > 0 || cvProfile?.summary) && (
        <Section heading={t("sections.assessment")}>
          {known.length > 0 && (
            <dl className="flex flex-wrap gap-x-10 gap-y-3">
              {known.map(([name, value]) => (
                <div key={name}>
                  <dt className="text-xs text-muted">{name}</dt>
                  <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
          )}
          {cvProfile?.summary && (
            <p className="mt-3 max-w-prose whitespace-pre-line">{cvProfile.summary}</p>
          )}
        </Section>
      )}
      <TextList heading={t("sections.strengths")} items={cvProfile?.keyStrengths} />
      {interviewProfile && (
        <Section heading={t("sections.interview")}>
          <p className="max-w-prose whitespace-pre-line">{interviewProfile.summary}</p>
        </Section>
      )}
      {Boolean(cvParsed?.experience?.length) && (
        <Section heading={t("sections.experience")}>
          <ol className="flex flex-col gap-3">
            {cvParsed?.experience?.map((entry, index) => (
              <li key={index} className="border-l-2 border-line pl-3">
                <Experience entry={entry} />
              </li>
            ))}
          </ol>
        </Section>
      )}
      {Boolean(cvParsed?.education?.length) && (
        <Section heading={t("sections.education")}>
          <ul className="flex flex-col gap-2">
            {cvParsed?.education?.map((entry, index) => (
              <li key={index}>
                <Education entry={entry} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {cvParsed?.summary && (
        <Section heading={t("sections.summary")}>
          <Traced field="summary" name={t("sections.summary")}>
            <p className="max-w-prose whitespace-pre-line">{cvParsed.summary}</p>
          </Traced>
        </Section>
      )}
      {Boolean(cvParsed?.skills?.length) && (
        <Section heading={t("sections.skills")}>
          <SkillList skills={cvParsed?.skills ?? []} field="skills" />
        </Section>
      )}
      <TextList heading={t("sections.projects")} items={cvParsed?.projects} field="projects" />
      <TextList
        heading={t("sections.certifications")}
        items={cvParsed?.certifications}
        field="certifications"
      />
      <TextList heading={t("sections.languages")} items={cvParsed?.languages} field="languages" />
    </div>
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

interface TextListProps {
  heading: string;
  items: string[] | undefined;
  /** Evidence field. Absent for texts written by the model, which are in no document. */
  field?: string;
}

function TextList({ heading, items, field }: TextListProps) {
  if (!items || items.length === 0) return null;
  return (
    <Section heading={heading}>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 marker:text-accent">
        {items.map((item) => (
          <li key={item}>
            {field === undefined ? (
              item
            ) : (
              <Traced field={field} value={item} name={item}>
                {item}
              </Traced>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Experience({ entry }: { entry: ExperienceEntry }) {
  const { t } = useTranslation("candidates");
  const dates = formatPeriod(t, entry.start, entry.end);
  const span = [dates, formatMonths(t, entry.durationMonths)].filter(Boolean).join(" · ");
  const name = [entry.title, entry.company, t("entry.position")].find(Boolean) ?? "";
  return (
    <Traced field="experience" value={entry} name={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pr-7">
        <p className="font-medium">
          {name}
          {entry.title && entry.company && (
            <span className="font-normal text-muted"> · {entry.company}</span>
          )}
        </p>
        {span && <p className="text-sm text-muted tabular-nums">{span}</p>}
      </div>
      {entry.description && (
        <p className="mt-1 max-w-prose whitespace-pre-line text-muted">{entry.description}</p>
      )}
    </Traced>
  );
}

function Education({ entry }: { entry: EducationEntry }) {
  const { t } = useTranslation("candidates");
  const dates = formatPeriod(t, entry.start, entry.end);
  const name =
    [entry.degree, entry.institution].filter(Boolean).join(" · ") || t("entry.education");
  return (
    <Traced field="education" value={entry} name={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pr-7">
        <span>{name}</span>
        {dates && <span className="text-sm text-muted tabular-nums">{dates}</span>}
      </div>
    </Traced>
  );
}
