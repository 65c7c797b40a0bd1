import { eq, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { makeKey } from "../../../db/contact-hashes";
import { keyset } from "../../../db/page";
import { tokens, workspaces } from "../../../db/schema/access";
import type { Scope } from "../../../env";
import { newToken, sha256 } from "../../../lib/crypto";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { describeError, log } from "../../../lib/log";
import { found } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import { principals } from "../tokens/principals";
import type { Workspace, WorkspaceInput, WorkspacePatch } from "./schema";

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

/** Creates a workspace with its first token, which has every ability. */
export async function createWorkspace(
  operator: Scope,
  input: WorkspaceInput,
): Promise<Workspace & { token: string }> {
  const now = Date.now();
  const token = newToken();
  const stamps = { createdAt: now, updatedAt: now };
  const { created } = await batch(operator, {
    created: operator.db
      .insert(workspaces)
      .values({ name: input.name, defaultCountry: input.default_country ?? null, ...stamps })
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
  // The key is sealed for the workspace's id. If this fails, the first need of it makes the key.
  await makeKey({ ...operator, workspaceId: workspace.id }).catch((error) =>
    log("error", "suppression key not made", describeError(error)),
  );
  return { ...workspaceToWire(workspace), token };
}

const ofId = (id: number) => eq(workspaces.id, id);

export const getWorkspace = async (operator: Scope, id: number): Promise<Workspace> =>
  workspaceToWire(found(await operator.db.select().from(workspaces).where(ofId(id)).get()));

/** Whether there is such a workspace, in the words of `ids`. */
export const workspaceExists = async ({ db }: Scope, id: number) =>
  (await db.select({ id: workspaces.id }).from(workspaces).where(ofId(id))).length > 0;

/** A new default country counts for numbers that are written from then on. */
export async function updateWorkspace(
  operator: Scope,
  id: number,
  { name, default_country: defaultCountry }: WorkspacePatch,
): Promise<Workspace> {
  const { updated } = await batch(operator, {
    updated: operator.db
      .update(workspaces)
      .set({ name, defaultCountry, updatedAt: Date.now() })
      .where(ofId(id))
      .returning(),
  });
  principals.clear();
  return workspaceToWire(found(updated[0]));
}

export async function listWorkspaces(operator: Scope, page: PageRequest): Promise<Page<Workspace>> {
  const { after, order, limit } = keyset(workspaces.id, page);
  const rows = await operator.db.select().from(workspaces).where(after).orderBy(order).limit(limit);
  return cutPage(rows, page, workspaceToWire);
}
