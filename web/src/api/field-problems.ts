import type { FieldProblem } from "./errors";

/** The server's word on one field of a form: 'body.username' and 'username' both mean it. */
export function problemOf(fields: readonly FieldProblem[], name: string): string | undefined {
  return fields.find((field) => field.path.split(".").at(-1) === name)?.message;
}
