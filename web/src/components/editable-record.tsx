import { CircleCheck, Pencil } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";

interface EditableRecordProps {
  /** Said for three seconds after a save. */
  savedText: string;
  view: ReactNode;
  /** What else can be done with it, beside 'Edit'. */
  actions?: ReactNode;
  form: (controls: { onSaved: () => void; onClose: () => void }) => ReactNode;
}

/** A record to read, and behind 'Edit' to correct. */
export function EditableRecord({ savedText, view, actions, form }: EditableRecordProps) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const [saved, showSaved] = useTransient<string>(TOAST_MS);
  const onClose = () => setIsEditing(false);
  if (isEditing) {
    return form({
      onClose,
      onSaved: () => {
        onClose();
        showSaved(savedText);
      },
    });
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p role="status" className="flex items-center gap-2 text-success-ink">
          {saved && (
            <>
              <CircleCheck size={16} aria-hidden /> {saved}
            </>
          )}
        </p>
        <div className="flex items-center gap-2">
          {actions}
          <Button icon={Pencil} size="sm" onClick={() => setIsEditing(true)}>
            {t("edit")}
          </Button>
        </div>
      </div>
      {view}
    </div>
  );
}
