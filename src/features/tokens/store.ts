import { eq, getTableColumns } from "drizzle-orm";
import { keyset } from "../../db/page";
import { remove } from "../../db/rows";
import { tokens, workspaces } from "../../db/schema";
import { within, write } from "../../db/scope";
import type { Caller, Scope } from "../../env";
import { holds } from "../../lib/abilities";
import { newToken, sha256 } from "../../lib/crypto";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { Problem } from "../../lib/problem";
import { iso, isoOrNull } from "../../lib/time";
import { workspaceToWire } from "../workspaces/store";
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

/** Whom a token speaks for; `undefined` for an unknown one. */
export const findPrincipal = async (db: Scope["db"], token: string) =>
  db
    .select({
      tokenId: tokens.id,
      workspaceId: tokens.workspaceId,
      abilities: tokens.abilities,
      tokenExpiresAt: tokens.expiresAt,
      lastUsedAt: tokens.lastUsedAt,
      defaultCountry: workspaces.defaultCountry,
    })
    .from(tokens)
    .innerJoin(workspaces, eq(workspaces.id, tokens.workspaceId))
    .where(eq(tokens.hash, await sha256(token)))
    .get();

export const stampUse = (db: Scope["db"], tokenId: number, now: number) =>
  db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, tokenId));

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

/** A token is given no more than the one that asks for it has: neither abilities nor time. */
export async function createToken(scope: Caller, input: TokenInput): Promise<Token & { token: string }> {
  const abilities = input.abilities ?? scope.abilities;
  const expiresAt = input.expires_at ?? scope.tokenExpiresAt;
  const longer = scope.tokenExpiresAt !== null && expiresAt! > scope.tokenExpiresAt;
  if (longer || !abilities.every((ability) => holds(scope.abilities, ability))) throw new Problem("forbidden");
  const token = newToken();
  const values = {
    workspaceId: scope.workspaceId,
    name: input.name,
    hash: await sha256(token),
    abilities,
    expiresAt,
    createdAt: Date.now(),
  };
  const [[row]] = await write(scope, [scope.db.insert(tokens).values(values).returning(columns)]);
  return { ...toWire(row!), token };
}

export async function listTokens(scope: Scope, page: PageRequest): Promise<Page<Token>> {
  const { after, order, limit } = keyset(tokens.id, page);
  const rows = await scope.db
    .select(columns)
    .from(tokens)
    .where(within(scope, tokens, after))
    .orderBy(order)
    .limit(limit);
  return cutPage(rows, page, toWire);
}

/** It stops working at once where it was revoked, and within the life of a cached token everywhere else. */
export const revokeToken = remove(tokens);
