/** Extracted information of a document: labeled fields, and all of it as JSON. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Traced } from "@/components/traced";
import { Badge } from "@/components/ui/badge";
import { fieldLabel, hasContent } from "@/lib/record-fields";
import { isShortName } from "@/lib/short-name";

import type { DocumentDetail } from "../api/types";

export function ParsedData({ data }: { data: NonNullable<DocumentDetail["parsedData"]> }) {
  const { t } = useTranslation("documents");
  const { t: tField } = useTranslation("records");
  const label = (field: string) => fieldLabel(tField, field);
  const entries = Object.entries(data).filter(([, value]) => hasContent(value));
  return (
    <div className="flex flex-col gap-4">
      {entries.length === 0 && <p className="text-muted">{t("viewer.nothingParsed")}</p>}
      <dl className="flex flex-col gap-3">
        {entries.map(([field, value]) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-sm text-muted">{label(field)}</dt>
            <dd className="min-w-0 break-words">
              <FieldValue field={field} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="w-fit text-sm font-medium text-muted hover:text-ink">
          {t("viewer.json")}
        </summary>
        <pre
          // Focusable, so that a long text can be scrolled by keyboard.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-2 max-h-80 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
        >
          {JSON.stringify(data, null, 2)}
        </pre>
      </details>
    </div>
  );
}

function isShortList(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((entry) => typeof entry === "string" && isShortName(entry))
  );
}

/** Value of a field; each list entry links to its place in the text. */
function FieldValue({ field, value }: { field: string; value: unknown }) {
  const { t } = useTranslation("records");
  const name = fieldLabel(t, field);
  if (isShortList(value)) {
    return (
      <ul className="flex flex-wrap gap-1.5">
        {value.filter(hasContent).map((entry) => (
          <li key={entry}>
            <Traced field={field} value={entry} name={entry} chip>
              <Badge>{entry}</Badge>
            </Traced>
          </li>
        ))}
      </ul>
    );
  }
  if (!Array.isArray(value)) {
    return (
      <Traced field={field} name={name}>
        <Value value={value} />
      </Traced>
    );
  }
  return (
    <ul className="flex flex-col gap-2">
      {value.filter(hasContent).map((entry: unknown, index) => (
        <li key={index}>
          <Traced field={field} value={entry} name={name}>
            <Value value={entry} />
          </Traced>
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: unknown }): ReactNode {
  const { t } = useTranslation("records");
  if (typeof value !== "object" || value === null) {
    return <span className="whitespace-pre-line">{String(value)}</span>;
  }
  const parts = Object.entries(value as Record<string, unknown>).filter(([, part]) =>
    hasContent(part),
  );
  return (
    <dl className="flex flex-col">
      {parts.map(([field, part]) => (
        <div key={field} className="flex gap-2">
          <dt className="shrink-0 text-sm text-muted after:content-[':']">
            {fieldLabel(t, field)}
          </dt>
          <dd className="min-w-0 break-words">
            <Value value={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
