import { eq, getTableColumns } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { paged } from "../../../db/page";
import { remove } from "../../../db/rows";
import { tokens, workspaces } from "../../../db/schema/access";
import { within } from "../../../db/scope";
import type { Caller, Scope } from "../../../env";
import { newToken, sha256 } from "../../../lib/crypto";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { holds } from "../../../lib/holds";
import { found, Problem } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { workspaceToWire } from "../workspaces/store";
import { principals } from "./principals";
import type { Me, Token, TokenInput } from "./schema";

const { hash, workspaceId, ...columns } = getTableColumns(tokens);
type Row = Pick<typeof tokens.$inferSelect, keyof typeof columns>;

const toWire = ({ expiresAt, lastUsedAt, createdAt, abilities, ...row }: Row): Token => ({
  ...row,
  abilities,
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
  if (!row) throw new Problem("unauthenticated");
  return { workspace: workspaceToWire(row.workspace), token: toWire(row.token) };
}

/**
 * Throws a `forbidden` problem if the new token had more abilities than the caller's, or lived
 * longer.
 */
export async function createToken(
  scope: Caller,
  input: TokenInput,
): Promise<Token & { token: string }> {
  const abilities = input.abilities ?? scope.abilities;
  const expiresAt = input.expires_at ?? scope.tokenExpiresAt;
  const outlivesCaller =
    expiresAt !== null && scope.tokenExpiresAt !== null && expiresAt > scope.tokenExpiresAt;
  if (outlivesCaller || !abilities.every((ability) => holds(scope.abilities, ability)))
    throw new Problem("forbidden");
  const token = newToken();
  const values = {
    workspaceId: scope.workspaceId,
    name: input.name,
    hash: await sha256(token),
    abilities,
    expiresAt,
    createdAt: Date.now(),
  };
  const { created } = await batch(scope, {
    created: scope.db.insert(tokens).values(values).returning(columns),
  });
  return { ...toWire(found(created[0])), token };
}

export const listTokens = async (scope: Scope, page: PageRequest): Promise<Page<Token>> =>
  cutPage(
    await paged(scope.db.select(columns).from(tokens).$dynamic(), scope, tokens, page),
    page,
    toWire,
  );

const removeToken = remove(tokens);

/** The token stops working at once in this isolate, elsewhere when its cached principal expires. */
export async function revokeToken(scope: Scope, id: number) {
  const deleted = await removeToken(scope, id);
  principals.clear();
  return deleted;
}
