import { z } from "zod";

const LONGEST_LINE = 200;
const LONGEST_PHONE = 50;

/** Messages are keys under `landing:demo.required`. */
export const demoForm = z.object({
  name: z.string().trim().min(1, "name").max(LONGEST_LINE, "tooLong"),
  email: z.string().trim().min(1, "email").max(LONGEST_LINE, "tooLong").pipe(z.email("emailForm")),
  company: z.string().trim().min(1, "company").max(LONGEST_LINE, "tooLong"),
  phone: z.string().trim().min(1, "phone").max(LONGEST_PHONE, "tooLong"),
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
