import { sql } from "drizzle-orm";
import { refuseTaken } from "../../../db/errors";
import { channels } from "../../../db/schema/messaging";
import { writeAndRead } from "../../../db/scope";
import type { Scope } from "../../../env";
import type { Credentials } from "../../../lib/credentials";
import { describeError, log } from "../../../lib/log";
import { type FieldErrors, found, Problem, refuseErrors } from "../../../lib/problem";
import { keyId } from "../../../lib/sealing";
import { openCredentials, sealCredentials } from "./credentials";
import { receivers } from "./receivers";
import { misfitsOfReplacement } from "./requirements";
import type { Channel, ChannelReplacement } from "./schema";
import { stopChannel } from "./stop";
import {
  allowsLoopback,
  clearDefault,
  columns,
  ofId,
  secretsOf,
  toWire,
  uniqueFields,
} from "./store";

const MAX_TRIES = 3;

const { id, platform, provider, credentials: sealed } = channels;
const find = (scope: Scope, channelId: number) =>
  scope.db
    .select({ id, platform, provider, sealed })
    .from(channels)
    .where(ofId(scope, channelId))
    .get();

type Stored = NonNullable<Awaited<ReturnType<typeof find>>>;

/** None where they can't be opened: they must be sent again then. */
async function storedCredentials(
  { appKey, appKeyBefore }: Scope,
  { id, sealed }: Stored,
): Promise<Credentials> {
  if (sealed === null) return {};
  return openCredentials([appKey, appKeyBefore], sealed).catch((error) => {
    log("error", "credentials not opened", { channel_ids: [id], ...describeError(error) });
    return {};
  });
}

const misfits = (scope: Scope, stored: Stored, known: Credentials, body: Record<string, unknown>) =>
  misfitsOfReplacement(stored, body, Object.keys(known), allowsLoopback(scope));

/** The errors that depend on what the channel is. */
export async function replacementErrors(
  scope: Scope,
  channelId: number,
  body: Record<string, unknown>,
): Promise<FieldErrors> {
  const stored = found(await find(scope, channelId));
  return misfits(scope, stored, await storedCredentials(scope, stored), body);
}

/** Tried again where other credentials were stored since they were read; a `conflict` problem where that does not end. */
export async function replaceChannel(
  scope: Scope,
  channelId: number,
  input: ChannelReplacement,
): Promise<Channel> {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const stored = found(await find(scope, channelId));
    const known = await storedCredentials(scope, stored);
    refuseErrors(misfits(scope, stored, known, input));
    const channel = await replace(scope, stored, known, input);
    receivers.clear();
    if (channel) return channel;
  }
  throw new Problem("conflict");
}

/** Undefined where the channel is gone, or its credentials are no longer those that were read. */
async function replace(
  scope: Scope,
  stored: Stored,
  known: Credentials,
  input: ChannelReplacement,
): Promise<Channel | undefined> {
  const given = secretsOf(input);
  const { external_id, gateway_url, is_default = false, is_active = true } = input;
  const isNew = Object.keys(given).length > 0;
  const target = isNew
    ? sql`${ofId(scope, stored.id)} and ${sealed} is ${stored.sealed}`
    : ofId(scope, stored.id);
  const targetId = sql`(select id from channels where ${target})`;
  const update = scope.db
    .update(channels)
    .set({
      name: input.name,
      externalId: external_id ?? null,
      gatewayUrl: gateway_url ?? null,
      ...(isNew && (await sealedValues(scope, { ...known, ...given }))),
      ...(is_default && { isDefault: true }),
      ...(is_active && ACTIVE),
      updatedAt: Date.now(),
    })
    .where(target)
    .returning(columns);
  const isTaken = sql`${is_default} and ${id} <> ${stored.id} and ${targetId} is not null`;
  const before = [
    clearDefault(scope, stored.platform, isTaken),
    ...(is_active ? [] : stopChannel(scope.db, targetId, "by_request", null)),
  ];
  const [row] = await writeAndRead(scope, before, update).catch((error) =>
    refuseTaken(error, uniqueFields),
  );
  return row && toWire(scope)(row);
}

const ACTIVE = { status: "active", stopReason: null, stopDetail: null, stoppedAt: null } as const;

const sealedValues = async ({ appKey }: Scope, credentials: Credentials) => ({
  credentials: await sealCredentials(appKey, credentials),
  sealedWith: await keyId(appKey),
});
