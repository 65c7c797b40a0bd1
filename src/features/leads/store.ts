import type { SQL } from "drizzle-orm";
import { batch } from "../../db/batch";
import { brokenUnique } from "../../db/errors";
import { underQuota } from "../../db/quotas";
import { exists, newestId, remove } from "../../db/rows";
import { leads } from "../../db/schema/leads";
import type { Scope } from "../../env";
import { found, Problem } from "../../lib/problem";
import type { LeadAttributes, LeadPatch } from "./input";
import { selectLead } from "./read";
import { toLead } from "./row";
import type { Lead } from "./schema";
import { identityOf } from "./uniqueness";
import {
  checkReferences,
  insertStatements,
  throwLeadErrors,
  updateStatements,
  writeLead,
} from "./write";

export const leadExists = exists(leads);
export const deleteLead = remove(leads);

type Saving = {
  /** Whether to update the lead that matches, if there is one. */
  upsert: boolean;
  /** Makes a statement for the same batch from the saved lead's id. */
  alongside?: (leadId: number | SQL) => SQL;
};

/** `alongside` holds the rows that the statement alongside returned. */
type Saved = { lead: Lead; created: boolean; alongside: unknown[] };

/** Creates a lead, or updates the one that an upsert finds. */
export async function saveLead(
  scope: Scope,
  input: LeadAttributes,
  { upsert, alongside }: Saving,
): Promise<Saved> {
  const identity = identityOf(scope, input);
  const attempt = async (mayRetry: boolean): Promise<Saved> => {
    const lists = { tag_ids: input.tag_ids };
    const match = await checkReferences(scope, lists, upsert ? identity : {});
    const id = match ?? newestId(scope, leads);
    const write =
      match === undefined
        ? { created: insertStatements(scope, input, identity) }
        : { updated: updateStatements(scope, match, input, identity) };
    try {
      const saved = await batch(scope, {
        quota: quotasOf(scope, input, match === undefined),
        ...write,
        alongside: alongside?.(id),
        lead: selectLead(scope, id),
      });
      return {
        lead: toLead(found(saved.lead[0])),
        created: match === undefined,
        alongside: saved.alongside ?? [],
      };
    } catch (error) {
      if (mayRetry && isOvertaken(error)) return attempt(false);
      return throwLeadErrors(error, scope, identity, match);
    }
  };
  return attempt(upsert);
}

/**
 * The quotas that a request must be under. Whoever has too much stored can still change leads,
 * unless that takes more. A lead that writes to a channel is taken whatever the quotas.
 */
function quotasOf(scope: Scope, { data, variables }: LeadPatch, isNew: boolean) {
  if (isNew) return [underQuota(scope, "leads"), underQuota(scope, "stored_bytes")];
  return data != null || variables != null ? [underQuota(scope, "stored_bytes")] : [];
}

/** Whether another request came first: the lead to update has appeared, or is gone. */
const isOvertaken = (error: unknown) =>
  brokenUnique(error).length > 0 || (error instanceof Problem && error.code === "not_found");

export async function updateLead(scope: Scope, id: number, input: LeadPatch): Promise<Lead> {
  const { tag_ids, attach_tag_ids, detach_tag_ids } = input;
  await checkReferences(scope, { tag_ids, attach_tag_ids, detach_tag_ids }, {});
  const identity = identityOf(scope, input);
  const statements = [
    ...quotasOf(scope, input, false),
    ...updateStatements(scope, id, input, identity),
  ];
  return writeLead(scope, id, statements).catch((error) =>
    throwLeadErrors(error, scope, identity, id),
  );
}

export const setOptout = (scope: Scope, id: number, isOptout: boolean) =>
  updateLead(scope, id, { is_optout: isOptout });
