/** Links from the admin dashboard to the other admin pages. */
import { ArrowRight, Clock3, Inbox, Settings, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { Card } from "@/components/ui/card";
import { paths } from "@/config/paths";

const PLACES = [
  {
    to: paths.adminJobs,
    title: "overview.systemJobs",
    text: "overview.systemJobsText",
    open: "overview.openJobs",
    Icon: Clock3,
  },
  {
    to: paths.adminUsers,
    title: "nav.users",
    text: "overview.usersText",
    open: "overview.openUsers",
    Icon: Users,
  },
  {
    to: paths.adminDemoRequests,
    title: "nav.demoRequests",
    text: "overview.demoText",
    open: "overview.openDemo",
    Icon: Inbox,
  },
  {
    to: paths.adminSettings,
    title: "nav.settings",
    text: "overview.settingsText",
    open: "overview.openSettings",
    Icon: Settings,
  },
] as const;

export function AdminLinks() {
  const { t } = useTranslation("admin");
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {PLACES.map(({ to, title, text, open, Icon }) => (
        <Card
          key={to}
          className="flex flex-col"
          bodyClassName="flex grow flex-col items-start gap-4"
          title={
            <span className="flex items-center gap-2">
              <Icon size={16} className="text-muted" aria-hidden />
              {t(title)}
            </span>
          }
        >
          <p className="grow text-base text-muted">{t(text)}</p>
          <Link to={to} className={buttonClass("secondary", "sm")}>
            {t(open)}
            <ArrowRight size={14} aria-hidden />
          </Link>
        </Card>
      ))}
    </div>
  );
}
