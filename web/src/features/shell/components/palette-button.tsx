/** Button that opens the command palette. */
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";

import { SHORTCUT } from "../hooks/use-palette-shortcut";

export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        aria-keyshortcuts={SHORTCUT.aria}
        className="hidden h-9 w-56 items-center gap-2 rounded-md border border-line-strong/60 bg-ground px-3 text-base text-muted transition-colors hover:bg-hover hover:text-ink lg:flex"
      >
        <Search size={15} aria-hidden />
        <span className="grow truncate text-left">{t("palette.short")}</span>
        <kbd aria-hidden className="font-mono text-xs text-faint">
          {SHORTCUT.text}
        </kbd>
      </button>
      <IconButton
        label={t("palette.open")}
        icon={Search}
        className="lg:hidden"
        aria-keyshortcuts={SHORTCUT.aria}
        onClick={onOpen}
      />
    </>
  );
}
