import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Traced } from "@/components/traced";
import { titleCase } from "@/lib/format";

import type { DocumentDetail } from "../api/types";
import { isParsedField, isTold } from "../lib/parsed-fields";

/** What was read from a document: each field under its name, and all of it as JSON. */
export function ParsedData({ data }: { data: NonNullable<DocumentDetail["parsedData"]> }) {
  const { t } = useTranslation("documents");
  const label = useFieldLabel();
  const told = Object.entries(data).filter(([, value]) => isTold(value));
  return (
    <div className="flex flex-col gap-4">
      {told.length === 0 && <p className="text-muted">{t("viewer.nothingParsed")}</p>}
      <dl className="flex flex-col gap-3">
        {told.map(([field, value]) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-sm text-muted">{label(field)}</dt>
            <dd className="min-w-0 break-words">
              {Array.isArray(value) ? (
                <ul className="flex flex-col gap-1">
                  {value.filter(isTold).map((entry: unknown, index) => (
                    <li key={index}>
                      <Traced field={field} value={entry} name={label(field)}>
                        <Value value={entry} />
                      </Traced>
                    </li>
                  ))}
                </ul>
              ) : (
                <Traced field={field} name={label(field)}>
                  <Value value={value} />
                </Traced>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="w-fit text-sm font-medium text-muted hover:text-ink">
          {t("viewer.json")}
        </summary>
        <pre
          // A long text scrolls, so that it must be reachable by keyboard.
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

/** A field that this client does not know is shown as the server names it. */
function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation("documents");
  return (field) =>
    isParsedField(field)
      ? t(`parsedFields.${field}`)
      : titleCase(field.replaceAll(/(?=[A-Z])/gu, " "));
}

function Value({ value }: { value: unknown }): ReactNode {
  const label = useFieldLabel();
  if (typeof value !== "object" || value === null) {
    return <span className="whitespace-pre-line">{String(value)}</span>;
  }
  const parts = Object.entries(value as Record<string, unknown>).filter(([, part]) => isTold(part));
  return (
    <dl className="flex flex-col">
      {parts.map(([field, part]) => (
        <div key={field} className="flex gap-2">
          <dt className="shrink-0 text-sm text-muted after:content-[':']">{label(field)}</dt>
          <dd className="min-w-0 break-words">
            <Value value={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
