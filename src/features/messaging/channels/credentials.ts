import type { Credentials } from "../../../domain/credentials";
import { keyId, openJson, sealJson } from "../../../lib/sealing";
import type { ChannelInput } from "./schema";

export const sealCredentials = (appKey: string, credentials: Credentials) =>
  sealJson(appKey, "channel-credentials", credentials);

/** Opens credentials by whichever of the keys has sealed them; throws where none has. */
export const openCredentials = (appKeys: (string | undefined)[], sealed: string) =>
  openJson(appKeys, "channel-credentials", sealed) as Promise<Credentials>;

/** The columns that hold credentials. */
export const sealedValues = async (appKey: string, credentials: Credentials) => ({
  credentials: await sealCredentials(appKey, credentials),
  sealedWith: await keyId(appKey),
});

/** The credentials of a body. */
export const secretsOf = ({
  credentials,
}: Pick<ChannelInput, "credentials">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials ?? {}).filter(
      (entry): entry is [string, string] => entry[1] != null,
    ),
  );
