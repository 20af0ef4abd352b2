import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";

import { api } from "@/api/client";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";
import { listQueryOf, type ListView } from "@/hooks/use-list-view";
import { saveFile } from "@/lib/save-file";

/** Saves the list as it is shown, all its pages, for a spreadsheet. */
export function ExportList({ path, view, name }: { path: string; view: ListView; name: string }) {
  const { t } = useTranslation("records");
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => {
      const query = { ...listQueryOf(view), page: null };
      return api.file(path, { query, timeoutMs: SLOW_CALL_TIMEOUT_MS });
    },
    onSuccess: (file) => saveFile(file.content, file.name ?? name),
    onError: () => toast.show(t("export.failed"), "error"),
  });
  return (
    <Button icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
      {t("export.label")}
    </Button>
  );
}
