import type { Credentials } from "../../../domain/credentials";
import { keyId, openJson, sealJson } from "../../../lib/sealing";
import type { ChannelInput } from "./schema";

const ofChannel = (id: number) => ({ as: "channel credentials", id }) as const;

export const sealCredentials = (appKey: string, id: number, credentials: Credentials) =>
  sealJson(appKey, ofChannel(id), credentials);

/** Opens a channel's credentials by whichever of the keys has sealed them; throws where none has. */
export const openCredentials = (appKeys: (string | undefined)[], id: number, sealed: string) =>
  openJson(appKeys, ofChannel(id), sealed) as Promise<Credentials>;

/** The columns that hold a channel's credentials. */
export const sealedValues = async (appKey: string, id: number, credentials: Credentials) => ({
  credentials: await sealCredentials(appKey, id, credentials),
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
