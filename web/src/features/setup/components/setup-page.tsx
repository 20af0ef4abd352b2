import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { z } from "zod";

import { errorText, isApiError } from "@/api/errors";
import { EntryPage } from "@/components/entry-page";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { paths } from "@/config/paths";
import { problemOf } from "@/lib/field-problems";

import { useSetUp, type FirstAdmin } from "../api/set-up";

const MINIMUM_PASSWORD_LENGTH = 10;

const schema = z.object({
  code: z.string().trim().min(1, "Enter the set-up code."),
  username: z.string().trim().min(1, "Choose a username.").max(150, "At most 150 characters."),
  name: z.string().trim().max(200, "At most 200 characters."),
  password: z
    .string()
    .min(MINIMUM_PASSWORD_LENGTH, `At least ${MINIMUM_PASSWORD_LENGTH} characters.`),
});

const FIELDS = ["code", "username", "name", "password"] as const;

export function SetupPage() {
  const navigate = useNavigate();
  const setUp = useSetUp();
  const form = useForm<FirstAdmin>({
    resolver: zodResolver(schema),
    defaultValues: { code: "", username: "", name: "", password: "" },
  });
  const { errors } = form.formState;
  const alreadyDone = isApiError(setUp.error, "INVALID_STATE");
  const aboutAField = isApiError(setUp.error, "SETUP_CODE_INVALID", "VALIDATION_ERROR");

  const showProblems = (error: Error) => {
    if (isApiError(error, "SETUP_CODE_INVALID")) {
      form.setError("code", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "VALIDATION_ERROR")) {
      for (const name of FIELDS) {
        const message = problemOf(error.fields, name);
        if (message) form.setError(name, { message });
      }
    }
  };

  const submit = form.handleSubmit((admin) =>
    setUp.mutate(admin, {
      onSuccess: () => void navigate(paths.interviews, { replace: true }),
      onError: showProblems,
    }),
  );

  return (
    <EntryPage
      title="Set up your server"
      description="You become its first administrator."
      footer="Everything you enter stays on this machine."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {setUp.isError && !aboutAField && (
          <FormError>
            {errorText(setUp.error, "The set-up failed. Please try again.")}{" "}
            {alreadyDone && (
              <Link to={paths.login} className="font-medium underline">
                Sign in
              </Link>
            )}
          </FormError>
        )}
        <Field
          label="Set-up code"
          hint="Printed in the terminal where the server was started."
          error={errors.code?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("code")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        <Field label="Username" error={errors.username?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register("username")}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label="Your name"
          optional
          hint="Candidates see it in the interview."
          error={errors.name?.message}
        >
          {(control) => <Input {...control} {...form.register("name")} autoComplete="name" />}
        </Field>
        <Field
          label="Password"
          hint={`At least ${MINIMUM_PASSWORD_LENGTH} characters.`}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("password")}
              autoComplete="new-password"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={setUp.isPending}
          className="text-base"
        >
          {setUp.isPending ? "Setting up..." : "Create administrator"}
        </Button>
      </form>
    </EntryPage>
  );
}
