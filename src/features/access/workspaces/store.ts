import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { contains, stop } from "#db/lists/page";
import { matching } from "#db/lists/walk";
import { tokens, workspaces } from "#db/schema/access";
import { backups } from "#db/schema/directory";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import { makeKey } from "#db/statements/contact-hashes";
import { walkForCountry } from "#db/statements/date-walks";
import { findAnswer } from "#db/writes/idempotency";
import { FIRST_DATABASE } from "#domain/databases";
import type { IdempotencyClaim, Scope } from "#env";
import { derivedToken, newToken, sha256 } from "#lib/crypto";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { describeError, log } from "#lib/log";
import { found } from "#lib/problem";
import { foldText } from "#lib/text";
import { iso, isoOrNull } from "#lib/time";
import { principals } from "../tokens/principals";
import { copyWorkspace } from "./copies";
import { place } from "./placement";
import { furnish } from "./sandbox";
import type {
  OperatorsWorkspace,
  Workspace,
  WorkspaceDetail,
  WorkspaceInput,
  WorkspacePatch,
} from "./schema";

type Row = typeof workspaces.$inferSelect;

export const workspaceToWire = ({
  id,
  name,
  defaultCountry,
  suspendedAt,
  suspendedReason,
  createdAt,
  updatedAt,
}: Row): Workspace => ({
  id,
  name,
  default_country: defaultCountry,
  suspended_at: isoOrNull(suspendedAt),
  suspended_reason: suspendedReason,
  created_at: iso(createdAt),
  updated_at: iso(updatedAt),
});

/** A workspace as the operator sees it. */
const toOperator = (row: Row): OperatorsWorkspace => ({
  ...workspaceToWire(row),
  database: row.database ?? FIRST_DATABASE,
});

/** The token that a keyed request creates. A repetition of the request finds it again. */
const tokenOfKey = (appKey: string, { key, fingerprint, at }: IdempotencyClaim) =>
  derivedToken(appKey, `first token ${at} ${fingerprint} ${key}`);

/**
 * Creates a workspace with its first token, which has every ability, in a database that has room
 * (`place`). Where an earlier request with
 * the same `Idempotency-Key` has died after it created the workspace, returns that one.
 */
export async function createWorkspace(
  operator: Scope,
  input: WorkspaceInput,
): Promise<OperatorsWorkspace & { token: string }> {
  const { claim, appKey } = operator;
  const token = claim ? await tokenOfKey(appKey, claim) : newToken();
  return insertWorkspace(operator, input, token).catch(async (error) => {
    const earlier = claim && (await findUnanswered(operator, claim, input));
    if (!earlier) throw error;
    return earlier;
  });
}

async function insertWorkspace(operator: Scope, input: WorkspaceInput, token: string) {
  const { databases } = operator;
  const now = Date.now();
  const database = await place(operator, input);
  const isOwn = database === databases.ofDirectory;
  const { created } = await batch(operator, {
    created: operator.db
      .insert(workspaces)
      .values({
        database,
        version: 1,
        copiedVersion: isOwn ? null : 0,
        name: input.name,
        nameKey: foldText(input.name),
        defaultCountry: input.default_country ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
    token: operator.db.insert(tokens).values({
      workspaceId: sql`(select max(id) from workspaces)`,
      name: "First token",
      hash: await sha256(token),
      abilities: ["*"],
      createdAt: now,
    }),
  });
  const workspace = found(created[0]);
  const own = await complete(operator, workspace, input);
  // The key is sealed for the workspace's id. If this fails, the first need of it makes the key.
  await makeKey(own).catch((error) =>
    log("error", "suppression key not made", describeError(error)),
  );
  return { ...toOperator(workspace), token };
}

/** Makes what a new workspace begins with in its own database, if that is not there yet. */
async function complete(operator: Scope, { id, database }: Row, { sandbox }: WorkspaceInput) {
  const { databases } = operator;
  const name = database ?? FIRST_DATABASE;
  if (name !== databases.ofDirectory) await copyWorkspace(databases, id);
  const own = { ...operator, database: name, db: databases.open(name), workspaceId: id };
  if (sandbox) await furnish(own);
  return own;
}

/** The workspace of an earlier request with the key that has not answered. */
async function findUnanswered(operator: Scope, claim: IdempotencyClaim, input: WorkspaceInput) {
  const earlier = await findAnswer(operator, claim.key);
  const isSame = earlier?.answer === null && earlier.fingerprint === claim.fingerprint;
  if (!isSame) return undefined;
  for (const appKey of [operator.appKey, operator.appKeyBefore]) {
    const token = appKey && (await tokenOfKey(appKey, { ...claim, at: earlier.createdAt }));
    const ofToken = sql`${workspaces.id} = (
      select workspace_id from tokens where hash = ${token && (await sha256(token))})`;
    const row = token && (await operator.db.select().from(workspaces).where(ofToken).get());
    if (row) {
      await complete(operator, row, input);
      // The key is the earlier request's, and this answer is kept under it.
      operator.sink.report(undefined, { claimsKey: true, audits: false });
      return { ...toOperator(row), token };
    }
  }
  return undefined;
}

/** Selects the backup that a workspace is being restored from. */
export const isRestoring = (workspaceId: number | SQL) =>
  within({ workspaceId }, backups, sql`${backups.state} in ('restoring', 'undoing')`);

/** While a workspace is restored, it is not there yet. */
const isKept = and(
  isWorkspaceKept(workspaces.id),
  sql`not exists (select 1 from ${backups} where ${isRestoring(sql`${workspaces.id}`)})`,
);
/** The most rows that D1 counts for it. */
const ROWS_OF_KEPT = 2;
const ofId = (id: number) => and(eq(workspaces.id, id), isKept);

export const selectWorkspace = ({ db }: Scope, id: number) =>
  db.select().from(workspaces).where(ofId(id));

export const detailToWire = ({ quotas }: Scope, row: Row): WorkspaceDetail => ({
  ...toOperator(row),
  quotas: { ...quotas, ...row.quotas },
});

export const getWorkspace = async (operator: Scope, id: number): Promise<WorkspaceDetail> =>
  detailToWire(operator, found(await selectWorkspace(operator, id).get()));

/** True if there is such a workspace, in the words of `ids`. */
export const workspaceExists = async ({ db }: Scope, id: number) =>
  (await db.select({ id: workspaces.id }).from(workspaces).where(ofId(id))).length > 0;

/**
 * A new default country counts for numbers that are written from then on, and for the dates of
 * triggers. A patch that changes nothing writes nothing.
 */
export async function updateWorkspace(
  operator: Scope,
  id: number,
  { name, default_country: defaultCountry, quotas: patch }: WorkspacePatch,
): Promise<WorkspaceDetail> {
  // A JSON Merge Patch: null takes a quota away, and so brings back the default.
  const quotas = patch && sql`json_patch(${workspaces.quotas}, ${JSON.stringify(patch)})`;
  const isChanged = or(
    name === undefined ? undefined : sql`${workspaces.name} is not ${name}`,
    defaultCountry === undefined
      ? undefined
      : sql`${workspaces.defaultCountry} is not ${defaultCountry}`,
    quotas && sql`${workspaces.quotas} is not ${quotas}`,
  );
  const updatedAt = Date.now();
  const { workspace } = await batch(operator, {
    dates:
      defaultCountry === undefined
        ? undefined
        : walkForCountry({ workspaceId: id }, defaultCountry, updatedAt),
    updated: operator.db
      .update(workspaces)
      .set({ name, nameKey: name && foldText(name), defaultCountry, quotas, updatedAt })
      .where(and(ofId(id), isChanged ?? sql`false`)),
    workspace: selectWorkspace(operator, id),
  });
  principals.clear();
  await copyWorkspace(operator.databases, id);
  return detailToWire(operator, found(workspace[0]));
}

export async function listWorkspaces(
  operator: Scope,
  name: string | undefined,
  page: PageRequest,
): Promise<Page<OperatorsWorkspace>> {
  const { after, order } = keyset(workspaces.id, page);
  const isNamed = name ? contains(workspaces.nameKey, foldText(name)) : undefined;
  const ids = sql`select id from ${workspaces} where ${after ?? sql`true`} order by ${order}`;
  const where = sql`${and(isNamed, isKept)}`;
  const listed = matching(workspaces, where, { ids, rowsRead: 1 }, page, ROWS_OF_KEPT);
  const rows = await operator.db
    .select({ ...getTableColumns(workspaces), stop })
    .from(workspaces)
    .innerJoin(sql`(${listed}) as page`, sql`page.row_id = ${workspaces.id}`)
    .orderBy(keyset(sql`page.row_id`, page).order);
  return cutPage(rows, page, toOperator);
}
