import { eq, sql } from "drizzle-orm";
import { workspaces } from "../../../db/schema/access";
import { scopeOf, write } from "../../../db/scope";
import type { Bindings, Scope } from "../../../env";
import { describeError, log } from "../../../lib/log";
import { found, Problem } from "../../../lib/problem";
import { keyId, openJson, sealJson } from "../../../lib/sealing";
import { newSigningSecret } from "../../../lib/standard-webhooks";
import { DAY_MS } from "../../../lib/time";

/** What signs webhooks. `until` is when one that was replaced stops to, in milliseconds; null of the current one, which stands last. */
export type WebhookSecret = { secret: string; until: number | null };

/** After a rotation, the secrets before sign beside the new one for this long. */
const OVERLAP_MS = DAY_MS;
const MAX_SECRETS = 10;

/** With whichever of the keys has sealed them; throws where none has. */
export const openSecrets = (appKeys: (string | undefined)[], sealed: string) =>
  openJson(appKeys, "webhook-secrets", sealed) as Promise<WebhookSecret[]>;

/** Those that sign at the time, the current one first. */
export const signingSecrets = (secrets: WebhookSecret[], now: number) =>
  secrets
    .filter(({ until }) => until === null || until > now)
    .map(({ secret }) => secret)
    .toReversed();

/** The first secret of an endpoint or a workspace. */
export const firstSecrets = (): [WebhookSecret] => [{ secret: newSigningSecret(), until: null }];

/** The columns' values: what is stored, and which key has sealed it. */
export async function sealedSecrets({ appKey }: Pick<Scope, "appKey">, secrets: WebhookSecret[]) {
  const [sealed, sealedWith] = await Promise.all([
    sealJson(appKey, "webhook-secrets", secrets),
    keyId(appKey),
  ]);
  return { sealed, sealedWith };
}

/**
 * The secrets after a rotation, the new one last. A `conflict` problem where too many would sign. Those that can't be opened any more
 * are given up: nothing was signed with them since.
 */
export async function rotated(
  { appKey, appKeyBefore }: Scope,
  sealed: string | null,
  now: number,
): Promise<WebhookSecret[]> {
  const secrets =
    sealed === null ? [] : await openSecrets([appKey, appKeyBefore], sealed).catch(giveUp);
  const kept = secrets.flatMap(({ secret, until }) =>
    until === null ? { secret, until: now + OVERLAP_MS } : until > now ? { secret, until } : [],
  );
  if (kept.length >= MAX_SECRETS) throw new Problem("conflict", { message: TOO_MANY });
  return [...kept, ...firstSecrets()];
}

const TOO_MANY = `At most ${MAX_SECRETS} secrets sign at a time: each does for 24 hours after it was replaced.`;

function giveUp(error: unknown): WebhookSecret[] {
  log("error", "webhook secrets not opened", describeError(error));
  return [];
}

/** The workspace's default secrets as they are stored; null before they are first asked for. */
export const findDefaultSecrets = async ({ db, workspaceId }: Scope) =>
  found(
    await db
      .select({ sealed: workspaces.webhookSecrets })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .get(),
  ).sealed;

/** Stores the workspace's default secrets where they are still those that were read, and gives back those that are stored then. */
export async function storeDefaultSecrets(
  scope: Scope,
  before: string | null,
  secrets: WebhookSecret[],
) {
  const { sealed, sealedWith } = await sealedSecrets(scope, secrets);
  const own = eq(workspaces.id, scope.workspaceId);
  const [stored, [row]] = await write(scope, [
    scope.db
      .update(workspaces)
      .set({ webhookSecrets: sealed, webhookSealedWith: sealedWith })
      .where(sql`${own} and ${workspaces.webhookSecrets} is ${before}`)
      .returning({ id: workspaces.id }),
    scope.db.select({ sealed: workspaces.webhookSecrets }).from(workspaces).where(own),
  ]);
  return { isStored: stored.length > 0, sealed: found(row?.sealed) };
}

/** What signs the webhooks of the workspace's scenarios. Made when it is first asked for. */
export async function defaultSecrets(scope: Scope): Promise<WebhookSecret[]> {
  const known = await findDefaultSecrets(scope);
  const sealed = known ?? (await storeDefaultSecrets(scope, null, firstSecrets())).sealed;
  return openSecrets([scope.appKey, scope.appKeyBefore], sealed);
}

/** What an endpoint's webhooks are signed with, the current one first. `sealed` are its own or its workspace's, null where those are not made yet. */
export async function secretsFor(env: Bindings, workspaceId: number, sealed: string | null) {
  const secrets =
    sealed === null
      ? await defaultSecrets(scopeOf(env, workspaceId))
      : await openSecrets([env.APP_KEY, env.APP_KEY_BEFORE], sealed);
  return signingSecrets(secrets, Date.now());
}

/** The one that is shown. */
export const currentSecret = (secrets: WebhookSecret[]) =>
  secrets.find(({ until }) => until === null)!.secret;
