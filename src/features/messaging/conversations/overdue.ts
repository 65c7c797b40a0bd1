import { unscopedBatch } from "#db/batch";
import { openSnoozed } from "#db/statements/conversations";
import type { Database } from "#env";

/** The most conversations of a database that a cron opens. The others wait for the next. */
const AT_ONCE = 500;

/** Opens the conversations whose snooze is over. */
export const endSnoozes = (db: Database, now = Date.now()) =>
  unscopedBatch({ db }, { opened: openSnoozed(now, AT_ONCE) });
