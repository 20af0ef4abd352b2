/** Further fields of errors, by code: their types, generated from the server's models, and their schemas. */
import { z } from "zod";

import { EMAIL_PROBLEMS } from "./email-failures";
import { isApiError } from "./errors";
import { tieTo } from "./tied-schemas";
import type { Schemas } from "./types";

type Code =
  | "ANALYSIS_FAILED"
  | "INTERVIEW_TERMINATED"
  | "MAIL_FAILED"
  | "NO_CREDITS"
  | "PROOF_OF_WORK_REQUIRED"
  | "SECOND_FACTOR_REQUIRED";
/** Details of the codes that the browser reads. */
type Details = Pick<Schemas["ErrorDetails"], Code>;

const refusedRoom = z.object({ limited: z.literal(true), interviewId: z.string() });

const schemas: { [C in Code]: z.ZodType<Details[C]> } = tieTo<Details>()({
  ANALYSIS_FAILED: z.object({
    problem: z.enum(["interrupted", "unavailable", "too_long", "cancelled", "unexpected"]),
  }),
  INTERVIEW_TERMINATED: refusedRoom,
  MAIL_FAILED: z.object({
    failure: z.object({ problem: z.enum(EMAIL_PROBLEMS), serverText: z.string() }),
  }),
  NO_CREDITS: refusedRoom,
  PROOF_OF_WORK_REQUIRED: z.object({
    proofOfWork: z.object({
      parameters: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        expiresAt: z.number(),
      }),
      signature: z.string(),
    }),
  }),
  SECOND_FACTOR_REQUIRED: z.object({ challenge: z.string() }),
});

/** The details of an error with this code; null for any other error, and without (valid) details. */
export function findDetails<C extends Code>(error: unknown, code: C): Details[C] | null {
  if (!isApiError(error, code)) return null;
  const parsed = schemas[code].safeParse(error.body);
  return parsed.success ? parsed.data : null;
}
