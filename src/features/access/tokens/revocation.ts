import { eq, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { tokens } from "#db/schema/access";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Caller, Scope } from "#env";
import { found, Problem, requireAbilities } from "#lib/problem";
import { principals } from "./principals";

const ofId = (scope: Scope, id: number) => within(scope, tokens, eq(tokens.id, id));

export const tokenExists = exists(tokens);

/** True if a token of the operator's path is the workspace's, in the words of `ids`. */
export const workspaceHasToken = (operator: Scope, id: number, [workspaceId]: readonly number[]) =>
  tokenExists({ ...operator, workspaceId: workspaceId ?? 0 }, id);

/** The ids of a token and, with `children`, of the tokens that it has made, and so on. */
const revokedIds = (scope: Scope, id: number, children: boolean) => sql`
  with recursive revoked (id) as (
    select ${tokens.id} from ${tokens} where ${ofId(scope, id)}
    union
    select ${tokens.id} from revoked join ${tokens} on ${tokens.madeBy} = revoked.id
    where ${within(scope, tokens)} and ${children ? 1 : 0}
  )
  select id from revoked`;

/** True if a token may make and revoke tokens, now. */
const isManager = () => sql`
  (${tokens.expiresAt} is null or ${tokens.expiresAt} > ${Date.now()})
  and exists (select 1 from json_each(${tokens.abilities}) where value in ('*', 'tokens:write'))`;

/**
 * Revokes a token, and with `children` those that it has made. It stops working at once in this
 * isolate, elsewhere when its cached principal expires. Returns how many were revoked. Throws a
 * `missing_ability` problem if the token has an ability that the caller lacks, and a `conflict`
 * problem if no token would be left that could make others.
 */
export async function revokeToken(scope: Caller, id: number, children: boolean): Promise<number> {
  const { abilities } = found(
    await scope.db
      .select({ abilities: tokens.abilities })
      .from(tokens)
      .where(ofId(scope, id))
      .get(),
  );
  requireAbilities(scope.abilities, abilities);
  return revoke(scope, id, children);
}

/** As the operator, who can issue another: revokes any token. */
export const revokeAnyToken = (operator: Scope, workspaceId: number, id: number) =>
  revoke({ ...operator, workspaceId }, id, false, { isLastKept: false });

async function revoke(scope: Scope, id: number, children: boolean, { isLastKept = true } = {}) {
  const ids = revokedIds(scope, id, children);
  const managers = (condition: SQL) =>
    sql`select 1 from ${tokens} where ${within(scope, tokens, isManager(), condition)}`;
  const isManaged = sql`(
    not exists (${managers(sql`${tokens.id} in (${ids})`)})
    or exists (${managers(sql`${tokens.id} not in (${ids})`)}))`;
  const isAllowed = isLastKept ? isManaged : undefined;
  const maker = sql`(select ${tokens.madeBy} from ${tokens} where ${ofId(scope, id)})`;
  const { revoked, left } = await batch(scope, {
    orphans: children
      ? undefined
      : scope.db
          .update(tokens)
          .set({ madeBy: maker })
          .where(within(scope, tokens, eq(tokens.madeBy, id), isAllowed)),
    revoked: scope.db
      .delete(tokens)
      .where(within(scope, tokens, sql`${tokens.id} in (${ids})`, isAllowed))
      .returning({ id: tokens.id }),
    left: scope.db.select({ id: tokens.id }).from(tokens).where(ofId(scope, id)),
  });
  principals.clear();
  if (left.length > 0) throw new Problem("conflict", { message: LAST });
  found(revoked[0]);
  return revoked.length;
}

const LAST = "This is the last token that can create others.";
