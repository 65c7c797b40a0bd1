import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { paged } from "#db/lists/page";
import { tokens, workspaces } from "#db/schema/access";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import type { Caller, Scope } from "#env";
import { newToken, sha256 } from "#lib/crypto";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem, requireAbilities, unauthenticated } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { getWorkspace, workspaceToWire } from "../workspaces/store";
import { MAX_TOKENS, type Me, type Token, type TokenInput } from "./schema";

const { hash, workspaceId, ...columns } = getTableColumns(tokens);
type Row = Pick<typeof tokens.$inferSelect, keyof typeof columns>;

const toWire = ({ expiresAt, lastUsedAt, createdAt, madeBy, ...row }: Row): Token => ({
  ...row,
  made_by: madeBy,
  expires_at: isoOrNull(expiresAt),
  last_used_at: isoOrNull(lastUsedAt),
  created_at: iso(createdAt),
});

export async function me(scope: Caller): Promise<Me> {
  const row = await scope.db
    .select({ token: columns, workspace: workspaces })
    .from(tokens)
    .innerJoin(workspaces, eq(workspaces.id, tokens.workspaceId))
    .where(within(scope, tokens, eq(tokens.id, scope.tokenId)))
    .get();
  if (!row) throw unauthenticated();
  return { workspace: workspaceToWire(row.workspace), token: toWire(row.token) };
}

/**
 * Throws a `missing_ability` problem if the new token had more abilities than the caller's, and a
 * `forbidden` one if it lived longer.
 */
export async function createToken(
  scope: Caller,
  input: TokenInput,
): Promise<Token & { token: string }> {
  const abilities = input.abilities ?? scope.abilities;
  const expiresAt = input.expires_at ?? scope.tokenExpiresAt;
  const outlivesCaller =
    expiresAt !== null && scope.tokenExpiresAt !== null && expiresAt > scope.tokenExpiresAt;
  requireAbilities(scope.abilities, abilities);
  if (outlivesCaller) throw new Problem("forbidden");
  const { name } = input;
  const made = await insertToken(scope, scope.workspaceId, {
    name,
    abilities,
    expiresAt,
    madeBy: scope.tokenId,
  });
  return found(made);
}

/** As the operator: a token of any workspace, with every ability unless the input names some. */
export async function issueToken(
  operator: Scope,
  workspaceId: number,
  { name, abilities, expires_at: expiresAt }: TokenInput,
): Promise<Token & { token: string }> {
  const values = { name, abilities: abilities ?? ["*" as const], expiresAt: expiresAt ?? null };
  return found(await insertToken(operator, workspaceId, { ...values, madeBy: null }));
}

/**
 * Undefined if there is no such workspace; throws a `conflict` problem if it has as many tokens as
 * it may have, and an `unauthenticated` problem if the token that makes it was revoked a moment
 * ago.
 */
async function insertToken(
  scope: Scope,
  workspaceId: number,
  values: Pick<Row, "name" | "abilities" | "expiresAt" | "madeBy">,
): Promise<(Token & { token: string }) | undefined> {
  const token = newToken();
  const { name, abilities, expiresAt, madeBy } = values;
  const createdAt = Date.now();
  const maker = sql<{ id: number }>`
    select id from tokens where ${within({ workspaceId }, tokens, eq(tokens.id, madeBy ?? 0))}`;
  const others = sql`select count(*) from tokens where ${within({ workspaceId }, tokens)}`;
  const { created, makers, workspace } = await batch(scope, {
    created: sql<{ id: number }>`
      insert into tokens (workspace_id, name, hash, abilities, expires_at, made_by, created_at)
      select id, ${name}, ${await sha256(token)}, ${JSON.stringify(abilities)}, ${expiresAt},
        ${madeBy}, ${createdAt}
      from workspaces
      where id = ${workspaceId} and ${isWorkspaceKept(workspaceId)}
        and (${others}) < ${MAX_TOKENS}
        and (${madeBy} is null or exists (${maker}))
      returning id`,
    makers: maker,
    workspace: scope.db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(and(eq(workspaces.id, workspaceId), isWorkspaceKept(workspaceId))),
  });
  if (created[0])
    return { ...toWire({ ...created[0], ...values, lastUsedAt: null, createdAt }), token };
  if (workspace.length === 0) return undefined;
  if (madeBy !== null && makers.length === 0) throw unauthenticated();
  throw new Problem("quota_reached", { message: `A workspace has at most ${MAX_TOKENS} tokens.` });
}

export const listTokens = async (scope: Scope, page: PageRequest): Promise<Page<Token>> =>
  cutPage(
    await paged(scope.db.select(columns).from(tokens).$dynamic(), scope, tokens, page),
    page,
    toWire,
  );

/** As the operator: the tokens of any workspace; throws a `not_found` problem if there is none. */
export async function listTokensOf(operator: Scope, workspaceId: number, page: PageRequest) {
  const tokensOf = await listTokens({ ...operator, workspaceId }, page);
  if (tokensOf.items.length === 0) await getWorkspace(operator, workspaceId);
  return tokensOf;
}
