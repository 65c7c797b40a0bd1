import { mac, seal, unseal } from "./crypto";

const KEY_ID_PURPOSE = "channel-credentials-key";
const KEY_ID_BYTES = 6;

/** The purposes of sealing. Data that was sealed for one can't be opened for another. */
export type SealedAs = "channel-credentials" | "webhook-secrets";

export const sealJson = (appKey: string, as: SealedAs, value: unknown) =>
  seal(appKey, as, JSON.stringify(value));

/** Opens sealed JSON with whichever of the keys sealed it; throws if none did. */
export async function openJson(
  appKeys: (string | undefined)[],
  as: SealedAs,
  sealed: string,
): Promise<unknown> {
  for (const appKey of appKeys) {
    const opened = appKey && (await unseal(appKey, as, sealed).catch(() => null));
    if (opened) return JSON.parse(opened);
  }
  throw new Error(`The ${as.replace("-", " ")} were sealed with another key.`);
}

/** Identifies a key without revealing it: eight characters. */
export const keyId = (appKey: string) => mac(appKey, KEY_ID_PURPOSE, "", KEY_ID_BYTES);
