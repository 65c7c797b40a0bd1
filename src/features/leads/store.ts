import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch, type Statement } from "#db/batch";
import { selectMerge } from "#db/merging/merge";
import { leaveTombstones } from "#db/removal/tombstones";
import { leads } from "#db/schema/leads";
import { erasureReceipts } from "#db/schema/removals";
import { exists, newestId, remove } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { hashContacts } from "#db/statements/contact-hashes";
import { hasChanged } from "#db/statements/leads/leads";
import { brokenUnique } from "#db/writes/errors";
import { keeping } from "#db/writes/idempotency";
import { underQuota } from "#db/writes/quotas";
import type { Expected } from "#db/writes/revision";
import type { Scope } from "#env";
import { found, Problem } from "#lib/problem";
import type { LeadAttributes, LeadPatch } from "./input";
import { selectLead } from "./read";
import { refuseStaleLead } from "./revision";
import { toLead } from "./row";
import type { Lead } from "./schema";
import { contactsOf, identityOf } from "./uniqueness";
import type { LeadWarning } from "./warning-schema";
import { refuseUnusable, warningsOf } from "./warnings";
import {
  checkReferences,
  insertStatements,
  throwLeadErrors,
  updateStatements,
  upsertStatements,
  writeLead,
} from "./write";

/** The lead that a lead which is gone was merged into. */
async function successor(scope: Scope, id: number) {
  const { merge } = await readBatch(scope, { merge: selectMerge(scope, id) });
  return merge.find(({ finished_at: at }) => at !== null)?.keep_id;
}

export const leadExists = Object.assign(exists(leads), { successor });
export const deleteLead = remove(leads, "lead", ["conversation"]);

/**
 * The statements that delete the workspace's leads that `which` finds, as `deleteLead` does, or
 * erase those with a receipt. What is behind them is hidden, and removed by the worker.
 */
export const deletionsWhere = (scope: Scope, which: SQL): Statement[] => [
  leaveTombstones(scope, leads, "lead", which, receiptOf(scope)),
  scope.db.delete(leads).where(within(scope, leads, which)),
];

/** As `deletionsWhere`, by their ids. */
export const deletionsOf = (scope: Scope, ids: number[]): Statement[] =>
  deletionsWhere(scope, sql`${leads.id} in (select value from json_each(${JSON.stringify(ids)}))`);

/** The receipt of the erasure of the lead `leads`; 0 without one. */
const receiptOf = (scope: Scope) => sql`ifnull((
  select erasure_receipts.id from erasure_receipts
  where ${within(scope, erasureReceipts, sql`erasure_receipts.lead_id = leads.id`)}), 0)`;

type Saving = {
  /** True if the lead that matches is to be updated, if there is one. */
  upsert: boolean;
  /** True to refuse a phone or an e-mail that can't be an address. */
  strict?: boolean;
  /** Makes a statement for the same batch from the saved lead's id. */
  alongside?: (leadId: number | SQL) => SQL;
};

/** `alongside` holds the rows that the statement alongside returned. */
type Saved = Answer & { created: boolean; alongside: unknown[] };

/** The lead, and what was not done for it. */
type Answer = { lead: Lead; warnings: LeadWarning[] };

/** Creates a lead, or updates the one that an upsert finds. */
export async function saveLead(
  scope: Scope,
  input: LeadAttributes,
  { upsert, strict = false, alongside }: Saving,
): Promise<Saved> {
  const identity = identityOf(scope, input);
  if (strict) refuseUnusable(input, identity);
  const hashes = await hashContacts(scope, contactsOf(identity));
  const attempt = async (mayRetry: boolean): Promise<Saved> => {
    const lists = { tag_ids: input.tag_ids };
    const match = await checkReferences(scope, lists, upsert ? identity : {});
    const id = match ?? newestId(scope, leads);
    const write =
      match === undefined
        ? { created: insertStatements(scope, input, identity, hashes) }
        : { updated: upsertStatements(scope, match, input, identity, hashes) };
    try {
      const inBatch = match === undefined ? scope : keeping(scope, "alongside", match);
      const saved = await batch(inBatch, {
        quota: quotasOf(scope, input, match === undefined),
        ...write,
        alongside: alongside?.(id),
        lead: selectLead(scope, id),
      });
      const lead = toLead(found(saved.lead[0]));
      return {
        lead,
        warnings: warningsOf(input, identity, lead),
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
function quotasOf(
  scope: Scope,
  input: LeadPatch & Pick<LeadAttributes, "profile">,
  isNew: boolean,
) {
  if (isNew) return [underQuota(scope, "leads"), underQuota(scope, "stored_bytes")];
  const { data, variables, profile } = input;
  const mayGrow = [data, variables, profile].some((value) => value != null);
  return mayGrow ? [underQuota(scope, "stored_bytes")] : [];
}

/** The body of an answer: `warnings` stand in it only if there are any. */
export const savedAnswer = ({ lead, warnings }: Answer) => ({
  data: lead,
  ...(warnings.length > 0 && { warnings }),
});

/** True if another request came first: the lead to update has appeared, is gone, or has changed. */
const isOvertaken = (error: unknown) =>
  brokenUnique(error).length > 0 ||
  hasChanged(error) ||
  (error instanceof Problem && error.code === "not_found");

type Updating = Pick<Saving, "strict"> & {
  /** The revisions of which the lead must have one. */
  expected?: Expected;
};

export async function updateLead(
  scope: Scope,
  id: number,
  input: LeadPatch,
  { strict = false, expected }: Updating = {},
): Promise<Answer> {
  const { tag_ids, attach_tag_ids, detach_tag_ids } = input;
  await checkReferences(scope, { tag_ids, attach_tag_ids, detach_tag_ids }, {});
  const identity = identityOf(scope, input);
  if (strict) refuseUnusable(input, identity);
  const hashes = await hashContacts(scope, contactsOf(identity));
  const statements = [
    ...refuseStaleLead(scope, id, expected),
    ...quotasOf(scope, input, false),
    ...updateStatements(scope, id, input, identity, hashes),
  ];
  const lead = await writeLead(scope, id, statements).catch((error) =>
    throwLeadErrors(error, scope, identity, id),
  );
  return { lead, warnings: warningsOf(input, identity, lead) };
}
