import { sql } from "drizzle-orm";
import { webhookEndpoints } from "../../../db/schema/events";
import { write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { found, Problem } from "../../../lib/problem";
import { ofId, refuseOfScenario } from "./endpoints";
import {
  currentSecret,
  findDefaultSecrets,
  rotated,
  sealedSecrets,
  storeDefaultSecrets,
  type WebhookSecret,
} from "./secrets";

const MAX_TRIES = 5;

/** Tried again where others were stored since they were read; a `conflict` problem where that does not end. */
async function rotateStored(
  scope: Scope,
  find: () => Promise<string | null>,
  store: (before: string | null, secrets: WebhookSecret[]) => Promise<{ isStored: boolean }>,
) {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const before = await find();
    const secrets = await rotated(scope, before, Date.now());
    if ((await store(before, secrets)).isStored) return { secret: currentSecret(secrets) };
  }
  throw new Problem("conflict");
}

/** The new secret of an endpoint that is no scenario's. */
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
    refuseOfScenario(row);
    return row.secrets;
  };
  return rotateStored(scope, find, async (before, secrets) => {
    const { sealed, sealedWith } = await sealedSecrets(scope, secrets);
    const [stored] = await write(scope, [
      scope.db
        .update(webhookEndpoints)
        .set({ secrets: sealed, sealedWith, updatedAt: Date.now() })
        .where(sql`${ofId(scope, id)} and ${webhookEndpoints.secrets} is ${before}`)
        .returning({ id: webhookEndpoints.id }),
    ]);
    return { isStored: stored.length > 0 };
  });
}

/** The workspace's new default secret. */
export const rotateDefaultSecret = (scope: Scope) =>
  rotateStored(
    scope,
    () => findDefaultSecrets(scope),
    (before, secrets) => storeDefaultSecrets(scope, before, secrets),
  );
