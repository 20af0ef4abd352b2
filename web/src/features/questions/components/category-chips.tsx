/** Category filter with counts. */
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import { CATEGORIES, type CategoryFilter } from "../lib/categories";

const FILTERS = ["all", ...CATEGORIES] as const;

interface CategoryChipsProps {
  counts: Record<CategoryFilter, number>;
  chosen: CategoryFilter;
  onChoose: (category: CategoryFilter) => void;
}

export function CategoryChips({ counts, chosen, onChoose }: CategoryChipsProps) {
  const { t } = useTranslation(["questions", "common"]);
  return (
    <div role="group" aria-label={t("chips.label")} className="flex flex-wrap gap-1.5">
      {FILTERS.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={chosen === category}
          onClick={() => onChoose(category)}
          className={cn(
            "touch-target inline-flex h-7 items-center gap-1.5 rounded-full border px-3 text-sm font-medium transition-colors",
            chosen === category
              ? "border-accent bg-accent-soft text-accent-ink"
              : "border-line text-muted hover:bg-hover hover:text-ink",
          )}
        >
          {category === "all" ? t("chips.all") : t(`common:questionCategories.${category}`)}
          <span className="tabular-nums opacity-75">{counts[category]}</span>
        </button>
      ))}
    </div>
  );
}
