/** Dialog 'Generate Interview Questions': counts per category, difficulty and sources. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Difficulty } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Slider } from "@/components/ui/slider";
import { Textarea } from "@/components/ui/textarea";

import { CATEGORIES } from "../lib/categories";
import {
  countTotal,
  DIFFICULTIES,
  EMPTY_DISTRIBUTION,
  MAX_QUESTIONS,
  parseFocusAreas,
  parseLines,
  SLIDER_MAX,
  sliderCap,
  withCategory,
} from "../lib/distribution";
import type { GenerationChoice } from "../lib/generation-choice";

const MAX_OWN_LINES = 5;
const MAX_OWN_LINE_CHARACTERS = 200;

interface GenerateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Number of questions that still fit. */
  capacity: number;
  hasProfile: boolean;
  hasJob: boolean;
  /** Difficulty to begin with; null for the middle. */
  jobLevel: Difficulty | null;
  isGenerating: boolean;
  onGenerate: (choice: GenerationChoice) => void;
}

export function GenerateDialog(props: GenerateDialogProps) {
  const { t } = useTranslation(["questions", "common"]);
  const { open, onOpenChange, capacity, hasProfile, hasJob, jobLevel, isGenerating, onGenerate } =
    props;
  const [distribution, setDistribution] = useState(EMPTY_DISTRIBUTION);
  const [difficulty, setDifficulty] = useState<Difficulty>(jobLevel ?? "mid");
  const [focus, setFocus] = useState("");
  const [own, setOwn] = useState("");
  const [wantsProfile, setWantsProfile] = useState(true);
  const [wantsJob, setWantsJob] = useState(true);
  const total = countTotal(distribution);
  const ownLines = parseLines(own)
    .slice(0, MAX_OWN_LINES)
    .map((line) => line.slice(0, MAX_OWN_LINE_CHARACTERS));
  const hasTooManyLines = ownLines.length > total && total > 0;

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("generate.title")}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={isGenerating}
            disabled={total === 0 || hasTooManyLines}
            onClick={() =>
              onGenerate({
                distribution,
                difficulty,
                focusAreas: parseFocusAreas(focus),
                ownLines,
                usesProfile: hasProfile && wantsProfile,
                usesJob: hasJob && wantsJob,
              })
            }
          >
            {isGenerating ? t("generate.busy") : t("generate.confirm", { count: total })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div>
          {CATEGORIES.map((category) => (
            <div key={category} className="flex items-center gap-4">
              <div className="w-52 shrink-0 py-1.5 max-sm:w-28">
                <p className="font-medium">{t(`common:questionCategories.${category}`)}</p>
                <p className="text-xs text-muted max-sm:hidden">
                  {t(`generate.hints.${category}`)}
                </p>
              </div>
              <Slider
                label={t(`common:questionCategories.${category}`)}
                max={SLIDER_MAX}
                value={distribution[category]}
                disabled={sliderCap(distribution, category, capacity) === 0}
                onChange={(value) =>
                  setDistribution((old) => withCategory(old, category, value, capacity))
                }
              />
              <span className="w-6 text-right font-mono tabular-nums">
                {distribution[category]}
              </span>
            </div>
          ))}
          <p className="mt-2 flex justify-between border-t border-line pt-2 text-sm text-muted">
            <span>
              {total < capacity
                ? t("generate.remaining", { count: capacity - total })
                : t("generate.limit", { max: MAX_QUESTIONS })}
            </span>
            <span className="font-mono text-ink tabular-nums">
              {total} / {capacity}
            </span>
          </p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("generate.difficulty")}>
            {(control) => (
              <Select
                {...control}
                value={difficulty}
                onChange={setDifficulty}
                options={DIFFICULTIES.map((value) => ({
                  value,
                  label: t(`generate.difficulties.${value}`),
                }))}
              />
            )}
          </Field>
          <Field label={t("generate.focus")} optional hint={t("generate.focusHint")}>
            {(control) => (
              <Input
                {...control}
                value={focus}
                onChange={(event) => setFocus(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field
          label={t("generate.own")}
          optional
          hint={t("generate.ownHint")}
          {...(hasTooManyLines ? { error: t("generate.ownTooMany") } : {})}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={MAX_OWN_LINES * MAX_OWN_LINE_CHARACTERS}
              value={own}
              onChange={(event) => setOwn(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-2 text-sm font-medium">{t("generate.from")}</legend>
          <Checkbox
            label={t("generate.profile")}
            {...(hasProfile ? {} : { hint: t("generate.noProfile") })}
            disabled={!hasProfile}
            checked={hasProfile && wantsProfile}
            onChange={setWantsProfile}
          />
          <Checkbox
            label={t("generate.job")}
            {...(hasJob ? {} : { hint: t("generate.noJob") })}
            disabled={!hasJob}
            checked={hasJob && wantsJob}
            onChange={setWantsJob}
          />
        </fieldset>
      </div>
    </Dialog>
  );
}
