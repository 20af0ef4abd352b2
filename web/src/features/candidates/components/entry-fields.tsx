/** Fields of the positions and education entries of a CV. */
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext, type FieldPath } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

import { DATE, type ProfileDraft } from "../lib/draft";

/** Fields of the positions in a CV, with buttons to add and remove one. */
export function ExperienceFields() {
  const { t } = useTranslation("candidates");
  const { control } = useFormContext<ProfileDraft>();
  const entries = useFieldArray({ control, name: "experience" });
  return (
    <EntryList
      heading={t("sections.experience")}
      addLabel={t("form.addExperience")}
      onAdd={() => entries.append({ title: "", company: "", start: "", end: "", description: "" })}
    >
      {entries.fields.map(({ id }, index) => (
        <Entry
          key={id}
          name={t("form.experience", { number: index + 1 })}
          onRemove={() => entries.remove(index)}
        >
          <TextField label={t("form.title")} path={`experience.${index}.title`} />
          <TextField label={t("form.company")} path={`experience.${index}.company`} />
          <DateField label={t("form.start")} path={`experience.${index}.start`} />
          <DateField
            label={t("form.end")}
            hint={t("form.endHint")}
            path={`experience.${index}.end`}
          />
          <TextField
            label={t("form.description")}
            path={`experience.${index}.description`}
            isLong
          />
        </Entry>
      ))}
    </EntryList>
  );
}

/** Fields of the education entries in a CV. */
export function EducationFields() {
  const { t } = useTranslation("candidates");
  const { control } = useFormContext<ProfileDraft>();
  const entries = useFieldArray({ control, name: "education" });
  return (
    <EntryList
      heading={t("sections.education")}
      addLabel={t("form.addEducation")}
      onAdd={() => entries.append({ degree: "", institution: "", start: "", end: "" })}
    >
      {entries.fields.map(({ id }, index) => (
        <Entry
          key={id}
          name={t("form.education", { number: index + 1 })}
          onRemove={() => entries.remove(index)}
        >
          <TextField label={t("form.degree")} path={`education.${index}.degree`} />
          <TextField label={t("form.institution")} path={`education.${index}.institution`} />
          <DateField label={t("form.start")} path={`education.${index}.start`} />
          <DateField label={t("form.end")} path={`education.${index}.end`} />
        </Entry>
      ))}
    </EntryList>
  );
}

interface EntryListProps {
  heading: string;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

function EntryList({ heading, addLabel, onAdd, children }: EntryListProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">{heading}</legend>
      {children}
      <Button size="sm" icon={Plus} className="self-start" onClick={onAdd}>
        {addLabel}
      </Button>
    </fieldset>
  );
}

interface EntryProps {
  name: string;
  onRemove: () => void;
  children: ReactNode;
}

function Entry({ name, onRemove, children }: EntryProps) {
  const { t } = useTranslation("candidates");
  return (
    <div role="group" aria-label={name} className="rounded-lg border border-line p-3">
      <div className="-mt-1 mb-1 flex items-center justify-between">
        <p className="text-sm text-muted">{name}</p>
        <IconButton
          label={t("form.remove", { entry: name })}
          icon={Trash2}
          size="sm"
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </div>
  );
}

interface TextFieldProps {
  label: string;
  path: FieldPath<ProfileDraft>;
  isLong?: boolean;
}

function TextField({ label, path, isLong = false }: TextFieldProps) {
  const { register } = useFormContext<ProfileDraft>();
  return (
    <Field label={label} className={isLong ? "sm:col-span-2" : ""}>
      {(control) =>
        isLong ? (
          <Textarea {...control} rows={3} {...register(path)} />
        ) : (
          <Input {...control} autoComplete="off" {...register(path)} />
        )
      }
    </Field>
  );
}

interface DateFieldProps {
  label: string;
  hint?: string;
  path: FieldPath<ProfileDraft>;
}

function DateField({ label, hint, path }: DateFieldProps) {
  const { t } = useTranslation("candidates");
  const { register, getFieldState, formState } = useFormContext<ProfileDraft>();
  return (
    <Field
      label={label}
      hint={hint ?? t("form.dateHint")}
      error={getFieldState(path, formState).error?.message}
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          className="tabular-nums"
          {...register(path, { pattern: { value: DATE, message: t("form.dateWrong") } })}
        />
      )}
    </Field>
  );
}
