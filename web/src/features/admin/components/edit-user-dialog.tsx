/** Dialog that edits a user's name and email. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { errorText, isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";

import { useChangeUser } from "../api/user-actions";
import { emailSchema } from "../lib/email-schema";
import { getDisplayName } from "../lib/user-filters";
import type { ActionDialogProps } from "./action-dialog-props";

const FORM_ID = "edit-user";

export function EditUserDialog({ user, onClose }: ActionDialogProps) {
  const { t } = useTranslation(["admin", "common"]);
  const toast = useToast();
  const change = useChangeUser(user._id);
  const schema = useMemo(
    () =>
      z.object({
        name: z.string().trim().min(1, t("form.nameRequired")),
        email: emailSchema(t("form.emailInvalid")),
      }),
    [t],
  );
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { name: user.name, email: user.email ?? "" },
  });
  const { errors } = form.formState;
  const refused = isApiError(change.error) ? change.error : null;
  const problems = {
    name: errors.name?.message ?? findProblem(refused?.fields ?? [], "name"),
    email:
      errors.email?.message ??
      (refused?.code === "EMAIL_TAKEN"
        ? errorText(refused, t("form.saveFailed"))
        : findProblem(refused?.fields ?? [], "email")),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("actions.editTitle", { name: getDisplayName(user) })}
      width="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" form={FORM_ID} variant="primary" busy={change.isPending}>
            {change.isPending ? t("form.saving") : t("common:save")}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void form.handleSubmit(({ name, email }) =>
            change.mutate(
              { name, email: email || null },
              {
                onSuccess: () => {
                  toast.show(t("actions.editDone"));
                  onClose();
                },
              },
            ),
          )(event)
        }
      >
        <Field label={t("form.name")} error={problems.name}>
          {(control) => (
            <Input {...control} {...form.register("name")} maxLength={200} autoComplete="off" />
          )}
        </Field>
        <Field label={t("form.email")} error={problems.email} optional>
          {(control) => (
            <Input
              {...control}
              {...form.register("email")}
              type="email"
              maxLength={320}
              autoComplete="off"
            />
          )}
        </Field>
        {change.isError && !problems.name && !problems.email && (
          <FormError>{errorText(change.error, t("form.saveFailed"))}</FormError>
        )}
      </form>
    </Dialog>
  );
}
