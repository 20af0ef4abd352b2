/** Explains how to get another plan or more credits where administrators grant them. */
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { currentUserQuery } from "@/api/current-user";
import { siteQuery } from "@/api/site";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

export function HowToChange({ isUsedUp = false }: { isUsedUp?: boolean }) {
  const { t } = useTranslation("account");
  const site = useQuery(siteQuery);
  const user = useQuery(currentUserQuery);
  const contactUrl = site.data?.contactUrl ?? null;
  const isAdmin = user.data?.role === "admin";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-sunken px-5 py-4">
      <div className="max-w-prose">
        <h2 className="font-semibold">{t(isUsedUp ? "plans.usedUpTitle" : "plans.howTitle")}</h2>
        <p className="mt-0.5 text-base text-muted">{t(isAdmin ? "plans.howAdmin" : "plans.how")}</p>
      </div>
      {isAdmin && user.data && (
        <Link to={paths.adminUser.to(user.data._id)} className={buttonClass("primary")}>
          <UsersRound size={16} aria-hidden /> {t("plans.ownBilling")}
        </Link>
      )}
      {contactUrl !== null && !isAdmin && (
        <a
          href={contactUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("primary")}
        >
          <ExternalLink size={16} aria-hidden /> {t("plans.contact")}
        </a>
      )}
    </div>
  );
}
