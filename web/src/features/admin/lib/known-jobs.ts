/** Jobs that have a description in the catalogs; a newer server may have more. */
export const KNOWN_JOBS = [
  "end-overdue-interviews",
  "watch-speech-engine",
  "check-room-access",
  "deliver-mails",
  "embed-records",
  "send-reminders",
  "write-answer-points",
  "remove-old-batches",
  "remove-expired-records",
] as const;
