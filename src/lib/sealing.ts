import { mac, seal, unseal } from "./crypto";

const KEY_ID_PURPOSE = "channel-credentials-key";
const KEY_ID_BYTES = 6;

/**
 * The kind of sealed JSON, and the id of the row that holds it. Data that was sealed for one row
 * can't be opened in another.
 */
export type Sealed = Readonly<{ as: SealedAs; id: number }>;
export type SealedAs =
  | "channel credentials"
  | "endpoint secrets"
  | "workspace secrets"
  | "suppression key"
  | "source secrets"
  | "backup key";

const sealedFor = ({ as, id }: Sealed) => ({ purpose: as, row: id });

export const sealJson = (appKey: string, place: Sealed, value: unknown) =>
  seal(appKey, sealedFor(place), JSON.stringify(value));

/** Opens sealed JSON with whichever of the keys sealed it; throws if none did. */
export async function openJson(
  appKeys: (string | undefined)[],
  place: Sealed,
  sealed: string,
): Promise<unknown> {
  for (const appKey of appKeys) {
    const opened = appKey && (await unseal(appKey, sealedFor(place), sealed).catch(() => null));
    if (opened) return JSON.parse(opened);
  }
  throw new Error(`The ${place.as} were sealed with another key, or for another row.`);
}

/** Identifies a key without revealing it: eight characters. */
export const keyId = (appKey: string) => mac(appKey, KEY_ID_PURPOSE, "", KEY_ID_BYTES);
