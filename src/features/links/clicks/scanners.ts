/**
 * Clicks within this time of the sending, or of a click on another link of the message, are
 * suspect.
 */
export const SCANNER_WITHIN_MS = 2_000;
