import type { SQL } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Ability } from "./domain/abilities";
import type { ActorCode } from "./domain/actors";
import type { AuditAction, AuditActor } from "./domain/audit";
import type { BackupSettings } from "./domain/backups";
import type { Quotas } from "./domain/quotas";
import type { Sink } from "./domain/wake/sink";

/** `Env` is generated from wrangler.toml, which has no secrets. */
export type Bindings = Env & {
  /** The directory's own database; without it, the directory is in `DB`. */
  DIRECTORY?: D1Database;
  /** Quotas of workspaces for which the operator has set no others. */
  QUOTAS?: Partial<Quotas>;
  /** The limits that the rate-limit bindings have, which they don't tell. */
  RATE_LIMITS: Record<"token" | "workspace", number>;
  BACKUPS?: BackupSettings;
  /** The secret behind everything that is signed or encrypted: at least 32 characters. */
  APP_KEY?: string;
  /** The previous key, while recipient links signed or credentials sealed by it remain. */
  APP_KEY_BEFORE?: string;
  /** The API key of the model that analyses conversations, if the model needs one. */
  LLM_API_KEY?: string;
  /** The bearer token of the operator plane, which is off without it. */
  OPERATOR_TOKEN?: string;
};

/** The `Idempotency-Key` of a request, which the request's first batch claims. */
export type IdempotencyClaim = Readonly<{
  key: string;
  fingerprint: string;
  /** When the request began, in milliseconds since 1970. */
  at: number;
  /** The entry of a batch that stands for what the POST creates, and the id to read that by. */
  kept?: { entry: string; id: number | SQL };
}>;

/**
 * The act of an audited request, for the audit log: on which target in which workspace, and by
 * whom. "new" is the row that the request creates.
 */
export type AuditedAct = Readonly<{
  action: AuditAction;
  workspaceId: number | "new";
  targetId: number | "new" | null;
  actor: Readonly<{ type: AuditActor; id: number | null; name: string | null }>;
  requestId: string;
  /** Random: names the request, whose id may be the client's. */
  nonce: string;
}>;

/** A database, or the session of one (db/placement/sessions.ts). */
export type Database = DrizzleD1Database & { $client: Pick<D1Database, "prepare" | "batch"> };
export type OpenDatabase = Database & { $client: D1Database };

/**
 * The databases of the service by the names of their bindings. The directory knows in which of them
 * each workspace is.
 */
export interface Databases {
  readonly names: string[];
  readonly directory: OpenDatabase;
  /** The database that the directory is in; null where it has one of its own. */
  readonly ofDirectory: string | null;
  /** Throws if the Worker has no such binding. */
  open(name: string): OpenDatabase;
  /** A connection that reads at the primary, at any replica, or at one as fresh as a bookmark. */
  session(
    name: string,
    from: D1SessionConstraint | D1SessionBookmark,
  ): { db: Database; bookmark(): D1SessionBookmark | null };
  /**
   * The name of a workspace's database, at most some seconds old; the first one's for an unknown
   * workspace, of which no database has a row. Asks nobody while there is one database.
   */
  find(workspaceId: number): Promise<string>;
}

/** The workspace and its database: the first argument of every store function. */
export type Scope = Readonly<{
  db: Database;
  /** The name of `db`: its binding. */
  database: string;
  databases: Databases;
  workspaceId: number;
  defaultCountry: string | null;
  /** For whom the scope writes, unless a statement names another: the actor of the events. */
  actor: ActorCode;
  /** The origin of the public short links. */
  shortUrlBase: string;
  /** `FORBIDDEN_HOSTS` of the bindings. */
  forbiddenHosts: string;
  /** The name under which the request has come; none for a worker. */
  requestHost?: string;
  /** `APP_KEY` of the bindings. */
  appKey: string;
  appKeyBefore?: string | undefined;
  /** The quotas of workspaces for which the operator has set no others. */
  quotas: Quotas;
  /** The most analyses in a day, over all workspaces of a database. */
  analysesPerDay: number;
  /** The workspace's sealed key of suppressions, where it was read along with the workspace. */
  suppressionKey?: string | null;
  claim?: IdempotencyClaim;
  /** Refused where the workspace has stored far more than its quota (db/writes/quotas.ts). */
  isCapped?: boolean;
  /** The act that the first batch of the request that changes something writes to the audit log. */
  act?: AuditedAct;
  /** Collects the workers to wake once the request or the alarm is over. */
  sink: Sink;
}>;

/** The database, and for whom it is written. */
export type Writer = Pick<Scope, "db" | "actor">;

/** The scope of a request, with the token that it was made with. */
export type Caller = Scope &
  Readonly<{
    tokenId: number;
    tokenName: string | null;
    abilities: ("*" | Ability)[];
    tokenExpiresAt: number | null;
    /** The bookmark of what the request has read and written; none for the operator. */
    bookmark?: () => string;
  }>;

export type { Ability, AuditAction };

export type App = {
  Bindings: Bindings;
  Variables: {
    requestId: string;
    scope: Caller;
    /** Asked while a long answer goes on; none for the operator. */
    isStillCaller?: () => Promise<boolean>;
    /** `resourcePath` of the operation (http/contract.ts). */
    resourcePath?: string;
  };
};
