import { and, eq, sql } from "drizzle-orm";
import { workspaces } from "../../../db/schema/access";
import { write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { type FieldErrors, found, Problem, refuseErrors } from "../../../lib/problem";
import { settingsOf } from "./defaults";
import { clashes, patched } from "./keywords";
import type { Settings, SettingsPatch } from "./schema";

const MAX_TRIES = 5;

const ofScope = ({ workspaceId }: Scope) => eq(workspaces.id, workspaceId);

/** What the workspace has set, as JSON text. */
const readText = async (scope: Scope) => {
  const row = await scope.db
    .select({ text: sql<string>`${workspaces.settings}` })
    .from(workspaces)
    .where(ofScope(scope))
    .get();
  return found(row).text;
};

export const getSettings = async (scope: Scope): Promise<Settings> =>
  settingsOf(JSON.parse(await readText(scope)));

/** The errors that depend on what is set. */
export const settingsErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => clashes(JSON.parse(await readText(scope)), body);

/** Tried again where others have changed the settings since they were read; a `conflict` problem where that does not end. */
export async function updateSettings(scope: Scope, patch: SettingsPatch): Promise<Settings> {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const text = await readText(scope);
    const stored: Partial<Settings> = JSON.parse(text);
    refuseErrors(clashes(stored, patch));
    const settings = patched(stored, patch);
    const [rows] = await write(scope, [
      scope.db
        .update(workspaces)
        .set({ settings, updatedAt: Date.now() })
        .where(and(ofScope(scope), sql`${workspaces.settings} = ${text}`))
        .returning({ id: workspaces.id }),
    ]);
    if (rows.length > 0) return settingsOf(settings);
  }
  throw new Problem("conflict");
}
