/** Page navigation below a list; renders nothing for a single page. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Pagination as Pages } from "@/api/types";
import { formatNumber } from "@/lib/format";

import { Button } from "./button";

interface PaginationProps {
  pages: Pages;
  onPage: (page: number) => void;
  label: string;
}

export function Pagination({ pages, onPage, label }: PaginationProps) {
  const { t } = useTranslation();
  if (pages.totalPages <= 1) return null;
  const first = (pages.page - 1) * pages.limit + 1;
  const last = Math.min(pages.page * pages.limit, pages.total);
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3">
      <p className="text-sm text-muted tabular-nums">
        {t("pages.range", {
          first: formatNumber(first),
          last: formatNumber(last),
          total: formatNumber(pages.total),
        })}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          icon={ChevronLeft}
          disabled={pages.page <= 1}
          onClick={() => onPage(pages.page - 1)}
        >
          {t("pages.previous")}
        </Button>
        <Button size="sm" disabled={!pages.hasMore} onClick={() => onPage(pages.page + 1)}>
          {t("pages.next")}
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
