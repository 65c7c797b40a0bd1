import { sql } from "drizzle-orm";
import { runs } from "./schema";

type EndState = "completed" | "exited" | "failed" | "cancelled" | "handed_off";

/** The columns that end a run. Set them only where `ended_at` is null: an ended run never changes. */
export const endedRun = (state: EndState, endReason: string) => {
  const now = Date.now();
  return { state, endReason, endedAt: now, nextAt: null, revision: sql`${runs.revision} + 1`, updatedAt: now };
};
