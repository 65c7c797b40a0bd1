import type { DrizzleD1Database } from "drizzle-orm/d1";

/** `Env` is generated from wrangler.toml; secrets are not in there. */
export type Bindings = Env & {
  /** Keys everything that is signed or encrypted. At least 32 characters. */
  APP_KEY?: string;
  /** Turns the operator plane on. */
  OPERATOR_TOKEN?: string;
};

/** The `Idempotency-Key` of a request, until the write that it protects takes it. */
export type IdempotencyClaim = { key: string; fingerprint: string; taken: boolean };

/** Whose data, through which database, and allowed what: the first argument of every store function. */
export type Scope = {
  db: DrizzleD1Database;
  workspaceId: number;
  defaultCountry: string | null;
  /** The origin of the public short links. */
  shortUrlBase: string;
  tokenId: number;
  abilities: string[];
  tokenExpiresAt: number | null;
  claim?: IdempotencyClaim;
};

export type App = { Bindings: Bindings; Variables: { requestId: string; scope: Scope } };
