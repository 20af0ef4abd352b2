/** Every change of a user's credits and documents, for admins. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { LedgerTable } from "@/components/ledger-table";
import { PagedList } from "@/components/paged-list";

import { userLedgerQuery } from "../api/user-queries";
import { ListSkeleton } from "./list-skeleton";

export function UserLedger({ userId }: { userId: string }) {
  const { t } = useTranslation("common");
  const [page, setPage] = useState(1);
  const [isOpen, setIsOpen] = useState(false);
  const list = useQuery({ ...userLedgerQuery(userId, page), enabled: isOpen });
  return (
    <details
      className="border-t border-line p-4"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="touch-target text-base font-medium text-accent-ink">
        {t("ledger.title")}
      </summary>
      {isOpen && (
        <div className="mt-3">
          <PagedList
            list={list}
            page={page}
            onPage={setPage}
            failedTitle={t("ledger.failed")}
            pagesLabel={t("ledger.pages")}
            skeleton={<ListSkeleton label={t("ledger.loading")} rows={3} />}
            empty={<p className="text-base text-muted">{t("ledger.empty")}</p>}
          >
            {(entries) => <LedgerTable entries={entries} />}
          </PagedList>
        </div>
      )}
    </details>
  );
}
