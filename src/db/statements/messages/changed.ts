import { sql } from "drizzle-orm";

/** For the SET of a statement that changes the status or the content of messages. */
export const changedNow = () => sql`updated_at = ${Date.now()}`;
