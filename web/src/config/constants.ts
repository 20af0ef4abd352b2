export const PRODUCT_NAME = "Greenroom";
export const PAGE_SIZE = 10;
export const TOAST_MS = 3000;
/** Document and model calls may take this long. */
export const SLOW_CALL_TIMEOUT_MS = 600_000;
export const CALL_TIMEOUT_MS = 30_000;

/** The server's rule (users/schemas); said before it is broken. */
export const MIN_PASSWORD_LENGTH = 10;
