import { and, eq } from "drizzle-orm";
import { leads } from "../../../db/schema/leads";
import { linkSends } from "../../../db/schema/links";
import { findNearest, scopeOf } from "../../../db/scope";
import type { Bindings } from "../../../env";
import { type Recipient, valuesOf } from "../placeholders";

/**
 * The placeholder values of a link send's recipient, as a function of the placeholder's name;
 * undefined when the link send is gone. One D1 call.
 */
export async function findPlaceholderValues(
  env: Bindings,
  { id: linkId, workspaceId }: { id: number; workspaceId: number },
  sendId: number,
) {
  const { databases, database } = await scopeOf(env, workspaceId);
  const db = databases.open(database);
  const { id, firstName, lastName, username, email, phone, extId, variables } = leads;
  const query = db
    .select({ id, firstName, lastName, username, email, phone, extId, variables })
    .from(linkSends)
    .innerJoin(leads, eq(leads.id, linkSends.leadId))
    .where(and(eq(linkSends.id, sendId), eq(linkSends.shortLinkId, linkId)));
  const row = await findNearest<Omit<Recipient, "variables"> & { variables: string }>(db, query);
  return row && valuesOf({ ...row, variables: JSON.parse(row.variables) });
}
