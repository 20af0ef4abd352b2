import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { z } from "zod";

import { errorText, isApiError, NETWORK_ERROR } from "@/api/errors";
import { EntryPage } from "@/components/entry-page";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { useCountdown } from "@/hooks/use-countdown";
import { formatElapsed } from "@/lib/format";
import { returnPath } from "@/lib/return-path";

import { useSignIn, type Credentials } from "../api/sign-in";

const schema = z.object({
  username: z.string().trim().min(1, "Enter your username."),
  password: z.string().min(1, "Enter your password."),
});

function failureText(error: unknown): string {
  if (isApiError(error, NETWORK_ERROR)) return "The server cannot be reached. Please try again.";
  return errorText(error, "Login failed. Please try again.");
}

export function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const signIn = useSignIn();
  const form = useForm<Credentials>({
    resolver: zodResolver(schema),
    defaultValues: { username: "", password: "" },
  });
  const { errors } = form.formState;
  const refusedFor = isApiError(signIn.error) ? signIn.error.retryAfterSeconds : null;
  const wait = useCountdown(refusedFor === null ? null : signIn.submittedAt + refusedFor * 1000);

  const submit = form.handleSubmit((credentials) =>
    signIn.mutate(credentials, {
      onSuccess: () => void navigate(returnPath(search), { replace: true }),
      onError: () => form.resetField("password"),
    }),
  );

  return (
    <EntryPage
      title="Sign in"
      description="Interviews, prepared and written up by models that run on this server."
      footer="No account yet? The administrator of this server makes one for you."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {signIn.isError && (
          <FormError>
            {failureText(signIn.error)}
            {wait > 0 && (
              <span className="mt-1 block font-mono text-sm tabular-nums">
                Next try in {formatElapsed(wait)}
              </span>
            )}
          </FormError>
        )}
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
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("password")}
              autoComplete="current-password"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={signIn.isPending}
          disabled={wait > 0}
          className="text-base"
        >
          {signIn.isPending ? "Signing in..." : "Sign in with Username"}
        </Button>
      </form>
    </EntryPage>
  );
}
