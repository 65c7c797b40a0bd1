import { and, eq } from "drizzle-orm";
import { leads } from "../../../db/schema/leads";
import { linkSends } from "../../../db/schema/links";
import { findNearest, open } from "../../../db/scope";
import type { Bindings } from "../../../env";
import { type Recipient, valuesOf } from "../placeholders";

/**
 * The placeholder values of a link send's recipient, as a function of the placeholder's name;
 * undefined when the link send is gone. One D1 call.
 */
export async function findPlaceholderValues(
  env: Pick<Bindings, "DB">,
  linkId: number,
  sendId: number,
) {
  const { id, firstName, lastName, username, email, phone, extId, variables } = leads;
  const query = open(env)
    .select({ id, firstName, lastName, username, email, phone, extId, variables })
    .from(linkSends)
    .innerJoin(leads, eq(leads.id, linkSends.leadId))
    .where(and(eq(linkSends.id, sendId), eq(linkSends.shortLinkId, linkId)));
  const row = await findNearest<Omit<Recipient, "variables"> & { variables: string }>(env, query);
  return row && valuesOf({ ...row, variables: JSON.parse(row.variables) });
}
