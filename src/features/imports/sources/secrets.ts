import type { KeyHash } from "#db/schema/sources";
import { KEEP_HOURS, MAX_OLD_KEYS } from "#domain/sources";
import type { Scope } from "#env";
import { newKey, newSecret, sha256 } from "#lib/crypto";
import { describeError, log } from "#lib/log";
import { Problem } from "#lib/problem";
import { keyId, openJson, sealJson } from "#lib/sealing";
import { newSigningSecret } from "#lib/standard-webhooks";
import { HOUR_MS } from "#lib/time";
import type { Verification } from "./verification";

/** A key or a secret. `endsAt`: when it ends, in milliseconds; null for the current one. */
export type Held = { value: string; endsAt: number | null };

/** The sealed part of a source. The current key and secret are the last of their lists. */
export type SourceSecrets = {
  keys: Held[];
  secrets: Held[];
  /** The secret by which Turnstile is asked about what comes by a form. */
  turnstile?: string | null;
  /** The access token of Calendly, where it is kept. */
  calendlyToken?: string;
};

const ofSource = (id: number) => ({ as: "source secrets", id }) as const;

export const sealedSecrets = async (
  { appKey }: Pick<Scope, "appKey">,
  id: number,
  secrets: SourceSecrets,
) => {
  const [sealed, sealedWith] = await Promise.all([
    sealJson(appKey, ofSource(id), secrets),
    keyId(appKey),
  ]);
  return { secrets: sealed, sealedWith };
};

const NOTHING: SourceSecrets = { keys: [], secrets: [] };

/** Opens the secrets of a source. Where no key of the service's opens them, there are none. */
export async function openedSecrets(
  appKeys: (string | undefined)[],
  id: number,
  sealed: string | null,
): Promise<SourceSecrets> {
  if (sealed === null) return NOTHING;
  return openJson(appKeys, ofSource(id), sealed).then(
    // The JSON is what `sealedSecrets` has sealed.
    (opened) => opened as SourceSecrets,
    (error) => {
      log("error", "source secrets not opened", { source_ids: [id], ...describeError(error) });
      return NOTHING;
    },
  );
}

/** The keys, or secrets, that hold now. */
export const holding = (held: readonly Held[], now: number) =>
  held.filter(({ endsAt }) => endsAt === null || endsAt > now);

export const currentOf = (held: readonly Held[]) =>
  held.find(({ endsAt }) => endsAt === null)?.value ?? null;

/** The end of the last one of before that still holds; null if there is none. */
export const lastEnd = (held: readonly Held[], now: number) =>
  holding(held, now).reduce<number | null>((last, { endsAt }) => {
    return endsAt === null ? last : Math.max(endsAt, last ?? 0);
  }, null);

/**
 * The keys, or secrets, with a new one. None of before holds longer than `hours`, so that what
 * others know ends at once with 0. Throws a `quota_reached` problem if too many would hold.
 */
export function withNew(
  held: readonly Held[],
  value: string,
  now: number,
  hours = KEEP_HOURS,
): Held[] {
  const last = now + hours * HOUR_MS;
  const kept = held
    .filter((one) => one.value !== value)
    .map((one) => ({ ...one, endsAt: Math.min(one.endsAt ?? last, last) }));
  const old = holding(kept, now);
  if (old.length > MAX_OLD_KEYS) throw new Problem("quota_reached", { message: TOO_MANY });
  return [...old, { value, endsAt: null }];
}

const TOO_MANY = `At most ${MAX_OLD_KEYS} of before hold: with keep_hours 0 they end at once.`;

/** A secret of our making, for senders that take one. */
export const madeSecret = ({ scheme }: Verification) =>
  scheme === "standard_webhooks" ? newSigningSecret() : newSecret();

export const firstKeys = (): Held[] => [{ value: newKey(), endsAt: null }];

/** The keys as the directory knows them. */
export const hashesOf = (keys: readonly Held[]) =>
  Promise.all(
    keys.map(async ({ value, endsAt }) => ({ hash: await sha256(value), ends_at: endsAt })),
  );

/**
 * The hashes of a source's keys after a change. Keys of before that can't be opened any more go on
 * holding: for a day where there is a new one.
 */
export async function hashesAfter(before: KeyHash[], known: SourceSecrets, after: SourceSecrets) {
  const hashes = await hashesOf(after.keys);
  if (known.keys.length > 0) return hashes;
  const last = hashes.length > 0 ? Date.now() + KEEP_HOURS * HOUR_MS : null;
  return [...before.map((key) => ({ ...key, ends_at: key.ends_at ?? last })), ...hashes];
}
