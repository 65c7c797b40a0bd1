import type { Credentials } from "../../lib/credentials";
import { mac, seal, unseal } from "../../lib/crypto";

const PURPOSE = "channel-credentials";
const KEY_ID_PURPOSE = "channel-credentials-key";
const KEY_ID_BYTES = 6;

export const sealCredentials = (appKey: string, credentials: Credentials) => seal(appKey, PURPOSE, JSON.stringify(credentials));

/** With whichever of the keys has sealed them; throws where none has. */
export async function openCredentials(appKeys: (string | undefined)[], sealed: string): Promise<Credentials> {
  for (const appKey of appKeys) {
    const opened = appKey && (await unseal(appKey, PURPOSE, sealed).catch(() => null));
    if (opened) return JSON.parse(opened);
  }
  throw new Error("The credentials were sealed with another key.");
}

/** Tells keys apart without telling them: eight characters. */
export const keyId = (appKey: string) => mac(appKey, KEY_ID_PURPOSE, "", KEY_ID_BYTES);
