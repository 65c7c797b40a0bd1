import type { SQL } from "drizzle-orm";
import { attachPairs } from "../../db/statements/lead-tags";
import type { Scope } from "../../env";

export const applyTags = (_: Scope["db"], pairs: SQL) => attachPairs(pairs);
