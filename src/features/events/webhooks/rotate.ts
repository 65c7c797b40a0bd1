import { and, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { webhookEndpoints } from "#db/schema/events";
import type { Scope } from "#env";
import { found, Problem } from "#lib/problem";
import type { Sealed } from "#lib/sealing";
import { ofId, requireRegistered } from "./endpoints";
import {
  currentSecret,
  findDefaultSecrets,
  ofEndpoint,
  ofWorkspace,
  rotated,
  sealedSecrets,
  storeDefaultSecrets,
  type WebhookSecret,
} from "./secrets";

const MAX_TRIES = 5;

/**
 * Retries if other secrets were stored after the read; throws a `conflict` problem if that happens
 * every time.
 */
async function rotateStored(
  scope: Scope,
  place: Sealed,
  find: () => Promise<string | null>,
  store: (before: string | null, secrets: WebhookSecret[]) => Promise<{ isStored: boolean }>,
) {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const before = await find();
    const secrets = await rotated(scope, place, before, Date.now());
    if ((await store(before, secrets)).isStored) return { secret: currentSecret(secrets) };
  }
  throw new Problem("conflict");
}

/** Gives an endpoint a new secret; throws a `conflict` problem if it is a scenario's. */
export function rotateSecret(scope: Scope, id: number) {
  const find = async () => {
    const { scenarioId, secrets } = webhookEndpoints;
    const row = found(
      await scope.db
        .select({ scenarioId, secrets })
        .from(webhookEndpoints)
        .where(ofId(scope, id))
        .get(),
    );
    requireRegistered(row);
    return row.secrets;
  };
  return rotateStored(scope, ofEndpoint(id), find, async (before, secrets) => {
    const { sealed, sealedWith } = await sealedSecrets(scope, ofEndpoint(id), secrets);
    const { stored } = await batch(scope, {
      stored: scope.db
        .update(webhookEndpoints)
        .set({ secrets: sealed, sealedWith, updatedAt: Date.now() })
        .where(and(ofId(scope, id), sql`${webhookEndpoints.secrets} is ${before}`))
        .returning({ id: webhookEndpoints.id }),
    });
    return { isStored: stored.length > 0 };
  });
}

/** Gives the workspace a new default secret. */
export const rotateDefaultSecret = (scope: Scope) =>
  rotateStored(
    scope,
    ofWorkspace(scope.workspaceId),
    () => findDefaultSecrets(scope),
    (before, secrets) => storeDefaultSecrets(scope, before, secrets),
  );
