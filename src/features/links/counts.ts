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

/** Writes absolute totals, so that writing twice changes nothing. Whether there still is a link to write them to. */
export const writeCounts = async (env: Pick<Bindings, "DB">, linkId: number, { base, bot }: Counts) => {
  const update = open(env).update(shortLinks).set({ baseClicksCount: base, botClicksCount: bot });
  return (await update.where(eq(shortLinks.id, linkId)).returning({ id: shortLinks.id })).length > 0;
};
