/** Demo transcript generator, for administrators. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Slider } from "@/components/ui/slider";

import { useGenerateDemo } from "../api/demo";
import {
  canGenerate,
  initialDraft,
  QUESTIONS,
  SCENARIOS,
  SEGMENTS,
  type DemoDraft,
} from "../lib/demo";

interface DemoDialogProps {
  interviewId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGenerated: (lines: number) => void;
}

export function DemoDialog({ interviewId, open, onOpenChange, onGenerated }: DemoDialogProps) {
  const { t } = useTranslation(["rooms", "common"]);
  const [draft, setDraft] = useState<DemoDraft>(initialDraft);
  const { mutate, isPending, error, reset } = useGenerateDemo(interviewId);
  const change = (part: Partial<DemoDraft>) => {
    reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  const generate = () =>
    mutate(draft, {
      onSuccess: ({ data }) => {
        onOpenChange(false);
        onGenerated(data.segments.length);
      },
    });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("demo.title")}
      description={t("demo.text")}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("common:cancel")}</Button>
          <Button
            variant="primary"
            busy={isPending}
            disabled={!canGenerate(draft)}
            onClick={generate}
          >
            {t(isPending ? "demo.generating" : "demo.generate")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t("demo.scenario")}>
          {(field) => (
            <Select
              {...field}
              value={draft.scenario}
              onChange={(scenario) => change({ scenario })}
              options={SCENARIOS.map((value) => ({ value, label: t(`demo.scenarios.${value}`) }))}
            />
          )}
        </Field>
        {draft.scenario === "custom" && (
          <Field label={t("demo.customRole")}>
            {(field) => (
              <Input
                {...field}
                value={draft.customRole}
                maxLength={100}
                onChange={(event) => change({ customRole: event.target.value })}
              />
            )}
          </Field>
        )}
        <NumberSlider
          label={t("demo.segments")}
          value={draft.segmentCount}
          limits={SEGMENTS}
          onChange={(segmentCount) => change({ segmentCount })}
        />
        <Checkbox
          label={t("demo.coverQuestions")}
          checked={draft.coverQuestions}
          onChange={(coverQuestions) => change({ coverQuestions })}
        />
        <NumberSlider
          label={t("demo.questions")}
          value={draft.questionCount}
          limits={QUESTIONS}
          disabled={!draft.coverQuestions}
          onChange={(questionCount) => change({ questionCount })}
        />
        {error && <FormError>{errorText(error, t("demo.failed"))}</FormError>}
      </div>
    </Dialog>
  );
}

interface NumberSliderProps {
  label: string;
  value: number;
  limits: { min: number; max: number; step: number };
  disabled?: boolean;
  onChange: (value: number) => void;
}

function NumberSlider({ label, value, limits, disabled = false, onChange }: NumberSliderProps) {
  return (
    <div>
      <p aria-hidden className="flex justify-between text-sm font-medium">
        <span>{label}</span>
        <span className="tabular-nums">{value}</span>
      </p>
      <Slider
        label={label}
        value={value}
        min={limits.min}
        max={limits.max}
        step={limits.step}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
