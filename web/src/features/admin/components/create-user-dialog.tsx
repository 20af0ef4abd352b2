/** Dialog that creates a user account. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { errorText, isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

import { useCreateUser } from "../api/user-actions";
import { useDeliveryChoices, useRoleChoices } from "../hooks/use-choices";
import { emailSchema } from "../lib/email-schema";
import { ChoiceList } from "./choice-list";
import { IssuedAccessDialog } from "./issued-access";

const FORM_ID = "create-user";

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["admin", "common"]);
  const create = useCreateUser();
  const roles = useRoleChoices();
  const deliveries = useDeliveryChoices("invite");
  const schema = useMemo(
    () =>
      z.object({
        username: z.string().trim().min(1, t("form.usernameRequired")),
        name: z.string().trim().min(1, t("form.nameRequired")),
        email: emailSchema(t("form.emailInvalid")),
        role: z.enum(["admin", "recruiter"]),
        delivery: z.enum(["one_time_password", "invite_link"]),
      }),
    [t],
  );
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: {
      username: "",
      name: "",
      email: "",
      role: "recruiter",
      delivery: "one_time_password",
    },
  });
  const role = useController({ control: form.control, name: "role" }).field;
  const delivery = useController({ control: form.control, name: "delivery" }).field;

  if (create.data) {
    return <IssuedAccessDialog access={create.data} purpose="invite" onClose={onClose} />;
  }

  const { errors } = form.formState;
  const refused = isApiError(create.error) ? create.error : null;
  const sentence = errorText(create.error, t("form.createFailed"));
  // Messages about a field are shown at the field instead.
  const taken = {
    username: refused?.code === "USERNAME_TAKEN" ? sentence : undefined,
    email: refused?.code === "EMAIL_TAKEN" ? sentence : undefined,
  };
  const problem = (name: "username" | "name" | "email") =>
    errors[name]?.message ??
    (name === "name" ? undefined : taken[name]) ??
    findProblem(refused?.fields ?? [], name);
  const hasFieldProblem =
    Boolean(taken.username ?? taken.email) ||
    (["username", "name", "email"] as const).some((name) =>
      findProblem(refused?.fields ?? [], name),
    );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={!create.isPending}
      title={t("form.createTitle")}
      footer={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" form={FORM_ID} variant="primary" busy={create.isPending}>
            {create.isPending ? t("form.creating") : t("form.createSave")}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void form.handleSubmit(({ email, ...user }) =>
            create.mutate({ ...user, ...(email ? { email } : {}) }),
          )(event)
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("form.name")} error={problem("name")}>
            {(control) => (
              <Input
                {...control}
                {...form.register("name")}
                autoComplete="off"
                maxLength={200}
                required
              />
            )}
          </Field>
          <Field
            label={t("form.username")}
            hint={t("form.usernameHint")}
            error={problem("username")}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register("username")}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={150}
                required
              />
            )}
          </Field>
        </div>
        <Field label={t("form.email")} hint={t("form.emailHint")} error={problem("email")} optional>
          {(control) => (
            <Input
              {...control}
              {...form.register("email")}
              type="email"
              autoComplete="off"
              maxLength={320}
            />
          )}
        </Field>
        <ChoiceList
          label={t("form.role")}
          value={role.value}
          onChange={role.onChange}
          choices={roles}
        />
        <ChoiceList
          label={t("form.delivery")}
          value={delivery.value}
          onChange={delivery.onChange}
          choices={deliveries}
        />
        {create.isError && !hasFieldProblem && <FormError>{sentence}</FormError>}
      </form>
    </Dialog>
  );
}
