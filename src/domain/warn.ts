import { describeError, log } from "#lib/log";

/** Logs that a call of an object failed. The cron, or time, makes up for it. */
export const warn = (message: string, fields: Record<string, unknown>) => (error: unknown) =>
  log("warn", message, { ...fields, ...describeError(error) });
