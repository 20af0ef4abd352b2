/** Notes on the whole interview; the key N opens them while no text field is focused. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Textarea } from "@/components/ui/textarea";

import type { Autosave } from "../hooks/use-autosave";

interface LiveNotesProps {
  notes: Autosave;
  isSaving: boolean;
}

export function LiveNotes({ notes, isSaving }: LiveNotesProps) {
  const { t } = useTranslation("rooms");
  const ref = useRef<HTMLTextAreaElement>(null);
  const isKept = !notes.isWaiting && notes.value !== "";

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest(
          "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox]",
        )
      )
        return;
      event.preventDefault();
      ref.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <section className="flex min-h-28 grow flex-col gap-1.5 p-3">
      <div className="flex items-baseline gap-2">
        <label htmlFor="live-notes" className="text-sm font-medium">
          {t("notes.label")}
        </label>
        <kbd className="hidden rounded-sm border border-line px-1 font-mono text-2xs text-faint sm:inline">
          N
        </kbd>
        <span role="status" className="ml-auto text-xs text-faint">
          {isSaving ? t("notes.saving") : isKept ? t("notes.saved") : ""}
        </span>
      </div>
      <Textarea
        ref={ref}
        id="live-notes"
        value={notes.value}
        onChange={(event) => notes.change(event.target.value)}
        onBlur={notes.flush}
        placeholder={t("notes.placeholder")}
        className="min-h-16 grow resize-none"
      />
    </section>
  );
}
