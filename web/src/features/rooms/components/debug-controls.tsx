/** 'Interview Debug Controls' of the AI Sense pane: one switch for each part of the room that runs automatically. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { LabeledSwitch, type LabeledSwitchProps } from "./labeled-switch";

export function DebugControls({ toggles }: { toggles: readonly LabeledSwitchProps[] }) {
  const { t } = useTranslation("rooms");
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="rounded-lg border border-line bg-sunken px-3 py-2 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen((open) => !open)}
        className="touch-target -ml-1 inline-flex items-center gap-1.5 rounded-md px-1 font-medium hover:text-accent-ink"
      >
        <Chevron size={16} aria-hidden />
        {t("demo.debug")}
      </button>
      {isOpen && (
        <div id={id} className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-2 pb-1">
          {toggles.map((toggle) => (
            <LabeledSwitch key={toggle.label} {...toggle} />
          ))}
        </div>
      )}
    </div>
  );
}
