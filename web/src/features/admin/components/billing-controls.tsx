/** Controls with which an admin changes the plan, balances and renewal of a user. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import { titleCase } from "@/lib/format";

import { useChangeBilling, type BillingChange, type PlanKey } from "../api/billing-actions";
import { adminPlansQuery } from "../api/plans";
import type { BillingAccount } from "../api/types";
import { fromLocalInput, readAmount, toLocalInput } from "../lib/billing-input";

interface ControlProps {
  busy: boolean;
  onChange: (change: BillingChange) => void;
}

/** One line: a labeled control and its button. */
function Line({
  label,
  hint,
  error,
  button,
  buttonLabel,
  busy,
  onSubmit,
  children,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  button: string;
  /** Name for screen readers: several buttons say 'Set'. */
  buttonLabel: string;
  busy: boolean;
  onSubmit: () => void;
  children: (control: { id: string; "aria-describedby": string | undefined }) => ReactNode;
}) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="min-w-0">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            {children(control)}
            <Button type="submit" disabled={busy} aria-label={buttonLabel}>
              {button}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

interface AmountProps extends ControlProps {
  label: string;
  hint?: string;
  button: string;
  value: number;
  toChange: (amount: number) => BillingChange | null;
}

function Amount({ label, hint, button, value, toChange, busy, onChange }: AmountProps) {
  const { t } = useTranslation("admin");
  const [text, setText] = useState(String(value));
  const [isInvalid, setIsInvalid] = useState(false);
  const submit = () => {
    const amount = readAmount(text);
    setIsInvalid(amount === null);
    const change = amount === null ? null : toChange(amount);
    if (change) onChange(change);
  };
  return (
    <Line
      label={label}
      hint={hint}
      error={isInvalid ? t("billing.amountInvalid") : undefined}
      button={button}
      buttonLabel={`${button}: ${label}`}
      busy={busy}
      onSubmit={submit}
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-auto min-w-0 grow basis-24 tabular-nums"
        />
      )}
    </Line>
  );
}

const PLAN_KEYS: readonly PlanKey[] = ["free", "starter", "growth"];

function PlanControl({ plan, busy, onChange }: ControlProps & { plan: PlanKey }) {
  const { t } = useTranslation("admin");
  const [chosen, setChosen] = useState(plan);
  const plans = useQuery(adminPlansQuery);
  const options = PLAN_KEYS.map((value) => {
    const found = plans.data?.find(({ key }) => key === value);
    return { value, label: found?.values.displayName ?? titleCase(value) };
  });
  return (
    <Line
      label={t("billing.plan")}
      hint={t("billing.planHint")}
      button={t("billing.update")}
      buttonLabel={t("billing.updatePlan")}
      busy={busy}
      onSubmit={() => onChange({ kind: "plan", plan: chosen })}
    >
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={setChosen}
          options={options}
          className="w-auto min-w-0 grow basis-32"
        />
      )}
    </Line>
  );
}

function RenewalControl({ at, busy, onChange }: ControlProps & { at: string | null }) {
  const { t } = useTranslation("admin");
  const [text, setText] = useState(toLocalInput(at));
  const [isInvalid, setIsInvalid] = useState(false);
  const submit = () => {
    const nextRenewalDate = fromLocalInput(text);
    setIsInvalid(nextRenewalDate === null);
    if (nextRenewalDate !== null) onChange({ kind: "renewal", nextRenewalDate });
  };
  return (
    <Line
      label={t("billing.renewal")}
      error={isInvalid ? t("billing.renewalInvalid") : undefined}
      button={t("billing.updateRenewal")}
      buttonLabel={t("billing.updateRenewal")}
      busy={busy}
      onSubmit={submit}
    >
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-auto min-w-0 grow basis-52"
        />
      )}
    </Line>
  );
}

export function BillingControls({ userId, data }: { userId: string; data: BillingAccount }) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const change = useChangeBilling(userId);
  const [alert, setAlert] = useState<string | null>(null);
  const headingId = useId();
  const { account, status } = data;
  const save = (next: BillingChange) =>
    change.mutate(next, {
      onSuccess: () => toast.show(t("billing.saved")),
      onError: (error) => {
        // The specification fixes this text; the others are shown below the controls.
        if (next.kind === "creditsIncluded") {
          setAlert(t("billing.creditsIncludedFailed", { message: errorText(error, "") }));
        }
      },
    });
  const control = { busy: change.isPending, onChange: save };
  const isShownBelow = change.isError && change.variables.kind !== "creditsIncluded";
  return (
    <section aria-labelledby={headingId} className="border-t border-line p-4">
      <h3 id={headingId} className="sr-only">
        {t("billing.controls")}
      </h3>
      {/* A control begins again with the value that the server has. */}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <PlanControl key={`plan:${account.plan}`} plan={account.plan} {...control} />
        <RenewalControl
          key={`renewal:${status.nextRenewalDate ?? ""}`}
          at={status.nextRenewalDate}
          {...control}
        />
        <Amount
          key={`credits:${status.creditsRemaining}`}
          label={t("billing.creditsRemaining")}
          button={t("billing.set")}
          value={status.creditsRemaining}
          toChange={(amount) =>
            amount === status.creditsRemaining
              ? null
              : { kind: "creditsRemaining", delta: amount - status.creditsRemaining }
          }
          {...control}
        />
        <Amount
          key={`credits-included:${account.creditsIncludedPerMonth}`}
          label={t("billing.creditsIncluded")}
          button={t("billing.set")}
          value={account.creditsIncludedPerMonth}
          toChange={(creditsIncludedPerMonth) => ({
            kind: "creditsIncluded",
            creditsIncludedPerMonth,
          })}
          {...control}
        />
        <Amount
          key={`documents:${status.documents.remaining}`}
          label={t("billing.documentsRemaining")}
          button={t("billing.set")}
          value={status.documents.remaining}
          toChange={(remaining) => ({ kind: "documentsRemaining", remaining })}
          {...control}
        />
        <Amount
          key={`documents-included:${account.documentsIncludedPerMonth}`}
          label={t("billing.documentsIncluded")}
          button={t("billing.set")}
          value={account.documentsIncludedPerMonth}
          toChange={(documentsIncludedPerMonth) => ({
            kind: "documentsIncluded",
            documentsIncludedPerMonth,
          })}
          {...control}
        />
        <Amount
          key={`grant:${status.creditsRemaining}`}
          label={t("billing.grant")}
          hint={t("billing.grantHint")}
          button={t("billing.grantButton")}
          value={10}
          toChange={(credits) =>
            credits === 0 ? null : { kind: "grant", credits, idempotencyKey: crypto.randomUUID() }
          }
          {...control}
        />
      </div>
      {isShownBelow && (
        <div className="mt-4">
          <FormError>{errorText(change.error, t("billing.failed"))}</FormError>
        </div>
      )}
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </section>
  );
}
