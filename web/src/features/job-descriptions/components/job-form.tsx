import { Plus, X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

import type { JobChange, JobDescription } from "../api/types";
import { toChange, type JobDraft } from "../lib/draft";
import { isJobLevel, JOB_LEVELS, JOB_STATUSES } from "../lib/status";

interface JobFormProps {
  job: JobDescription;
  onSave: (change: JobChange) => Promise<unknown>;
  onClose: () => void;
}

function draftOf({ status, parsed }: JobDescription): JobDraft {
  return {
    title: parsed?.title ?? "",
    status,
    level: isJobLevel(parsed?.level) ? parsed.level : "",
    skills: (parsed?.requiredSkills ?? []).join(", "),
    responsibilities: parsed?.responsibilities ?? [],
  };
}

/** Edits a job description. Enter saves, Escape cancels. */
export function JobForm({ job, onSave, onClose }: JobFormProps) {
  const { t } = useTranslation(["jobs", "common"]);
  const [draft, setDraft] = useState(() => draftOf(job));
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (part: Partial<JobDraft>) => setDraft((old) => ({ ...old, ...part }));

  const save = async () => {
    if (draft.title.trim() === "") {
      setError(t("form.titleNeeded"));
      return;
    }
    setIsSaving(true);
    setError(null);
    try {
      await onSave(toChange(draft));
    } catch {
      setError(t("form.failed"));
      setIsSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Escape") onClose();
    // An input sends the form by itself; a responsibility is a text of several lines on screen only.
    if (event.key === "Enter" && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      void save();
    }
  };

  return (
    // The keys of the whole form, whichever field has the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="flex flex-col gap-4"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t("fields.title")}>
        {(control) => (
          <Input
            {...control}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("fields.status")}>
          {(control) => (
            <Select
              {...control}
              value={draft.status}
              onChange={(status) => change({ status })}
              options={JOB_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t("fields.level")}>
          {(control) => (
            <Select
              {...control}
              value={draft.level}
              onChange={(level) => change({ level })}
              placeholder={t("form.levelUnset")}
              options={JOB_LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
            />
          )}
        </Field>
      </div>
      <Field label={t("fields.skills")} hint={t("form.skillsHint")}>
        {(control) => (
          <Input
            {...control}
            value={draft.skills}
            onChange={(event) => change({ skills: event.target.value })}
          />
        )}
      </Field>
      <Responsibilities
        lines={draft.responsibilities}
        onChange={(responsibilities) => change({ responsibilities })}
      />
      {error && (
        <p role="alert" className="text-danger-ink">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button variant="primary" type="submit" busy={isSaving}>
          {t("common:save")}
        </Button>
      </div>
    </form>
  );
}

function Responsibilities({
  lines,
  onChange,
}: {
  lines: string[];
  onChange: (lines: string[]) => void;
}) {
  const { t } = useTranslation("jobs");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("fields.responsibilities")}</legend>
      {lines.map((line, index) => (
        <div key={index} className="flex items-start gap-1">
          <Textarea
            aria-label={t("form.responsibility", { number: index + 1 })}
            rows={1}
            className="field-sizing-content resize-none"
            value={line}
            onChange={(event) =>
              onChange(lines.map((old, at) => (at === index ? event.target.value : old)))
            }
          />
          <IconButton
            label={t("form.removeResponsibility", { number: index + 1 })}
            icon={X}
            onClick={() => onChange(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={Plus}
        className="self-start"
        onClick={() => onChange([...lines, ""])}
      >
        {t("form.addResponsibility")}
      </Button>
    </fieldset>
  );
}
