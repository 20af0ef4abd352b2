/** Score from 1 to 10, or 'cannot judge'; one tab stop, arrow keys choose. */
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { useTranslation } from "react-i18next";

const SCORES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const NONE = "none";

interface ScoreScaleProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

export function ScoreScale({ label, value, onChange }: ScoreScaleProps) {
  const { t } = useTranslation("review");
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-sm font-medium">
        {label}
      </p>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value === null ? NONE : String(value)}
        onValueChange={(next) => onChange(next === NONE ? null : Number(next))}
        className="flex flex-wrap gap-1"
      >
        {SCORES.map((score) => (
          <Item
            key={score}
            value={String(score)}
            className="w-8 font-mono tabular-nums data-[state=checked]:bg-accent data-[state=checked]:text-on-accent"
          >
            {score}
          </Item>
        ))}
        {/* Quieter than a score: it is where everyone starts. */}
        <Item
          value={NONE}
          className="border border-transparent px-2.5 data-[state=checked]:border-line-strong data-[state=checked]:bg-surface data-[state=checked]:text-ink"
        >
          {t("form.cannotJudge")}
        </Item>
      </RadioGroup.Root>
      <p aria-hidden className="text-xs text-muted">
        {t("form.scale")}
      </p>
    </div>
  );
}

interface ItemProps {
  value: string;
  className: string;
  children: React.ReactNode;
}

function Item({ value, className, children }: ItemProps) {
  return (
    <RadioGroup.Item
      value={value}
      className={`h-8 rounded-md bg-sunken text-sm text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11 ${className}`}
    >
      {children}
    </RadioGroup.Item>
  );
}
