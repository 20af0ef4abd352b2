/** Dialog that deletes a user, and asks what happens to the records. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Lookup, LOOKUP_DEBOUNCE_MS, LOOKUP_MIN_CHARACTERS } from "@/components/lookup";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast-context";
import { useDebounced } from "@/hooks/use-debounced";

import type { AdminUser, UserRecords } from "../api/types";
import { useDeleteUser } from "../api/user-actions";
import { activeUsersQuery } from "../api/user-queries";
import { isLastAdmin } from "../lib/user-actions";
import { getDisplayName } from "../lib/user-filters";
import type { ActionDialogProps } from "./action-dialog-props";
import { ChoiceList } from "./choice-list";

interface NewOwnerProps {
  /** The user to delete, who is not offered. */
  excludedId: string;
  chosen: AdminUser | null;
  onChoose: (user: AdminUser | null) => void;
}

/** Search for the user who takes over the records. */
function NewOwner({ excludedId, chosen, onChoose }: NewOwnerProps) {
  const { t } = useTranslation("admin");
  const [query, setQuery] = useState("");
  const searched = useDebounced(query.trim(), LOOKUP_DEBOUNCE_MS);
  const search = useQuery({
    ...activeUsersQuery(searched),
    enabled: searched.length >= LOOKUP_MIN_CHARACTERS,
  });
  const found = search.data?.filter((user) => user._id !== excludedId) ?? null;
  return (
    <div className="flex flex-col gap-2">
      <Lookup
        label={t("actions.newOwner")}
        placeholder={t("users.searchPlaceholder")}
        query={query}
        onQuery={(text) => {
          setQuery(text);
          onChoose(null);
        }}
        options={
          found?.map((user) => ({
            id: user._id,
            title: getDisplayName(user),
            detail: user.email ?? user.username,
          })) ?? null
        }
        isSearching={search.isFetching}
        emptyText={t("users.noneTitle")}
        onPick={(id) => {
          const user = found?.find((one) => one._id === id);
          if (!user) return;
          setQuery(getDisplayName(user));
          onChoose(user);
        }}
      />
      {chosen && (
        <p className="text-sm text-muted">
          {t("actions.newOwnerChosen", { name: getDisplayName(chosen), username: chosen.username })}
        </p>
      )}
    </div>
  );
}

export function DeleteUserDialog({ user, onClose }: ActionDialogProps) {
  const { t } = useTranslation(["admin", "common"]);
  const toast = useToast();
  const deletion = useDeleteUser(user._id);
  const [records, setRecords] = useState<UserRecords>("hand_over");
  const [newOwner, setNewOwner] = useState<AdminUser | null>(null);
  const name = getDisplayName(user);
  const isComplete = records === "delete" || newOwner !== null;
  const run = () =>
    deletion.mutate(
      { records, handOverTo: records === "hand_over" ? (newOwner?._id ?? null) : null },
      {
        onSuccess: () => {
          toast.show(t("actions.deleteDone", { name }));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !deletion.isPending && onClose()}
      title={t("actions.deleteTitle", { name })}
      description={t("actions.deleteText")}
      width="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={deletion.isPending}>
            {t("common:cancel")}
          </Button>
          <Button variant="danger" busy={deletion.isPending} disabled={!isComplete} onClick={run}>
            {deletion.isPending ? t("actions.working") : t("actions.deleteSave")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChoiceList
          label={t("actions.deleteRecords")}
          value={records}
          onChange={setRecords}
          choices={[
            {
              value: "hand_over",
              label: t("actions.handOver"),
              hint: t("actions.handOverHint"),
            },
            {
              value: "delete",
              label: t("actions.deleteAll"),
              hint: t("actions.deleteAllHint"),
            },
          ]}
        />
        {records === "hand_over" && (
          <NewOwner excludedId={user._id} chosen={newOwner} onChoose={setNewOwner} />
        )}
        {deletion.isError && (
          <FormError>
            {isLastAdmin(deletion.error)
              ? t("actions.lastAdmin")
              : errorText(deletion.error, t("actions.failed"))}
          </FormError>
        )}
      </div>
    </Dialog>
  );
}
