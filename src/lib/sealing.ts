import { mac, seal, unseal } from "./crypto";

const KEY_ID_PURPOSE = "channel-credentials-key";
const KEY_ID_BYTES = 6;

/** What is stored sealed. What is sealed as one thing can't be opened as another. */
export type SealedAs = "channel-credentials" | "webhook-secrets";

export const sealJson = (appKey: string, as: SealedAs, value: unknown) =>
  seal(appKey, as, JSON.stringify(value));

/** The JSON, with whichever of the keys has sealed it; throws where none has. */
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

/** Tells keys apart without telling them: eight characters. */
export const keyId = (appKey: string) => mac(appKey, KEY_ID_PURPOSE, "", KEY_ID_BYTES);
