/** A record with a read view and an edit form. */
import { CircleCheck, Pencil } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";
import { cn } from "@/lib/cn";

export interface FormControls {
  onSaved: () => void;
  onClose: () => void;
  onReload: () => void;
}

interface EditableRecordProps<Kept> {
  record: Kept;
  /** Shown for three seconds after a save. */
  savedText: string;
  /** Shown above the view, next to the Edit button. */
  notice?: ReactNode;
  view: ReactNode;
  /** Reads the record again after an edit conflict. */
  reload: () => Promise<Kept>;
  /** `base` is the record as the form opened with it; a newer version is a conflict. */
  form: (base: Kept, controls: FormControls) => ReactNode;
}

export function EditableRecord<Kept>(props: EditableRecordProps<Kept>) {
  const { record, savedText, notice, view, reload, form } = props;
  const { t } = useTranslation();
  const [base, setBase] = useState<{ record: Kept; times: number } | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const [saved, showSaved] = useTransient<string>(TOAST_MS);
  const edit = useRef<HTMLButtonElement>(null);
  const isEditing = base !== null;
  useEffect(() => {
    // The Edit button is shown again and takes the focus back.
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
              // The form stays open with its input, so that saving can be retried.
              () => undefined,
            ),
        })}
      </div>
    );
  }
  return (
    <div className="relative">
      <div
        className={cn(
          "mb-3 flex flex-col-reverse gap-3 sm:flex-row sm:items-start",
          // Without a notice, the button shares the line of the view's first heading.
          notice ? "sm:mb-5" : "sm:absolute sm:top-0 sm:right-0 sm:z-10 sm:mb-0",
        )}
      >
        {notice && <div className="min-w-0 grow">{notice}</div>}
        <div className="flex min-h-9 shrink-0 items-center justify-end gap-3">
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
      </div>
      {view}
    </div>
  );
}
