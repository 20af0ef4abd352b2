/** Links below the sign-in and registration forms. */
import { ArrowLeft } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { paths } from "@/config/paths";

/** Link to another entry page. */
export function EntryLink(props: ComponentProps<typeof Link>) {
  return (
    <Link
      className="touch-target font-medium text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
      {...props}
    />
  );
}

export function EntryFooter({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("auth");
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {children && <span>{children}</span>}
      <EntryLink to={paths.home}>
        <ArrowLeft size={14} className="mr-1 inline-block align-[-2px]" aria-hidden />
        {t("backToHome")}
      </EntryLink>
    </span>
  );
}
