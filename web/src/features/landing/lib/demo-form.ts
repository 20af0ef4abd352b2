/** Validation of the demo request form. */
import { z } from "zod";

const MAX_LINE_LENGTH = 200;
const MAX_PHONE_LENGTH = 50;

/** Messages are keys under `landing:demo.required`. */
export const demoForm = z.object({
  name: z.string().trim().min(1, "name").max(MAX_LINE_LENGTH, "tooLong"),
  email: z
    .string()
    .trim()
    .min(1, "email")
    .max(MAX_LINE_LENGTH, "tooLong")
    .pipe(z.email("emailForm")),
  company: z.string().trim().min(1, "company").max(MAX_LINE_LENGTH, "tooLong"),
  phone: z.string().trim().min(1, "phone").max(MAX_PHONE_LENGTH, "tooLong"),
  honeypot: z.string(),
});

export type DemoForm = z.infer<typeof demoForm>;

export const DEMO_FORM_PROBLEMS = [
  "name",
  "email",
  "emailForm",
  "company",
  "phone",
  "tooLong",
] as const;
export type DemoFormProblem = (typeof DEMO_FORM_PROBLEMS)[number];

export function isDemoFormProblem(value: unknown): value is DemoFormProblem {
  return DEMO_FORM_PROBLEMS.some((problem) => problem === value);
}
