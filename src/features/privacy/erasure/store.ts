import { eq, inArray, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { paged } from "#db/lists/page";
import { PURGES, searchIndexes } from "#db/lists/search-indexes";
import { backups } from "#db/schema/directory";
import { exports } from "#db/schema/imports";
import { leads } from "#db/schema/leads";
import { erasureReceipts } from "#db/schema/removals";
import { sources } from "#db/schema/sources";
import { cleanUps } from "#db/schema/usage";
import { exists, selectId } from "#db/scope/rows";
import { inDirectory, within } from "#db/scope/scope";
import { insertReceipt, ofErasedLead } from "#db/statements/erasure-receipts";
import { forgetInInboxes } from "#domain/wake/objects";
import type { Bindings, Caller, Scope } from "#env";
import { deletionsOf } from "#features/leads/store";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { toWire } from "./receipt";
import type { Erasure, ErasureQuery } from "./schema";

const select = ({ db }: Scope) => db.select().from(erasureReceipts).$dynamic();

export const erasureExists = exists(erasureReceipts);

/** True if the lead is there, or was erased, in the words of `ids`. */
export const leadIsKnown = async (scope: Scope, id: number) =>
  (await selectId(scope, leads, id)).length > 0 ||
  (await select(scope).where(ofErasedLead(scope, id))).length > 0;

/** The workspace's exports, those too whose files are about to be deleted. */
const selectExports = (scope: Scope) =>
  scope.db
    .select({ id: exports.id, createdAt: exports.createdAt, keptUntil: exports.keptUntil })
    .from(exports)
    .where(within(scope, exports))
    .orderBy(exports.id)
    .limit(1_000);

/** The workspace's backups: the operator keeps some dozens. */
const selectBackups = (scope: Scope) =>
  scope.db
    .select({ id: backups.id, createdAt: backups.createdAt, keptUntil: backups.keptUntil })
    .from(backups)
    .where(within(scope, backups))
    .orderBy(backups.id)
    .limit(1_000);

/** Up to when the deleted entries of the search indexes are gone (operations/retention). */
const selectMerged = ({ db }: Scope) => {
  const names = searchIndexes.map((index) => PURGES[index].done);
  const at = sql<number>`iif(count(*) = ${names.length}, min(${cleanUps.position}), 0)`;
  return db
    .select({ at: at.as("at") })
    .from(cleanUps)
    .where(inArray(cleanUps.name, names));
};

/**
 * Receipts, and what they are shown with: in one round trip where the directory is in the same
 * database.
 */
async function readReceipts<Query extends ReturnType<typeof select>>(scope: Scope, query: Query) {
  const own = { receipts: query, merged: selectMerged(scope), exported: selectExports(scope) };
  const read = async () => {
    if (scope.database === scope.databases.ofDirectory)
      return readBatch(scope, { ...own, copies: selectBackups(scope) });
    const [found, copies] = await Promise.all([
      readBatch(scope, own),
      selectBackups(inDirectory(scope)),
    ]);
    return { ...found, copies };
  };
  const { receipts, merged, ...copies } = await read();
  return { receipts, around: { ...copies, mergedAt: merged[0]?.at ?? 0 } };
}

/** The fewest characters by which a text tells whom an item is about, and the digits of a phone. */
const [MIN_MARK, MARK_DIGITS] = [4, 8];

/**
 * Empties what waits for the workspace's sources and is about a lead: before the lead goes, as
 * nobody could tell afterwards.
 */
async function forgetWaiting(scope: Scope, env: Bindings, id: number) {
  const { person, inboxes } = await readBatch(scope, {
    person: scope.db
      .select({
        ...{ email: leads.email, phone: leads.phone, extId: leads.extId },
        ...{ username: leads.username, firstName: leads.firstName, lastName: leads.lastName },
      })
      .from(leads)
      .where(within(scope, leads, eq(leads.id, id))),
    inboxes: scope.db.select({ id: sources.id }).from(sources).where(within(scope, sources)),
  });
  const [known] = person;
  if (!known || inboxes.length === 0) return;
  const { phone, firstName, lastName, ...marks } = known;
  const name = firstName && lastName ? `${firstName} ${lastName}` : null;
  const digits = (phone ?? "").replace(/\D/g, "").slice(-MARK_DIGITS);
  const texts = [...Object.values(marks), phone, name].filter((text) => text !== null);
  await forgetInInboxes(
    env,
    inboxes.map((inbox) => inbox.id),
    {
      texts: texts.filter((text) => text.length >= MIN_MARK),
      digits: digits.length === MARK_DIGITS ? digits : null,
    },
  );
}

/**
 * Erases a lead: it is gone at once, and a worker erases what is behind it
 * (operations/chunks/erasures.ts). A lead that was erased has the receipt that it got.
 */
export async function eraseLead(scope: Caller, env: Bindings, id: number): Promise<Erasure> {
  await forgetWaiting(scope, env, id);
  const [{ receipt, merged, exported }, copies] = await Promise.all([
    batch(scope, {
      created: insertReceipt(scope, id, scope),
      deleted: deletionsOf(scope, [id]),
      receipt: select(scope).where(ofErasedLead(scope, id)),
      merged: selectMerged(scope),
      exported: selectExports(scope),
    }),
    selectBackups(inDirectory(scope)),
  ]);
  return toWire(found(receipt[0]), {
    ...{ copies, exported },
    mergedAt: merged[0]?.at ?? 0,
  });
}

export async function listErasures(
  scope: Scope,
  { lead_id }: ErasureQuery,
  page: PageRequest,
): Promise<Page<Erasure>> {
  const ofLead = lead_id === undefined ? undefined : eq(erasureReceipts.leadId, lead_id);
  const listed = paged(select(scope), scope, erasureReceipts, page, ofLead);
  const { receipts, around } = await readReceipts(scope, listed);
  return cutPage(receipts, page, (row) => toWire(row, around));
}

export async function getErasure(scope: Scope, id: number): Promise<Erasure> {
  const isOne = within(scope, erasureReceipts, eq(erasureReceipts.id, id));
  const { receipts, around } = await readReceipts(scope, select(scope).where(isOne));
  return toWire(found(receipts[0]), around);
}
