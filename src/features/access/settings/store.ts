import { and, eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { beginWalk } from "#db/statements/date-walks";
import { recurElsewhere } from "#db/statements/recurring-triggers";
import { limitOf } from "#db/writes/quotas";
import type { Scope } from "#env";
import { outboundErrors, outboundRules } from "#lib/outbound-url";
import { isOwn } from "#lib/own-url";
import { type FieldErrors, found, Problem, throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { settingsOf } from "./defaults";
import { conflictingKeywords, patched } from "./keywords";
import { identities } from "./public-identity";
import type { Settings, SettingsPatch } from "./schema";

const MAX_TRIES = 5;

const ofScope = ({ workspaceId }: Scope) => eq(workspaces.id, workspaceId);

/** The stored settings of the workspace, as JSON text, and its quota of analyses. */
const read = async (scope: Scope) => {
  const row = await scope.db
    .select({
      text: sql<string>`${workspaces.settings}`,
      analysesPerDay: limitOf(scope, "analyses_per_day"),
    })
    .from(workspaces)
    .where(ofScope(scope))
    .get();
  return found(row);
};

export const getSettings = async (scope: Scope): Promise<Settings> =>
  settingsOf(JSON.parse((await read(scope)).text));

/** The daily limit can't exceed the quota that the operator has set. */
const limitErrors = (analysesPerDay: number, limit: unknown): FieldErrors =>
  typeof limit === "number" && limit > analysesPerDay
    ? fieldErrors(["analysis_daily_limit"], validationMessages.atMost(analysesPerDay))
    : {};

/** The host must be one that recipients may be led to, and not that of the pages themselves. */
const urlErrors = (scope: Scope, url: unknown): FieldErrors => {
  const parsed = typeof url === "string" ? URL.parse(url) : null;
  return parsed && isOwn(parsed, scope.shortUrlBase)
    ? fieldErrors(["fallback_url"], validationMessages.url)
    : outboundErrors("fallback_url", url, outboundRules(scope));
};

/** The errors of a patch that depend on the stored settings. */
export const settingsErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => {
  const { text, analysesPerDay } = await read(scope);
  return {
    ...conflictingKeywords(JSON.parse(text), body),
    ...limitErrors(analysesPerDay, body.analysis_daily_limit),
    ...urlErrors(scope, body.fallback_url),
  };
};

/**
 * Retries if the settings have changed since they were read, then throws a `conflict` problem. A
 * patch that changes nothing writes nothing.
 */
export async function updateSettings(scope: Scope, patch: SettingsPatch): Promise<Settings> {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const { text, analysesPerDay } = await read(scope);
    const stored: Partial<Settings> = JSON.parse(text);
    throwErrors({
      ...conflictingKeywords(stored, patch),
      ...limitErrors(analysesPerDay, patch.analysis_daily_limit),
      ...urlErrors(scope, patch.fallback_url),
    });
    const settings = patched(stored, patch);
    if (JSON.stringify(settings) === JSON.stringify(stored)) return settingsOf(stored);
    const isElsewhere = settings.time_zone !== stored.time_zone;
    const { updated } = await batch(scope, {
      updated: scope.db
        .update(workspaces)
        .set({ settings, updatedAt: Date.now() })
        .where(and(ofScope(scope), sql`${workspaces.settings} = ${text}`))
        .returning({ id: workspaces.id }),
      recurring: isElsewhere ? recurElsewhere(scope, Date.now()) : undefined,
      dates: isElsewhere ? beginWalk(scope, Date.now()) : undefined,
    });
    identities.delete(String(scope.workspaceId));
    if (updated.length > 0) return settingsOf(settings);
  }
  throw new Problem("conflict");
}
