/** Product name, timeouts, page sizes and limits. */
export const PRODUCT_NAME = "Greenroom";
export const PAGE_SIZE = 10;
export const TOAST_MS = 3000;
export const ERROR_TOAST_MS = 5000;
/** Timeout of document and model calls. */
export const SLOW_CALL_TIMEOUT_MS = 600_000;
export const CALL_TIMEOUT_MS = 30_000;

/** Same limit as on the server (users/schemas), so that it can be shown in advance. */
export const MIN_PASSWORD_LENGTH = 10;
