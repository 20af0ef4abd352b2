import { z } from "zod";

/** An email address or nothing; the server checks it more strictly. */
export function emailSchema(message: string) {
  return z
    .string()
    .trim()
    .regex(/^([^\s@<>]+@[^\s@<>]+)?$/u, message);
}
