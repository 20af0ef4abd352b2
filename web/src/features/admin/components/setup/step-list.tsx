/** Links to all pages of the setup, with what is done or skipped. */
import { Check, Circle, CircleDashed, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";

import { paths } from "@/config/paths";
import { useCurrentInView } from "@/hooks/use-current-in-view";
import { cn } from "@/lib/cn";

import type { SetupStep } from "../../api/types";
import { PAGES, type PageKey } from "./step-names";

const ICONS = { done: Check, skipped: Minus };

interface StepListProps {
  current: PageKey;
  steps: readonly SetupStep[];
}

export function StepList({ current, steps }: StepListProps) {
  const { t } = useTranslation("setup");
  const row = useCurrentInView<HTMLOListElement>('[aria-current="page"]', current);
  return (
    <nav aria-label={t("steps")} className="min-w-0">
      <p className="text-sm text-muted lg:hidden">
        {t("stepOf", { step: PAGES.indexOf(current) + 1, count: PAGES.length })}
      </p>
      <ol
        ref={row}
        // Positioned, because hidden texts in it would otherwise widen the page.
        className="relative flex gap-1 max-lg:-mx-4 max-lg:[scrollbar-width:none] max-lg:overflow-x-auto max-lg:px-4 max-lg:py-2 lg:flex-col"
      >
        {PAGES.map((page) => {
          const outcome = steps.find((step) => step.key === page)?.outcome ?? null;
          const Icon = outcome ? ICONS[outcome] : page === current ? Circle : CircleDashed;
          return (
            <li key={page} className="shrink-0">
              <NavLink
                to={paths.adminSetup.to(page)}
                className={({ isActive }) =>
                  cn(
                    "flex h-9 items-center gap-2.5 rounded-md px-2.5 text-base transition-colors hover:bg-hover hover:text-ink max-lg:border max-lg:border-line max-lg:bg-surface pointer-coarse:h-11",
                    isActive ? "bg-hover font-medium text-ink" : "text-muted",
                  )
                }
              >
                <Icon
                  size={16}
                  className={cn("shrink-0", outcome === "done" && "text-accent")}
                  aria-hidden
                />
                <span>
                  {t(`pages.${page}.name`)}{" "}
                  {outcome && <span className="sr-only">({t(`outcomes.${outcome}`)})</span>}
                </span>
              </NavLink>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
