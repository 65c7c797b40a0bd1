import { eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { scopeOf } from "#db/scope/scope";
import type { Bindings, Scope } from "#env";
import { describeError, log } from "#lib/log";
import { found, Problem } from "#lib/problem";
import { keyId, openJson, type Sealed, sealJson } from "#lib/sealing";
import { newSigningSecret } from "#lib/standard-webhooks";
import { DAY_MS } from "#lib/time";

/**
 * A secret that signs webhooks. `until` is when a replaced secret stops signing, in milliseconds
 * since 1970; null for the current one, which is the last of a list.
 */
export type WebhookSecret = { secret: string; until: number | null };

/** After a rotation, the replaced secret goes on signing beside the new one for this long. */
const OVERLAP_MS = DAY_MS;
const MAX_SECRETS = 10;

/** Where secrets are stored: with their endpoint, or with the workspace as its default. */
export const ofEndpoint = (id: number) => ({ as: "endpoint secrets", id }) as const;
export const ofWorkspace = (id: number) => ({ as: "workspace secrets", id }) as const;

/** Throws when none of the keys has sealed the secrets for the place. */
export const openSecrets = (appKeys: (string | undefined)[], place: Sealed, sealed: string) =>
  // The JSON is what `sealedSecrets` has sealed.
  openJson(appKeys, place, sealed) as Promise<WebhookSecret[]>;

/** The secrets that sign now, the current one first. */
export const signingSecrets = (secrets: WebhookSecret[], now: number) =>
  secrets
    .filter(({ until }) => until === null || until > now)
    .map(({ secret }) => secret)
    .toReversed();

/** The first secret of an endpoint or a workspace. */
export const firstSecrets = (): [WebhookSecret] => [{ secret: newSigningSecret(), until: null }];

/** The values of the columns: the sealed secrets, and the id of the key that has sealed them. */
export async function sealedSecrets(
  { appKey }: Pick<Scope, "appKey">,
  place: Sealed,
  secrets: WebhookSecret[],
) {
  const [sealed, sealedWith] = await Promise.all([sealJson(appKey, place, secrets), keyId(appKey)]);
  return { sealed, sealedWith };
}

/**
 * The secrets after a rotation, the new one last. Throws a `quota_reached` problem if too many
 * would sign. Secrets that can't be opened any more are dropped: they sign nothing either.
 */
export async function rotated(
  { appKey, appKeyBefore }: Scope,
  place: Sealed,
  sealed: string | null,
  now: number,
): Promise<WebhookSecret[]> {
  const secrets =
    sealed === null
      ? []
      : await openSecrets([appKey, appKeyBefore], place, sealed).catch(dropUnopened);
  const kept = secrets.flatMap(({ secret, until }) =>
    until === null ? { secret, until: now + OVERLAP_MS } : until > now ? { secret, until } : [],
  );
  if (kept.length >= MAX_SECRETS) throw new Problem("quota_reached", { message: TOO_MANY });
  return [...kept, ...firstSecrets()];
}

const TOO_MANY = `At most ${MAX_SECRETS} secrets sign at a time: \
a replaced one still signs for 24 hours.`;

function dropUnopened(error: unknown): WebhookSecret[] {
  log("error", "webhook secrets not opened", describeError(error));
  return [];
}

/** The workspace's sealed default secrets; null before their first use. */
export const findDefaultSecrets = async ({ db, workspaceId }: Scope) =>
  found(
    await db
      .select({ sealed: workspaces.webhookSecrets })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .get(),
  ).sealed;

/**
 * Stores the workspace's default secrets unless others were stored after the read of `before`;
 * `sealed` are the secrets that are stored then.
 */
export async function storeDefaultSecrets(
  scope: Scope,
  before: string | null,
  secrets: WebhookSecret[],
) {
  const { sealed, sealedWith } = await sealedSecrets(
    scope,
    ofWorkspace(scope.workspaceId),
    secrets,
  );
  const own = eq(workspaces.id, scope.workspaceId);
  const { stored, workspace } = await batch(scope, {
    stored: scope.db
      .update(workspaces)
      .set({ webhookSecrets: sealed, webhookSealedWith: sealedWith })
      .where(sql`${own} and ${workspaces.webhookSecrets} is ${before}`)
      .returning({ id: workspaces.id }),
    workspace: scope.db.select({ sealed: workspaces.webhookSecrets }).from(workspaces).where(own),
  });
  return { isStored: stored.length > 0, sealed: found(workspace[0]?.sealed) };
}

/** The secrets that sign the webhooks of the workspace's scenarios, created on first use. */
export async function defaultSecrets(scope: Scope): Promise<WebhookSecret[]> {
  const known = await findDefaultSecrets(scope);
  const sealed = known ?? (await storeDefaultSecrets(scope, null, firstSecrets())).sealed;
  return openSecrets([scope.appKey, scope.appKeyBefore], ofWorkspace(scope.workspaceId), sealed);
}

/** An endpoint with its own sealed secrets and its workspace's; null where there are none. */
type Signing = {
  id: number;
  workspaceId: number;
  secrets: string | null;
  defaultSecrets: string | null;
};

/** The secrets that sign an endpoint's webhooks, the current one first. */
export async function secretsFor(env: Bindings, endpoint: Signing) {
  const { id, workspaceId, secrets: own, defaultSecrets: shared } = endpoint;
  const keys = [env.APP_KEY, env.APP_KEY_BEFORE];
  const secrets = own
    ? await openSecrets(keys, ofEndpoint(id), own)
    : shared
      ? await openSecrets(keys, ofWorkspace(workspaceId), shared)
      : await defaultSecrets(await scopeOf(env, workspaceId));
  return signingSecrets(secrets, Date.now());
}

/** The secret that is not replaced yet, which the API shows. */
export const currentSecret = (secrets: WebhookSecret[]) =>
  found(secrets.find(({ until }) => until === null)).secret;
