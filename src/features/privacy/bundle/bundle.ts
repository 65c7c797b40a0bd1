import { eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Caller } from "#env";
import { type ExportRow, exportColumns, toExport } from "#features/leads/row";
import type { LeadExport } from "#features/leads/schema";
import { found } from "#lib/problem";
import { iso } from "#lib/time";
import { leftOut, parts } from "./parts";
import { type LeftOut, type PartName, partNames } from "./schema";

/** A part's items, page after page. */
export type BundlePart = { name: PartName; title: string; pages: AsyncGenerator<unknown[]> };

/** The parts of what is held of a lead. `end` is called behind the last part. */
export type Bundle = {
  lead: LeadExport;
  createdAt: string;
  leftOut: LeftOut[];
  parts: BundlePart[];
  end(): Promise<void>;
};

/**
 * Opens the bundle of a lead; a `not_found` problem where there is none. Nothing else is read
 * before it is asked for. `end` throws if the lead has been deleted meanwhile, since parts are
 * missing then.
 */
export async function openBundle(scope: Caller, id: number): Promise<Bundle> {
  const { lead } = await readBatch(scope, {
    lead: sql<ExportRow>`
      select ${exportColumns} from leads where ${within(scope, leads, eq(leads.id, id))}`,
  });
  const without = leftOut(scope);
  return {
    lead: toExport(found(lead[0])),
    createdAt: iso(Date.now()),
    leftOut: without,
    parts: partNames
      .filter((name) => without.every(({ part }) => part !== name))
      .map((name) => ({ name, title: parts[name].title, pages: parts[name].read(scope, id) })),
    end: async () => {
      const still = await selectId(scope, leads, id);
      if (still.length === 0) throw new Error("The lead was deleted while its bundle was made.");
    },
  };
}
