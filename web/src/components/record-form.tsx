/** Edit form of a record. */
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { UnsavedGuard } from "@/components/unsaved-guard";

/** Whether the save failed because the record was changed after the form was opened. */
export function isEditedMeanwhile(error: unknown): boolean {
  return isApiError(error, "EDITED_MEANWHILE");
}

interface RecordFormProps {
  children: ReactNode;
  onSave: () => void;
  onClose: () => void;
  /** Replaces the entered values with the newer version. */
  onReload: () => void;
  isSaving: boolean;
  isUnsaved: boolean;
  isConflict: boolean;
  /** Error above the buttons. */
  error: string | null;
}

/** Edit form of a record. Enter saves, Escape cancels; in multi-line fields, Enter starts a new line. */
export function RecordForm(props: RecordFormProps) {
  const { t } = useTranslation(["records", "common"]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input")?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // An open list closes first, and a dialog is not part of the form.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (event.key === "Escape") props.onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.onSave();
    }
  };
  return (
    // Key handler of the whole form, whichever field has the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="flex flex-col gap-6"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave();
      }}
    >
      {props.children}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {props.isConflict ? (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warning-soft px-4 py-3 text-warning-ink"
          >
            <p>
              {t("form.meanwhile")} {t("form.newerText")}
            </p>
            <Button size="sm" onClick={props.onReload}>
              {t("form.newer")}
            </Button>
          </div>
        ) : (
          props.error && (
            <p role="alert" className="text-danger-ink">
              {props.error}
            </p>
          )
        )}
        <div className="flex items-center justify-end gap-2">
          <p className="mr-auto text-sm text-muted max-sm:hidden">{t("form.keys")}</p>
          <Button variant="ghost" onClick={props.onClose}>
            {t("common:cancel")}
          </Button>
          <Button variant="primary" type="submit" busy={props.isSaving}>
            {t("common:save")}
          </Button>
        </div>
      </div>
      <UnsavedGuard isUnsaved={props.isUnsaved && !props.isSaving} />
    </form>
  );
}
