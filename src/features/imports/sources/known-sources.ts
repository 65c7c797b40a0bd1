import type { Bindings } from "#env";
import { type Keep, TtlCache } from "#lib/cache";
import { sha256 } from "#lib/crypto";
import { describeError, log } from "#lib/log";
import { SECOND_MS } from "#lib/time";
import { type KnownSource, readSource } from "./lookup";
import { holding } from "./secrets";

/** Doors use new settings, keys and secrets within 10 seconds everywhere. */
const SOURCE_TTL_MS = 9_000;
/** From this age on a source is read again behind an answer, so that its senders never wait. */
const RENEW_MS = 6_000;
const MAX_KNOWN = 1_000;

/** The sources by their keys, with those keys that are nobody's. */
export const knownSources = new TtlCache<KnownSource | null>(SOURCE_TTL_MS, MAX_KNOWN, RENEW_MS);

const KEY = /^[\w-]{22}$/;

export const isKey = (key: string) => KEY.test(key);

/** A source by a key that holds. `secrets` are those that hold. */
export type FoundSource = Omit<KnownSource, "secrets"> & { secrets: string[] };

function foundAs(source: KnownSource | null, now: number): FoundSource | null {
  if (!source || (source.keyEndsAt !== null && source.keyEndsAt <= now)) return null;
  return { ...source, secrets: holding(source.secrets, now).map(({ value }) => value) };
}

const readBy = (env: Bindings, key: string) => async () => readSource(env, await sha256(key));

/** While D1 can't be read, the source as it was known serves: it can't be changed then either. */
function readOrKnown(env: Bindings, key: string, now: number, keep: Keep) {
  const stale = knownSources.stale(key);
  const source = knownSources.get(key, now, readBy(env, key), keep);
  if (!stale) return source;
  return source.catch((error) => {
    const fields = { source_id: stale.id, ...describeError(error) };
    log("error", "source not looked up, served as it was", fields);
    return stale;
  });
}

/** The source of a key, from memory or D1; null where there is none, or the key has ended. */
export const findSource = async (env: Bindings, key: string, now: number, keep: Keep) =>
  foundAs(await readOrKnown(env, key, now, keep), now);

const READ_AGAIN_MS = SECOND_MS;
/** When this isolate last read sources again, by id. */
const readAgain = new Map<number, number>();

/**
 * The source of a key as it is by now: its secret may have changed since it was read. Null if it
 * was read again within the last second, so that wrong secrets cost few calls of D1.
 */
export async function findAgain(
  env: Bindings,
  key: string,
  { id }: FoundSource,
  now: number,
  keep: Keep,
) {
  const last = readAgain.get(id) ?? 0;
  if (last <= now && now < last + READ_AGAIN_MS) return null;
  if (readAgain.size >= MAX_KNOWN) readAgain.clear();
  readAgain.set(id, now);
  return foundAs(await knownSources.renew(key, now, readBy(env, key), keep), now);
}
