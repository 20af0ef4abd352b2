import { ListPlus, SlidersHorizontal, Sparkles, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated-button";
import { IconButton } from "@/components/ui/icon-button";

interface QuestionsToolbarProps {
  isGenerating: boolean;
  /** Why nothing can be generated now; null when it can. */
  reason: string | null;
  isEmpty: boolean;
  onSmartAdd: () => void;
  onCustomAdd: () => void;
  onAddManually: () => void;
  onEmpty: () => void;
}

export function QuestionsToolbar(props: QuestionsToolbarProps) {
  const { t } = useTranslation("questions");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <GatedButton
        variant="primary"
        icon={Sparkles}
        reason={props.reason}
        busy={props.isGenerating}
        onClick={props.onSmartAdd}
      >
        {t("toolbar.smartAdd")}
      </GatedButton>
      <GatedButton
        icon={SlidersHorizontal}
        reason={props.reason}
        disabled={props.isGenerating}
        onClick={props.onCustomAdd}
      >
        {t("toolbar.customAdd")}
      </GatedButton>
      <Button
        icon={ListPlus}
        aria-label={t("toolbar.addManuallyLabel")}
        onClick={props.onAddManually}
      >
        {t("toolbar.addManually")}
      </Button>
      <IconButton
        icon={Trash2}
        label={t("toolbar.empty")}
        disabled={props.isEmpty || props.isGenerating}
        onClick={props.onEmpty}
      />
    </div>
  );
}
