/** Button that downloads a filtered list as CSV. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { ServerFile } from "@/api/download";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { saveFile } from "@/lib/save-file";

interface ExportListProps {
  read: () => Promise<ServerFile>;
  /** File name used if the server sends none. */
  name: string;
  /** Where a page has more than one export. */
  label?: string;
}

export function ExportList({ read, name, label }: ExportListProps) {
  const { t } = useTranslation("records");
  const toast = useToast();
  const download = useMutation({
    mutationFn: read,
    onSuccess: (file) => saveFile(file.content, file.name ?? name),
    onError: () => toast.show(t("export.failed"), "error"),
  });
  return (
    <Button icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
      {label ?? t("export.label")}
    </Button>
  );
}
