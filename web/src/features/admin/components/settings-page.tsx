/** Settings page: search, groups and navigation. */
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { FilterField } from "@/components/ui/filter-field";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { paths } from "@/config/paths";

import { settingsQuery } from "../api/settings";
import type { SettingsResponse } from "../api/types";
import { useDrafts } from "../hooks/use-drafts";
import { useSettingTexts } from "../hooks/use-setting-texts";
import { matches } from "../lib/setting-search";
import { AdminFrame } from "./admin-frame";
import { GroupNav } from "./group-nav";
import { ListSkeleton } from "./list-skeleton";
import { SettingsSection } from "./settings-section";

interface SettingsBodyProps {
  response: SettingsResponse;
  /** Keys of the groups to show; all without it. */
  only: readonly string[] | undefined;
}

function SettingsBody({ response, only }: SettingsBodyProps) {
  const { t } = useTranslation("admin");
  const words = useSettingTexts();
  const { drafts, change, drop } = useDrafts();
  const [search, setSearch] = useState("");
  const { hash } = useLocation();
  useEffect(() => {
    // The router scrolls to the hash on arrival, before the settings have loaded.
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    // Once, on arrival; later the router does it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const groups = response.groups
    .filter((group) => only === undefined || only.includes(group.key))
    .map((group) => ({
      ...group,
      shown: group.settings.filter((setting) =>
        matches(search, [
          setting.key,
          setting.variable,
          words.label(setting),
          words.help(setting),
          words.group(group.key),
        ]),
      ),
    }))
    .filter((group) => group.shown.length > 0);
  return (
    <div className="grid max-w-6xl gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-20 lg:self-start">
        <FilterField
          label={t("settings.searchLabel")}
          placeholder={t("settings.searchPlaceholder")}
          value={search}
          onChange={setSearch}
        />
        <GroupNav
          groups={groups.map((group) => ({
            key: group.key,
            title: words.group(group.key),
            isChanged: group.settings.some((setting) => setting.key in drafts),
          }))}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {groups.map((group) => (
          <SettingsSection
            key={group.key}
            response={response}
            group={group}
            shown={group.shown}
            drafts={drafts}
            onChange={change}
            onDrop={drop}
          />
        ))}
        {groups.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={t("settings.noneTitle")}
            className="rounded-lg border border-line bg-surface py-16"
          >
            {t("settings.noneText")}
          </EmptyState>
        )}
      </div>
      <UnsavedGuard isUnsaved={Object.keys(drafts).length > 0} />
    </div>
  );
}

/** Settings with search and navigation: all groups, or `only` some. */
export function SettingGroups({ only }: { only?: readonly string[] }) {
  const { t } = useTranslation("admin");
  const settings = useQuery(settingsQuery);
  if (settings.data) return <SettingsBody response={settings.data} only={only} />;
  return settings.isError ? (
    <ErrorState
      title={t("settings.errorTitle")}
      error={settings.error}
      retrying={settings.isFetching}
      onRetry={() => void settings.refetch()}
      className="rounded-lg border border-line bg-surface"
    />
  ) : (
    <ListSkeleton label={t("settings.loading")} />
  );
}

export function SettingsPage() {
  const { t } = useTranslation("admin");
  return (
    <AdminFrame
      title={t("settings.title")}
      description={t("settings.description")}
      actions={
        <Link to={paths.adminSetup.to()} className={buttonClass("secondary")}>
          {t("settings.openSetup")}
        </Link>
      }
    >
      <SettingGroups />
    </AdminFrame>
  );
}
