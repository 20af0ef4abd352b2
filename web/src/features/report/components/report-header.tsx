import { Printer, RefreshCw } from "lucide-react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatDate } from "@/lib/format";

interface ReportHeaderProps {
  candidateName: string;
  position: string;
  createdAt: string;
  modelName: string | null;
  isRefreshing: boolean;
  onRefresh: () => void;
}

export function ReportHeader(props: ReportHeaderProps) {
  const written = [
    formatDate(props.createdAt),
    props.modelName && `written with ${props.modelName}`,
  ];
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">Interview report</p>
        <h2 className="mt-0.5 text-xl font-semibold tracking-tight break-words">
          {props.candidateName || "Unknown"}
        </h2>
        <p className="mt-0.5 text-md">{props.position || "Not specified"}</p>
        <p className="mt-1 text-sm text-muted">{written.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="flex items-center gap-1 print:hidden">
        <Button icon={RefreshCw} busy={props.isRefreshing} onClick={props.onRefresh}>
          Refresh
        </Button>
        <IconButton icon={Printer} label="Print" onClick={() => window.print()} />
      </div>
    </header>
  );
}
