/** Roles of the speakers of a transcript, with the first lines as they would be imported. */
import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";
import { formatElapsed } from "@/lib/format";

import type { SpeakerRole, TranscriptPreview } from "../api/import-interview";

const ROLES = ["interviewer", "candidate", "left_out"] as const;

interface SpeakerRolesProps {
  preview: TranscriptPreview;
  roles: Record<string, SpeakerRole>;
  onChange: (roles: Record<string, SpeakerRole>) => void;
}

export function SpeakerRoles({ preview, roles, onChange }: SpeakerRolesProps) {
  const { t } = useTranslation(["interviews", "common"]);
  const options = ROLES.map((value) => ({ value, label: t(`import.roles.${value}`) }));
  return (
    <>
      <ul aria-label={t("import.speakers")} className="flex flex-col gap-3">
        {preview.speakers.map(({ name, lineCount, sample }) => (
          <li key={name} className="grid items-start gap-x-4 gap-y-1.5 sm:grid-cols-[1fr_12rem]">
            <div className="min-w-0">
              <p className="font-medium break-words">
                {name}{" "}
                <span className="text-sm font-normal text-muted">
                  {t("import.lines", { count: lineCount })}
                </span>
              </p>
              <p className="line-clamp-2 text-sm break-words text-muted">{sample}</p>
            </div>
            <Select
              aria-label={t("import.roleOf", { name })}
              value={roles[name] ?? "left_out"}
              onChange={(role) => onChange({ ...roles, [name]: role })}
              options={options}
            />
          </li>
        ))}
      </ul>
      <section aria-label={t("import.firstLines")}>
        <h3 className="mb-1.5 text-sm font-medium">{t("import.firstLines")}</h3>
        <ol
          // A scrolling region must be reachable by keyboard.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-48 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-sm"
        >
          {preview.lines
            .filter(({ speaker }) => roles[speaker] !== "left_out")
            .map(({ speaker, text, startSeconds }, index) => (
              <li key={index} className="py-0.5 break-words">
                <span className="font-mono text-xs text-faint tabular-nums">
                  {formatElapsed(startSeconds)}
                </span>{" "}
                <span className="font-medium">
                  {t("common:labeled", {
                    label: t(`import.roles.${roles[speaker] ?? "left_out"}`),
                  })}
                </span>{" "}
                {text}
              </li>
            ))}
        </ol>
      </section>
    </>
  );
}
