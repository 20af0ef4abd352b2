/** Jobs that have a description in the catalogs; a newer server may have more. */
export const KNOWN_JOBS = [
  "daily-renewal-check",
  "check-ledger",
  "send-reminders",
  "roll-up-usage",
  "remove-old-batches",
  "remove-old-interviews",
  "remove-old-recordings",
  "remove-expired-records",
  "back-up",
  "rehearse-restore",
] as const;
