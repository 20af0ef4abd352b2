/** History of the user's credits and documents. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { LedgerTable } from "@/components/ledger-table";
import { PagedList } from "@/components/paged-list";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

import { ledgerQuery } from "../api/ledger";

export function LedgerSection() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const list = useQuery(ledgerQuery(page));
  return (
    <Card title={t("ledger.title")}>
      <PagedList
        list={list}
        page={page}
        onPage={setPage}
        failedTitle={t("ledger.failed")}
        pagesLabel={t("ledger.pages")}
        skeleton={
          <div role="status" aria-label={t("ledger.loading")} className="flex flex-col gap-3">
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </div>
        }
        empty={<p className="text-base text-muted">{t("ledger.empty")}</p>}
      >
        {(entries) => <LedgerTable entries={entries} />}
      </PagedList>
    </Card>
  );
}
