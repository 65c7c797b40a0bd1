import { type SQL, sql } from "drizzle-orm";
import type { Credentials } from "#domain/credentials";
import { keyId, openJson, sealJson } from "#lib/sealing";
import type { ChannelInput } from "./schema";

/** The words about credentials that no key of the service's has sealed. */
export const UNOPENED = "The stored credentials can't be opened. Send them again.";

const ofChannel = (id: number) => ({ as: "channel credentials", id }) as const;

export const sealCredentials = (appKey: string, id: number, credentials: Credentials) =>
  sealJson(appKey, ofChannel(id), credentials);

/** Opens a channel's credentials by the key that has sealed them; throws where none has. */
export const openCredentials = (appKeys: (string | undefined)[], id: number, sealed: string) =>
  openJson(appKeys, ofChannel(id), sealed) as Promise<Credentials>;

/** Sealed text begins with random bytes, so that its beginning tells it from any other. */
const START_CHARACTERS = 32;

export const startOf = (sealed: string) => sealed.slice(0, START_CHARACTERS);

export const sealStart = (column: SQL) => sql`substr(${column}, 1, ${START_CHARACTERS})`;

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
