import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Ability } from "./domain/abilities";
import type { Sink } from "./domain/wake";

/** `Env` is generated from wrangler.toml; secrets are not in there. */
export type Bindings = Env & {
  /** Keys everything that is signed or encrypted. At least 32 characters. */
  APP_KEY?: string;
  /** The one before, while recipients' URLs that it signed are still about, or credentials that it sealed. */
  APP_KEY_BEFORE?: string;
  /** The API key of the model that analyses conversations; none where it asks for none. */
  LLM_API_KEY?: string;
  /** Turns the operator plane on. */
  OPERATOR_TOKEN?: string;
};

/** The `Idempotency-Key` of a request, which its first batch takes. */
export type IdempotencyClaim = Readonly<{ key: string; fingerprint: string }>;

/** Whose data, and through which database: the first argument of every store function. */
export type Scope = Readonly<{
  db: DrizzleD1Database & { $client: D1Database };
  workspaceId: number;
  defaultCountry: string | null;
  /** The origin of the public short links. */
  shortUrlBase: string;
  /** The secret that keys what is signed or encrypted. */
  appKey: string;
  appKeyBefore?: string | undefined;
  claim?: IdempotencyClaim;
  /** Where batches report what is to be woken once the request, or the alarm, is over. */
  sink: Sink;
}>;

/** The scope of a request, and what its token may do. */
export type Caller = Scope &
  Readonly<{ tokenId: number; abilities: ("*" | Ability)[]; tokenExpiresAt: number | null }>;

export type { Ability };

export type App = { Bindings: Bindings; Variables: { requestId: string; scope: Caller } };
