/** Name of the user's own template, with rename, share and delete. */
import { Ellipsis, Pencil, Trash2, UserRound, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { QuestionTemplate } from "@/api/question-templates";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

import { useTemplateEdits } from "../api/templates";
import { editErrorMessage } from "../lib/question-errors";
import { MAX_TEMPLATE_NAME } from "../lib/template-search";

export function MyTemplateHeader({ template }: { template: QuestionTemplate }) {
  const { t } = useTranslation(["questions", "common"]);
  const { change, remove } = useTemplateEdits();
  const [name, setName] = useState<string | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const rename = () => {
    const newName = name?.trim() ?? "";
    if (newName === "") return;
    change.mutate(
      { id: template._id, change: { name: newName } },
      { onSuccess: () => setName(null) },
    );
  };
  return (
    <>
      {name === null ? (
        <div className="flex items-start gap-2">
          <h3 className="min-w-0 grow font-semibold break-words">{template.name}</h3>
          <DropdownMenu
            className="z-50"
            trigger={
              <IconButton
                size="sm"
                icon={Ellipsis}
                label={t("templates.more", { name: template.name })}
                tooltip={false}
                disabled={change.isPending}
              />
            }
          >
            <MenuItem icon={Pencil} onSelect={() => setName(template.name)}>
              {t("templates.rename")}
            </MenuItem>
            <MenuItem
              icon={template.isShared ? UserRound : Users}
              onSelect={() =>
                change.mutate({ id: template._id, change: { isShared: !template.isShared } })
              }
            >
              {template.isShared ? t("templates.unshare") : t("templates.share")}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsDeleting(true)}>
              {t("common:delete")}
            </MenuItem>
          </DropdownMenu>
        </div>
      ) : (
        <form
          className="mb-1 flex items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            rename();
          }}
        >
          <Input
            aria-label={t("templates.name")}
            // The user opened the editor to type here.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            maxLength={MAX_TEMPLATE_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button variant="ghost" onClick={() => setName(null)}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" busy={change.isPending} disabled={name.trim() === ""}>
            {t("common:save")}
          </Button>
        </form>
      )}
      {change.isError && (
        <p role="alert" className="text-sm text-danger-ink">
          {editErrorMessage(t, "changeTemplate", change.error)}
        </p>
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={t("templates.deleteTitle", { name: template.name })}
        confirmLabel={t("common:delete")}
        busy={remove.isPending}
        error={remove.isError ? editErrorMessage(t, "deleteTemplate", remove.error) : null}
        onConfirm={() => remove.mutate(template._id)}
      >
        {t("templates.deleteText")}
      </ConfirmDialog>
    </>
  );
}
