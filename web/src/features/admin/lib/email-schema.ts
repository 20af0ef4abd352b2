/** An email address or nothing; the server checks it more strictly. */
import { z } from "zod";

export function emailSchema(message: string) {
  return z
    .string()
    .trim()
    .regex(/^([^\s@<>]+@[^\s@<>]+)?$/u, message);
}
