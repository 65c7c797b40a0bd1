import { and, eq, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { workspaces } from "../../../db/schema/access";
import type { Scope } from "../../../env";
import { type FieldErrors, found, Problem, throwErrors } from "../../../lib/problem";
import { settingsOf } from "./defaults";
import { conflictingKeywords, patched } from "./keywords";
import type { Settings, SettingsPatch } from "./schema";

const MAX_TRIES = 5;

const ofScope = ({ workspaceId }: Scope) => eq(workspaces.id, workspaceId);

/** The stored settings of the workspace, as JSON text. */
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

/** The errors of a patch that depend on the stored settings. */
export const settingsErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => conflictingKeywords(JSON.parse(await readText(scope)), body);

/** Retries if the settings have changed since they were read, then throws a `conflict` problem. */
export async function updateSettings(scope: Scope, patch: SettingsPatch): Promise<Settings> {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const text = await readText(scope);
    const stored: Partial<Settings> = JSON.parse(text);
    throwErrors(conflictingKeywords(stored, patch));
    const settings = patched(stored, patch);
    const { updated } = await batch(scope, {
      updated: scope.db
        .update(workspaces)
        .set({ settings, updatedAt: Date.now() })
        .where(and(ofScope(scope), sql`${workspaces.settings} = ${text}`))
        .returning({ id: workspaces.id }),
    });
    if (updated.length > 0) return settingsOf(settings);
  }
  throw new Problem("conflict");
}
