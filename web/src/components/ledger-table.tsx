/** Table of the changes of a user's credits and documents. */
import { useTranslation } from "react-i18next";

import type { Schemas } from "@/api/types";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { formatDateTime, formatNumber } from "@/lib/format";

type LedgerRow = Schemas["LedgerEntryView"];

/** With the sign, also for an increase. */
const formatChange = (amount: number) =>
  amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount);

function EntryRow({ entry }: { entry: LedgerRow }) {
  const { t } = useTranslation();
  const kind =
    entry.kind === "charge" ? t(`ledger.charges.${entry.unit}`) : t(`ledger.kinds.${entry.kind}`);
  return (
    <Row>
      <Cell className="h-11">
        {kind}
        <span className="block text-sm text-muted sm:hidden">
          {t(`ledger.units.${entry.unit}`)}, {formatDateTime(entry.createdAt)}
        </span>
      </Cell>
      <Cell className="h-11 text-muted max-sm:hidden">{t(`ledger.units.${entry.unit}`)}</Cell>
      <Cell
        className={cn(
          "h-11 text-right font-mono tabular-nums",
          entry.amount > 0 && "text-accent-ink",
        )}
      >
        {formatChange(entry.amount)}
      </Cell>
      <Cell className="h-11 text-right font-mono text-muted tabular-nums">
        {formatNumber(entry.balance)}
      </Cell>
      <Cell className="h-11 whitespace-nowrap text-muted tabular-nums max-sm:hidden">
        {formatDateTime(entry.createdAt)}
      </Cell>
    </Row>
  );
}

export function LedgerTable({ entries }: { entries: readonly LedgerRow[] }) {
  const { t } = useTranslation();
  return (
    <Table aria-label={t("ledger.title")}>
      <thead>
        <tr>
          <HeadCell>{t("ledger.what")}</HeadCell>
          <HeadCell className="max-sm:hidden">{t("ledger.unit")}</HeadCell>
          <HeadCell className="text-right">{t("ledger.change")}</HeadCell>
          <HeadCell className="text-right">{t("ledger.balance")}</HeadCell>
          <HeadCell className="max-sm:hidden">{t("ledger.when")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry._id} entry={entry} />
        ))}
      </tbody>
    </Table>
  );
}
