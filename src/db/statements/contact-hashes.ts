import { eq, sql } from "drizzle-orm";
import { keyOfNumber } from "#domain/addresses";
import { type IdentityKind, isPhone, type SuppressionKind } from "#domain/platforms";
import type { Scope } from "#env";
import { mac, newSecret } from "#lib/crypto";
import { describeError, log } from "#lib/log";
import { found } from "#lib/problem";
import { keyId, openJson, sealJson } from "#lib/sealing";
import { unscopedBatch } from "../batch";
import { workspaces } from "../schema/access";

// Suppressions know people by hashes that only the workspace's own random key can make. The key is
// sealed with APP_KEY and sealed again when that changes (reseal.ts), so that nobody is forgotten.

/** A key of a phone or an e-mail (domain/addresses.ts), or an id on a platform. */
export type Contact = { kind: "phone" | "email" | IdentityKind; value: string };

/** The hash of a contact, of those that were hashed; null without one. */
export type Hashes = (kind: Contact["kind"], value: string) => string | null;

const HASH_BYTES = 16;

export const suppressionKind = (kind: Contact["kind"]): SuppressionKind =>
  isPhone(kind) ? "phone" : kind;

/** A phone and a WhatsApp number are one, in either form of its country. */
function textOf({ kind, value }: Contact) {
  const isNumber = suppressionKind(kind) === "phone";
  const known = isNumber && !value.startsWith("+") ? keyOfNumber(value) : value;
  return `${suppressionKind(kind)} ${known}`;
}

/** Hashes contacts. Costs a round trip only where an isolate first needs the workspace's key. */
export async function hashContacts(scope: Scope, contacts: Contact[]): Promise<Hashes> {
  const texts = [...new Set(contacts.map(textOf))];
  const key = texts.length > 0 ? await keyOf(scope) : null;
  if (key === null) return () => null;
  const pairs = await Promise.all(
    texts.map(async (text) => [text, await mac(key, "suppressions", text, HASH_BYTES)] as const),
  );
  const hashes = new Map(pairs);
  return (kind, value) => hashes.get(textOf({ kind, value })) ?? null;
}

const MAX_KEYS = 10_000;
const keys = new Map<number, string>();

/** The workspace's key; null, which is logged, if it can't be opened any more. */
async function keyOf(scope: Scope): Promise<string | null> {
  const { workspaceId, appKey, appKeyBefore } = scope;
  const known = keys.get(workspaceId);
  if (known !== undefined) return known;
  const stored = scope.suppressionKey === undefined ? await readKey(scope) : scope.suppressionKey;
  const sealed = stored ?? (await makeKey(scope));
  try {
    const key = String(await openJson([appKey, appKeyBefore], placeOf(scope), sealed));
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(workspaceId, key);
    return key;
  } catch (error) {
    log("error", "suppression key not opened", {
      workspace_id: workspaceId,
      ...describeError(error),
    });
    return null;
  }
}

const placeOf = ({ workspaceId }: Scope) => ({ as: "suppression key", id: workspaceId }) as const;

const selectKey = ({ db, workspaceId }: Scope) =>
  db
    .select({ sealed: workspaces.suppressionKey })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));

const readKey = async (scope: Scope) => found(await selectKey(scope).get()).sealed;

/** Makes the workspace's key, unless there is one already, and returns it sealed. */
export async function makeKey(scope: Scope): Promise<string> {
  const { db, workspaceId, appKey } = scope;
  const [fresh, sealedWith] = await Promise.all([
    sealJson(appKey, placeOf(scope), newSecret()),
    keyId(appKey),
  ]);
  const { key } = await unscopedBatch(scope, {
    made: db
      .update(workspaces)
      .set({ suppressionKey: fresh, suppressionSealedWith: sealedWith })
      .where(sql`${workspaces.id} = ${workspaceId} and ${workspaces.suppressionKey} is null`),
    key: selectKey(scope),
  });
  return found(key[0]?.sealed);
}
