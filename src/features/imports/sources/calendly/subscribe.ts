import type { Connection } from "#db/schema/sources";
import type { ConnectionScope } from "#domain/sources";
import type { Scope } from "#env";
import type { Keep } from "#lib/cache";
import { newSecret } from "#lib/crypto";
import { found } from "#lib/problem";
import { HOUR_MS } from "#lib/time";
import { kinds } from "../kinds/registry";
import { changeSource } from "../save";
import { currentOf, holding, type SourceSecrets, withNew } from "../secrets";
import { inboundUrl, type Row } from "../store";
import {
  type Answer,
  type CalendlyAccount,
  createSubscription,
  deleteSubscription,
  findSubscription,
  isFault,
  readOwner,
  type Subscription,
  type Wanted,
} from "./api";

/** A signing key holds so long before its subscription is known to be made. */
const PENDING_MS = HOUR_MS;

export const CHECK_EVERY_MS = HOUR_MS;

const without = (secrets: SourceSecrets, key: string): SourceSecrets => ({
  ...secrets,
  secrets: secrets.secrets.filter(({ value }) => value !== key),
});

/**
 * The secrets with a signing key that holds, and is not the current one yet. Throws a
 * `quota_reached` problem if it could not become that.
 */
function withPending(known: SourceSecrets, key: string, now: number): SourceSecrets {
  withNew(known.secrets, key, now);
  const held = holding(known.secrets, now);
  return { ...known, secrets: [{ value: key, endsAt: now + PENDING_MS }, ...held] };
}

/** Makes the subscription of a URL, in place of one that it has: Calendly takes no second one. */
async function replace(account: CalendlyAccount, wanted: Wanted): Promise<Answer<Subscription>> {
  const created = await createSubscription(account, wanted);
  if (!isFault(created) || created.httpStatus !== 409) return created;
  const before = await findSubscription(account, wanted);
  if (isFault(before)) return before;
  if (before.value === undefined) return created;
  const deleted = await deleteSubscription(account, before.value.id);
  if (isFault(deleted) && deleted.httpStatus !== 404) return deleted;
  return createSubscription(account, wanted);
}

export type Subscribing = { scope: ConnectionScope; keepsToken: boolean };

/** The changes of a source whose subscription signs with a key from now on. */
function connected(
  { settings }: Row,
  known: SourceSecrets,
  { token }: CalendlyAccount,
  { id: subscriptionId, key, scope, keepsToken }: Subscribing & { id: string; key: string },
) {
  const now = Date.now();
  const connection: Connection = {
    ...{ state: "active", scope, checkedAt: now, error: null, subscriptionId },
  };
  const { calendlyToken: _, ...others } = known;
  const kept = keepsToken ? { calendlyToken: token } : {};
  return {
    secrets: { ...others, ...kept, secrets: withNew(known.secrets, key, now) },
    set: {
      connection,
      connectionDueAt: keepsToken ? now + CHECK_EVERY_MS : null,
      settings: { ...settings, verification: kinds.calendly.verification },
    },
  };
}

/**
 * Subscribes a source to Calendly's events, with a new signing key, which holds before the first
 * event can be signed with it. The key of before holds for a day more, and a subscription of before
 * is deleted.
 */
export async function subscribe(
  scope: Scope,
  account: CalendlyAccount,
  id: number,
  subscribing: Subscribing,
  keep: Keep,
): Promise<Answer<{ row: Row; secrets: SourceSecrets }>> {
  const owner = await readOwner(account);
  if (isFault(owner)) return owner;
  const key = newSecret();
  const pending = await changeSource(scope, id, {
    plan: (_, known) => ({ secrets: withPending(known, key, Date.now()) }),
    keep,
  });
  const url = inboundUrl(scope, found(currentOf(pending.secrets.keys)));
  const wanted = { owner: owner.value, scope: subscribing.scope, url, signingKey: key };
  const made = await replace(account, wanted);
  if (isFault(made)) {
    await changeSource(scope, id, {
      plan: (_, known) => ({ secrets: without(known, key) }),
      keep,
    });
    return made;
  }
  const change = { ...subscribing, id: made.value.id, key };
  const { row, secrets } = await changeSource(scope, id, {
    plan: (before, known) => connected(before, known, account, change),
    keep,
  });
  const last = pending.row.connection?.subscriptionId;
  if (last !== undefined && last !== made.value.id) await deleteSubscription(account, last);
  return { value: { row, secrets } };
}
