/** Badge of a recommendation or decision. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";

import type { Outcome } from "../api/types";

const TONES: Record<Outcome, BadgeTone> = {
  advance: "success",
  hold: "warning",
  reject: "danger",
};

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("review");
  return <Badge tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>;
}
