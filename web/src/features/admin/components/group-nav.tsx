/** Links to the setting groups: next to the settings, or above them on narrow screens. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

interface GroupNavProps {
  groups: readonly { key: string; title: string; isChanged: boolean }[];
}

export function GroupNav({ groups }: GroupNavProps) {
  const { t } = useTranslation("admin");
  return (
    <nav aria-label={t("settings.groupsLabel")} className="min-w-0">
      <ul className="relative flex gap-1 max-lg:-mx-4 max-lg:[scrollbar-width:none] max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:flex-col">
        {groups.map((group) => (
          <li key={group.key} className="shrink-0">
            <Link
              to={{ hash: group.key }}
              className="flex h-8 items-center gap-2 rounded-md px-2.5 text-base text-muted transition-colors hover:bg-hover hover:text-ink max-lg:border max-lg:border-line max-lg:bg-surface pointer-coarse:h-11"
            >
              {group.title}
              {group.isChanged && (
                <span className="size-1.5 rounded-full bg-accent">
                  <span className="sr-only">{t("settings.unsaved")}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
