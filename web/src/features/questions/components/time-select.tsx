/** Select for the estimated time of a question. */
import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";

import type { EstimatedTime } from "../api/types";
import { ESTIMATED_TIMES } from "../lib/distribution";

interface TimeSelectProps {
  minutes: number;
  onChange: (minutes: EstimatedTime) => void;
  id?: string;
  "aria-label"?: string;
}

export function TimeSelect({ minutes, onChange, ...rest }: TimeSelectProps) {
  const { t } = useTranslation("questions");
  return (
    <Select
      {...rest}
      value={String(minutes)}
      onChange={(value) => {
        const chosen = ESTIMATED_TIMES.find((choice) => String(choice) === value);
        if (chosen) onChange(chosen);
      }}
      options={ESTIMATED_TIMES.map((choice) => ({
        value: String(choice),
        label: t("minutes", { minutes: choice }),
      }))}
    />
  );
}
