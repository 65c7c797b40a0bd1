import { sql } from "drizzle-orm";
import { keyset } from "../../../db/page";
import { tokens, workspaces } from "../../../db/schema/access";
import { write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { newToken, sha256 } from "../../../lib/crypto";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { iso } from "../../../lib/time";
import type { Workspace, WorkspaceInput } from "./schema";

export const workspaceToWire = ({
  id,
  name,
  defaultCountry,
  createdAt,
  updatedAt,
}: typeof workspaces.$inferSelect): Workspace => ({
  id,
  name,
  default_country: defaultCountry,
  created_at: iso(createdAt),
  updated_at: iso(updatedAt),
});

/** A workspace with its first token, which holds every ability. The scope is the operator's. */
export async function createWorkspace(
  operator: Scope,
  input: WorkspaceInput,
): Promise<Workspace & { token: string }> {
  const now = Date.now();
  const token = newToken();
  const stamps = { createdAt: now, updatedAt: now };
  const [[workspace]] = await write(operator, [
    operator.db
      .insert(workspaces)
      .values({ name: input.name, defaultCountry: input.default_country ?? null, ...stamps })
      .returning(),
    operator.db.insert(tokens).values({
      workspaceId: sql`(select max(id) from workspaces)`,
      name: "First token",
      hash: await sha256(token),
      abilities: ["*"],
      createdAt: now,
    }),
  ]);
  return { ...workspaceToWire(workspace!), token };
}

export async function listWorkspaces(operator: Scope, page: PageRequest): Promise<Page<Workspace>> {
  const { after, order, limit } = keyset(workspaces.id, page);
  const rows = await operator.db.select().from(workspaces).where(after).orderBy(order).limit(limit);
  return cutPage(rows, page, workspaceToWire);
}
