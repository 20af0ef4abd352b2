/** Words for why an email was not sent. */
import i18next from "i18next";

import type { Schemas } from "./types";

export type EmailFailure = Schemas["EmailFailureView"];

/** Every code of the server: the schema of `MAIL_FAILED` does not compile with other ones. */
export const EMAIL_PROBLEMS = [
  "no_server",
  "timeout",
  "unreachable",
  "disconnected",
  "internal_address",
  "encryption_rejected",
  "no_starttls",
  "no_login",
  "login_refused",
  "refused",
  "no_smtputf8",
  "malformed_address",
  "other",
] as const;

/** Sentences in the current language, with the mail server's own words where there are any. */
export function emailFailureText({ problem, serverText }: EmailFailure): string {
  return i18next.t(`emailProblems.${problem}`, { serverText });
}
