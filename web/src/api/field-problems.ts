/** Validation messages of single form fields. */
import type { FieldProblem } from "./errors";

/** The server's validation message for one form field; matches 'body.username' and 'username'. */
export function findProblem(fields: readonly FieldProblem[], name: string): string | undefined {
  return fields.find((field) => field.path.split(".").at(-1) === name)?.message;
}
