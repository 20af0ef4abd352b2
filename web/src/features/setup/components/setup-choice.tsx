/** Choice between a new server and one from a backup. */
import { RadioGroup } from "radix-ui";
import { useTranslation } from "react-i18next";

const WAYS = ["new", "restore"] as const;
export type SetupWay = (typeof WAYS)[number];

interface SetupChoiceProps {
  value: SetupWay;
  onChange: (way: SetupWay) => void;
}

export function SetupChoice({ value, onChange }: SetupChoiceProps) {
  const { t } = useTranslation("auth");
  return (
    <RadioGroup.Root
      aria-label={t("setup.way")}
      value={value}
      onValueChange={(next) => onChange(next as SetupWay)}
      className="mb-6 grid gap-2"
    >
      {WAYS.map((way) => (
        <RadioGroup.Item
          key={way}
          value={way}
          aria-labelledby={`way-${way}`}
          aria-describedby={`way-${way}-text`}
          className="group flex min-h-11 items-start gap-3 rounded-lg border border-line px-3.5 py-3 text-left transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span className="mt-1 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong group-data-[state=checked]:border-accent">
            <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
          </span>
          <span className="min-w-0">
            <span id={`way-${way}`} className="block text-base font-medium">
              {t(`setup.ways.${way}.name`)}
            </span>
            <span id={`way-${way}-text`} className="block text-sm text-muted">
              {t(`setup.ways.${way}.text`)}
            </span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
