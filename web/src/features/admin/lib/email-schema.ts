import { z } from "zod";

/** An address or nothing; the server looks closer. */
export function emailSchema(message: string) {
  return z
    .string()
    .trim()
    .regex(/^([^\s@<>]+@[^\s@<>]+)?$/u, message);
}
