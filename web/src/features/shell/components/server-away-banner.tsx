/** Shown while the server does not respond. Once it does, the page's data is reloaded. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

export function ServerAwayBanner({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
  const { t } = useTranslation("shell");
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      void queryClient.invalidateQueries();
    },
    [queryClient],
  );
  return (
    <Banner
      tone="danger"
      className="sm:px-6 print:hidden"
      action={
        <Button size="sm" busy={trying} onClick={onRetry}>
          {t("away.retry")}
        </Button>
      }
    >
      {t("away.text")}
    </Banner>
  );
}
