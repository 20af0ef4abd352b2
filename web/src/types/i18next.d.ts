/** Types of the text keys, derived from the English catalogs. */
import type account from "@/locales/en/account.json";
import type admin from "@/locales/en/admin.json";
import type auth from "@/locales/en/auth.json";
import type bulk from "@/locales/en/bulk.json";
import type candidates from "@/locales/en/candidates.json";
import type common from "@/locales/en/common.json";
import type documents from "@/locales/en/documents.json";
import type hq from "@/locales/en/hq.json";
import type interviews from "@/locales/en/interviews.json";
import type jobs from "@/locales/en/jobs.json";
import type landing from "@/locales/en/landing.json";
import type legal from "@/locales/en/legal.json";
import type manual from "@/locales/en/manual.json";
import type matching from "@/locales/en/matching.json";
import type questions from "@/locales/en/questions.json";
import type records from "@/locales/en/records.json";
import type report from "@/locales/en/report.json";
import type review from "@/locales/en/review.json";
import type rooms from "@/locales/en/rooms.json";
import type setup from "@/locales/en/setup.json";
import type shell from "@/locales/en/shell.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      common: typeof common;
      shell: typeof shell;
      auth: typeof auth;
      landing: typeof landing;
      legal: typeof legal;
      interviews: typeof interviews;
      hq: typeof hq;
      candidates: typeof candidates;
      jobs: typeof jobs;
      documents: typeof documents;
      manual: typeof manual;
      matching: typeof matching;
      questions: typeof questions;
      records: typeof records;
      report: typeof report;
      review: typeof review;
      rooms: typeof rooms;
      setup: typeof setup;
      admin: typeof admin;
      account: typeof account;
      bulk: typeof bulk;
    };
  }
}
