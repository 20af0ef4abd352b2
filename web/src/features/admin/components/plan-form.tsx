/** Form with which an admin changes one plan. */
import { RotateCcw } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";

import { useChangePlan, type AdminPlan } from "../api/plans";
import {
  findDraftProblems,
  isFree,
  toPlanChange,
  toPlanDraft,
  type PlanDraft,
  type PlanProblem,
} from "../lib/plan-draft";

function isSame(one: PlanDraft, other: PlanDraft): boolean {
  return (Object.keys(one) as (keyof PlanDraft)[]).every((name) => one[name] === other[name]);
}

export function PlanForm({ plan, otherNames }: { plan: AdminPlan; otherNames: readonly string[] }) {
  const { t } = useTranslation(["admin", "common"]);
  const toast = useToast();
  const change = useChangePlan(plan.key);
  const saved = toPlanDraft(plan, plan.values);
  const defaults = { ...toPlanDraft(plan, plan.defaults), stripePrice: saved.stripePrice };
  const [draft, setDraft] = useState(saved);
  const [problems, setProblems] = useState<Partial<Record<keyof PlanDraft, PlanProblem>>>({});
  const free = isFree(plan);
  const { displayName } = plan.values;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = findDraftProblems(draft, otherNames);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    change.mutate(toPlanChange(plan, draft), {
      onSuccess: (plans) => {
        const stored = plans.find(({ key }) => key === plan.key);
        if (stored) setDraft(toPlanDraft(stored, stored.values));
        toast.show(t("plans.saved"));
      },
    });
  };
  const error = (name: keyof PlanDraft) => {
    const problem = problems[name];
    return problem && t(`plans.problems.${problem}`);
  };
  const input = (name: keyof PlanDraft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
    autoComplete: "off",
  });
  const number = (name: keyof PlanDraft) => ({
    ...input(name),
    inputMode: "decimal" as const,
    className: "tabular-nums",
  });

  return (
    <Card
      title={displayName}
      actions={<Badge>{t("plans.users", { count: plan.userCount })}</Badge>}
      className="flex flex-col"
      bodyClassName="grow"
    >
      <form
        noValidate
        onSubmit={submit}
        aria-label={t("plans.form", { plan: displayName })}
        className="flex h-full flex-col gap-4"
      >
        <Field label={t("plans.fields.displayName")} error={error("displayName")}>
          {(control) => <Input {...control} {...input("displayName")} maxLength={40} />}
        </Field>
        {!free && (
          <Field label={t("plans.fields.price")} error={error("price")}>
            {(control) => <Input {...control} {...number("price")} />}
          </Field>
        )}
        <Field
          label={free ? t("plans.fields.startingCredits") : t("plans.fields.credits")}
          hint={free ? t("plans.startHint") : undefined}
          error={error("credits")}
        >
          {(control) => <Input {...control} {...number("credits")} />}
        </Field>
        <Field
          label={free ? t("plans.fields.startingDocuments") : t("plans.fields.documents")}
          error={error("documents")}
        >
          {(control) => <Input {...control} {...number("documents")} />}
        </Field>
        {plan.stripePrice && (
          <Field
            label={t("plans.fields.stripePrice")}
            hint={plan.stripePrice.isLocked ? t("plans.stripeLocked") : t("plans.stripeHint")}
          >
            {(control) => (
              <Input
                {...control}
                {...input("stripePrice")}
                disabled={plan.stripePrice?.isLocked}
                maxLength={200}
                className="font-mono text-sm"
              />
            )}
          </Field>
        )}
        {change.isError && <FormError>{errorText(change.error, t("plans.saveFailed"))}</FormError>}
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
          <Button
            type="submit"
            busy={change.isPending}
            disabled={isSame(draft, saved)}
            aria-label={t("plans.savePlan", { plan: displayName })}
          >
            {t("common:save")}
          </Button>
          {!isSame(draft, defaults) && (
            <Button
              variant="ghost"
              icon={RotateCcw}
              disabled={change.isPending}
              onClick={() => {
                setDraft(defaults);
                setProblems({});
              }}
            >
              {t("plans.useDefaults")}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
