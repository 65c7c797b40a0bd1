import { eq } from "drizzle-orm";
import { shortLinks } from "../../db/schema";
import { open } from "../../db/scope";
import type { Bindings } from "../../env";

/** Counted apart: clicks of people on the base URL, and visits of bots. */
export type Counts = { base: number; bot: number };

const columns = { base: shortLinks.baseClicksCount, bot: shortLinks.botClicksCount };

/** The counts that D1 holds of a link; `undefined` once it is deleted. */
export const readCounts = (env: Pick<Bindings, "DB">, linkId: number): Promise<Counts | undefined> =>
  open(env).select(columns).from(shortLinks).where(eq(shortLinks.id, linkId)).get();

/** Writes absolute totals, so that writing twice changes nothing. */
export const writeCounts = async (env: Pick<Bindings, "DB">, linkId: number, { base, bot }: Counts) => {
  await open(env).update(shortLinks).set({ baseClicksCount: base, botClicksCount: bot }).where(eq(shortLinks.id, linkId));
};
