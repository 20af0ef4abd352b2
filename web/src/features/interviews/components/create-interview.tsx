/** 'Create New' button and its menu. */
import { ChevronDown, FileInput, FilePlus2, LibraryBig, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

import type { InterviewStart } from "../hooks/use-interview-start";

const TemplatePicker = lazy(async () => ({
  default: (await import("./template-picker")).TemplatePicker,
}));

const ImportDialog = lazy(async () => ({
  default: (await import("./import-dialog")).ImportDialog,
}));

/** Creates a blank interview. */
export function CreateButton({ start, className }: { start: InterviewStart; className?: string }) {
  const { t } = useTranslation("interviews");
  return (
    <Button
      variant="primary"
      icon={Plus}
      busy={start.isStarting}
      className={className}
      onClick={() => start.start()}
    >
      {t(start.isStarting ? "creating" : "create")}
    </Button>
  );
}

/** 'Create New' with a menu of other starting points. */
export function CreateInterview({ start }: { start: InterviewStart }) {
  const { t } = useTranslation("interviews");
  const [isPicking, setIsPicking] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  return (
    <div className="flex">
      <CreateButton start={start} className="rounded-r-none" />
      <DropdownMenu
        trigger={
          <IconButton
            variant="primary"
            label={t("templates.more")}
            icon={ChevronDown}
            tooltip={false}
            disabled={start.isStarting}
            className="w-8 rounded-l-none border-l border-on-accent/30"
          />
        }
      >
        <MenuItem icon={FilePlus2} onSelect={() => start.start()}>
          {t("templates.blank")}
        </MenuItem>
        <MenuItem icon={LibraryBig} onSelect={() => setIsPicking(true)}>
          {t("templates.from")}
        </MenuItem>
        <MenuItem icon={FileInput} onSelect={() => setIsImporting(true)}>
          {t("import.action")}
        </MenuItem>
      </DropdownMenu>
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
      {isPicking && (
        <Suspense>
          <TemplatePicker start={start} onClose={() => setIsPicking(false)} />
        </Suspense>
      )}
    </div>
  );
}
