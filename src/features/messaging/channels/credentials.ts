import type { Credentials } from "../../../lib/credentials";
import { openJson, sealJson } from "../../../lib/sealing";

export const sealCredentials = (appKey: string, credentials: Credentials) =>
  sealJson(appKey, "channel-credentials", credentials);

/** Opens credentials by whichever of the keys has sealed them; throws where none has. */
export const openCredentials = (appKeys: (string | undefined)[], sealed: string) =>
  openJson(appKeys, "channel-credentials", sealed) as Promise<Credentials>;
