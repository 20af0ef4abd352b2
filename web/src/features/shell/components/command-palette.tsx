/** Command palette: search, pages and actions. */
import { Command } from "cmdk";
import { BriefcaseBusiness, CalendarClock, Search, UserRound } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { Spinner } from "@/components/ui/spinner";
import { UpgradeModal } from "@/components/upgrade-modal";
import { paths } from "@/config/paths";

import { useCommands } from "../hooks/use-commands";
import { usePaletteSearch } from "../hooks/use-palette-search";
import { matchesSearch, pagesFor } from "../lib/navigation";
import { PaletteGroup, PaletteItem } from "./palette-parts";

const KEYS = { choose: "↑ ↓", open: "↵", close: "Esc" };
const SHOWN_KEYS = ["choose", "open", "close"] as const;

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  isAdmin: boolean;
  /** Whether plan pages are shown. */
  isMetered: boolean;
}

export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange } = props;
  const { t } = useTranslation("shell");
  // Kept here, because the palette itself closes before the call has returned.
  const [isOutOfCredits, setIsOutOfCredits] = useState(false);
  return (
    <>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-x-0 top-[max(0.75rem,12dvh)] z-50 mx-auto w-[calc(100%-1.5rem)] max-w-xl animate-rise overflow-hidden rounded-xl border border-line bg-surface shadow-dialog outline-none"
          >
            <Dialog.Title className="sr-only">{t("palette.label")}</Dialog.Title>
            <Palette
              {...props}
              onDone={() => onOpenChange(false)}
              onNoCredits={() => setIsOutOfCredits(true)}
            />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <UpgradeModal open={isOutOfCredits} onOpenChange={setIsOutOfCredits} reason="credits" />
    </>
  );
}

interface PaletteProps extends CommandPaletteProps {
  onDone: () => void;
  onNoCredits: () => void;
}

function Palette({ isAdmin, isMetered, onDone, onNoCredits }: PaletteProps) {
  const { t } = useTranslation(["shell", "common"]);
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const found = usePaletteSearch(query);
  const commands = useCommands(onNoCredits);

  const pages = pagesFor({ isAdmin, isMetered })
    .map((page) => ({ ...page, label: t(`common:titles.${page.title}`) }))
    .filter(({ label }) => matchesSearch(label, query));
  const actions = commands.filter(({ label }) => matchesSearch(label, query));
  const values = [
    ...found.interviews.map(({ _id }) => `interview ${_id}`),
    ...found.candidates.map(({ _id }) => `candidate ${_id}`),
    ...found.jobs.map(({ _id }) => `job ${_id}`),
    ...pages.map(({ to }) => `page ${to}`),
    ...actions.map(({ id }) => `action ${id}`),
  ];
  const selection = useSelection(values);
  const go = (to: string) => {
    onDone();
    void navigate(to);
  };

  return (
    // Entries are filtered above and by the server; cmdk only handles navigation.
    <Command shouldFilter={false} loop label={t("palette.label")} {...selection}>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        {found.isSearching ? (
          <Spinner size={17} className="shrink-0 text-muted" />
        ) : (
          <Search size={17} className="shrink-0 text-faint" aria-hidden />
        )}
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={t("palette.hint")}
          className="h-13 w-full bg-transparent text-md outline-none"
        />
      </div>
      <Command.List className="max-h-[min(26rem,60dvh)] scroll-py-2 overflow-y-auto p-2">
        <PaletteGroup
          heading={t("palette.groups.interviews")}
          isShown={found.interviews.length > 0}
        >
          {found.interviews.map((interview) => (
            <PaletteItem
              key={interview._id}
              value={`interview ${interview._id}`}
              icon={CalendarClock}
              label={interview.candidateName}
              detail={interview.position || interview.title}
              onSelect={() => go(paths.interviewHq.to(interview._id))}
            />
          ))}
        </PaletteGroup>
        <PaletteGroup
          heading={t("palette.groups.candidates")}
          isShown={found.candidates.length > 0}
        >
          {found.candidates.map((candidate) => (
            <PaletteItem
              key={candidate._id}
              value={`candidate ${candidate._id}`}
              icon={UserRound}
              label={candidate.name}
              detail={candidate.email ?? t("palette.noEmail")}
              onSelect={() => go(paths.candidateHq.to(candidate._id))}
            />
          ))}
        </PaletteGroup>
        <PaletteGroup heading={t("palette.groups.jobs")} isShown={found.jobs.length > 0}>
          {found.jobs.map((job) => (
            <PaletteItem
              key={job._id}
              value={`job ${job._id}`}
              icon={BriefcaseBusiness}
              label={job.parsed?.title ?? t("palette.untitledJob")}
              detail={job.parsed?.company.name ?? ""}
              onSelect={() => go(paths.jobHq.to(job._id))}
            />
          ))}
        </PaletteGroup>
        <PaletteGroup heading={t("palette.groups.pages")} isShown={pages.length > 0}>
          {pages.map(({ to, label, icon }) => (
            <PaletteItem
              key={to}
              value={`page ${to}`}
              icon={icon}
              label={label}
              onSelect={() => go(to)}
            />
          ))}
        </PaletteGroup>
        <PaletteGroup heading={t("palette.groups.actions")} isShown={actions.length > 0}>
          {actions.map(({ id, label, icon, run }) => (
            <PaletteItem
              key={id}
              value={`action ${id}`}
              icon={icon}
              label={label}
              onSelect={() => {
                onDone();
                run();
              }}
            />
          ))}
        </PaletteGroup>
        <Command.Empty className="px-3 py-8 text-center text-base text-muted">
          {found.isSearching ? t("palette.searching") : t("palette.none", { query: query.trim() })}
        </Command.Empty>
        {found.hasFailed && (
          <p role="alert" className="px-2 py-2 text-sm text-danger-ink">
            {t("palette.failed")}
          </p>
        )}
      </Command.List>
      <p
        aria-hidden
        className="flex gap-4 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden"
      >
        {SHOWN_KEYS.map((key) => (
          <span key={key}>
            <kbd className="mr-1 font-mono text-faint">{KEYS[key]}</kbd>
            {t(`palette.keys.${key}`)}
          </span>
        ))}
      </p>
    </Command>
  );
}

/**
 * The selected entry: the one moved to, or the first one once other entries are shown. cmdk alone
 * would keep its selection when results arrive above it.
 */
function useSelection(values: readonly string[]) {
  const list = values.join("\n");
  const [moved, setMoved] = useState({ list: "", value: "" });
  return {
    value: moved.list === list ? moved.value : (values[0] ?? ""),
    onValueChange: (value: string) => setMoved({ list, value }),
  };
}
