import type { Bindings } from "#env";
import { type Keep, TtlCache } from "#lib/cache";
import { sha256 } from "#lib/crypto";
import { type KnownSource, readSource } from "./lookup";
import { holding } from "./secrets";

/** Doors use new settings, keys and secrets within 10 seconds everywhere. */
const SOURCE_TTL_MS = 9_000;

/** The sources by their keys, with those keys that are nobody's. */
export const knownSources = new TtlCache<KnownSource | null>(SOURCE_TTL_MS, 1_000);

const KEY = /^[\w-]{22}$/;

export const isKey = (key: string) => KEY.test(key);

/**
 * The source of a key, from memory or D1; null where there is none, or the key has ended. `secrets`
 * are those that hold.
 */
export async function findSource(env: Bindings, key: string, now: number, keep: Keep) {
  const load = async () => readSource(env, await sha256(key));
  const source = await knownSources.get(key, now, load, keep);
  if (!source || (source.keyEndsAt !== null && source.keyEndsAt <= now)) return null;
  return { ...source, secrets: holding(source.secrets, now).map(({ value }) => value) };
}

export type FoundSource = NonNullable<Awaited<ReturnType<typeof findSource>>>;
