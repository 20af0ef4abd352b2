/** Buttons of the questions panel: generate, add, empty, templates. */
import {
  BookmarkPlus,
  ChevronDown,
  LibraryBig,
  ListPlus,
  SlidersHorizontal,
  Sparkles,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { GatedButton } from "@/components/ui/gated-button";
import { IconButton } from "@/components/ui/icon-button";

interface QuestionsToolbarProps {
  isGenerating: boolean;
  /** Whether a question is being rewritten. */
  isRewriting: boolean;
  /** Whether another tab is generating. */
  isWrittenElsewhere: boolean;
  /** Why generating is blocked; null if it is not. */
  reason: string | null;
  isEmpty: boolean;
  onSmartAdd: () => void;
  onCustomAdd: () => void;
  onAddManually: () => void;
  onUseTemplate: () => void;
  onSaveTemplate: () => void;
  onEmpty: () => void;
}

export function QuestionsToolbar(props: QuestionsToolbarProps) {
  const { t } = useTranslation("questions");
  const { isGenerating, isRewriting, isWrittenElsewhere, isEmpty } = props;
  const isBeingWritten = isGenerating || isWrittenElsewhere;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <GatedButton
        variant="primary"
        icon={Sparkles}
        reason={props.reason}
        busy={isGenerating}
        disabled={isRewriting}
        onClick={props.onSmartAdd}
      >
        {t("toolbar.smartAdd")}
      </GatedButton>
      <GatedButton
        icon={SlidersHorizontal}
        reason={props.reason}
        disabled={isRewriting}
        onClick={props.onCustomAdd}
      >
        {t("toolbar.customAdd")}
      </GatedButton>
      <Button icon={ListPlus} onClick={props.onAddManually}>
        {t("toolbar.addManually")}
      </Button>
      <DropdownMenu
        trigger={
          <Button icon={LibraryBig} disabled={isBeingWritten}>
            {t("toolbar.templates")}
            <ChevronDown size={14} className="-mr-1 text-muted" aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={LibraryBig} onSelect={props.onUseTemplate}>
          {t("toolbar.useTemplate")}
        </MenuItem>
        <MenuItem icon={BookmarkPlus} disabled={isEmpty} onSelect={props.onSaveTemplate}>
          {t("toolbar.saveTemplate")}
        </MenuItem>
      </DropdownMenu>
      <IconButton
        icon={Trash2}
        label={t("toolbar.empty")}
        disabled={isEmpty || isBeingWritten || isRewriting}
        onClick={props.onEmpty}
      />
    </div>
  );
}
