/** Contacts of a candidate: in the profile, and on one line below the name. */
import { Link as LinkIcon, Mail, Phone, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Traced } from "@/components/traced";

import type { CandidateProfile } from "../api/types";
import { safeLink } from "../lib/profile";

const LINK = "text-accent-ink hover:underline";

/** Contacts by kind, as links where possible; null where unknown. */
function renderContacts(
  profile: CandidateProfile,
): Record<"email" | "phone" | "linkedin", ReactNode> {
  const { email, phone, linkedin } = profile;
  const web = safeLink(linkedin);
  return {
    email: email && (
      <a className={LINK} href={`mailto:${email}`}>
        {email}
      </a>
    ),
    phone: phone && (
      <a className={LINK} href={`tel:${phone.replaceAll(/[^\d+]/gu, "")}`}>
        {phone}
      </a>
    ),
    linkedin: web ? (
      <a className={LINK} href={web} target="_blank" rel="noreferrer">
        {linkedin?.replace(/^https?:\/\/(www\.)?/iu, "")}
      </a>
    ) : (
      linkedin
    ),
  };
}

/** Name, position and contacts, as part of the profile. */
export function Contacts({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const contacts = renderContacts(profile);
  const rows: [string, string, ReactNode][] = [
    ["name", t("fields.name"), profile.name || null],
    ["currentPosition", t("fields.position"), profile.currentPosition || null],
    ["email", t("fields.email"), contacts.email],
    ["phone", t("fields.phone"), contacts.phone],
    ["linkedin", t("fields.linkedin"), contacts.linkedin],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {rows.map(([field, name, value]) => (
        <div key={field} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-0.5 break-words">
            {value ? (
              <Traced field={field} name={name}>
                {value}
              </Traced>
            ) : (
              <span className="text-faint">–</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ICONS: Record<"email" | "phone" | "linkedin", LucideIcon> = {
  email: Mail,
  phone: Phone,
  linkedin: LinkIcon,
};

/** Contacts on one line, below the name. */
export function ContactLine({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation(["candidates", "common"]);
  const contacts = renderContacts(profile);
  return (["email", "phone", "linkedin"] as const).map((field) => {
    const Icon = ICONS[field];
    return (
      contacts[field] && (
        <Traced key={field} field={field} name={t(`fields.${field}`)} className="min-w-0 pr-7!">
          <span className="flex min-w-0 items-center gap-1.5">
            <Icon size={14} aria-hidden className="shrink-0 text-muted" />
            <span className="sr-only">{t("common:labeled", { label: t(`fields.${field}`) })} </span>
            <span className="min-w-0 break-all">{contacts[field]}</span>
          </span>
        </Traced>
      )
    );
  });
}
