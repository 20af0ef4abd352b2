/** Notice that no more interviews can start on this server now. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { capacityQuery } from "@/api/capacity";

import { Banner } from "./ui/banner";

/** For an interview that has not started. The server decides at the start, so that nothing is locked here. */
export function ServerFullNotice({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(capacityQuery);
  if (data?.isFull !== true) return null;
  return (
    <Banner tone="info" {...(className === undefined ? {} : { className })}>
      {t("serverFull", { count: data.maxRunning ?? 0 })}
    </Banner>
  );
}
