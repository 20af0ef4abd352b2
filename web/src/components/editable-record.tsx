import { CircleCheck, Pencil } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";

export interface FormControls {
  onSaved: () => void;
  onClose: () => void;
  onReload: () => void;
}

interface EditableRecordProps<Kept> {
  record: Kept;
  /** Said for three seconds after a save. */
  savedText: string;
  view: ReactNode;
  /** Reads the record again, for a form that began with an older one. */
  reload: () => Promise<Kept>;
  /** `base` stays what it was when the form opened: a newer one that comes meanwhile is a conflict. */
  form: (base: Kept, controls: FormControls) => ReactNode;
}

/** A record to read, and behind 'Edit' to correct. */
export function EditableRecord<Kept>(props: EditableRecordProps<Kept>) {
  const { record, savedText, view, reload, form } = props;
  const { t } = useTranslation();
  const [base, setBase] = useState<{ record: Kept; times: number } | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const [saved, showSaved] = useTransient<string>(TOAST_MS);
  const edit = useRef<HTMLButtonElement>(null);
  const isEditing = base !== null;
  useEffect(() => {
    // The button that had the focus is back.
    if (wasEdited && !isEditing) edit.current?.focus();
  }, [wasEdited, isEditing]);
  const onClose = () => setBase(null);
  if (base !== null) {
    return (
      <div key={base.times}>
        {form(base.record, {
          onClose,
          onSaved: () => {
            onClose();
            showSaved(savedText);
          },
          onReload: () =>
            void reload().then(
              (newer) => setBase({ record: newer, times: base.times + 1 }),
              // What was typed stays, and the button to try again.
              () => undefined,
            ),
        })}
      </div>
    );
  }
  return (
    <div className="relative">
      <div className="mb-3 flex min-h-9 items-center justify-end gap-3 sm:absolute sm:top-0 sm:right-0 sm:z-10 sm:mb-0">
        <p role="status" className="mr-auto flex items-center gap-2 bg-surface text-success-ink">
          {saved && (
            <>
              <CircleCheck size={16} aria-hidden /> {saved}
            </>
          )}
        </p>
        <Button
          ref={edit}
          icon={Pencil}
          size="sm"
          onClick={() => {
            setBase({ record, times: 0 });
            setWasEdited(true);
          }}
        >
          {t("edit")}
        </Button>
      </div>
      {view}
    </div>
  );
}
