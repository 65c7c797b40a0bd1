import type { Api, Args, Body } from "../api";

/** The means of a tool: the API, and the abilities of the caller. */
export type Given = { api: Api; may(ability: string): boolean };

/** Of a member that has several forms: `any`. */
export type Shape = "object" | "array" | "string" | "any";

/** A tool: one or more calls of the API, under a name that says what they are for. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** The operations that it calls. It is listed for tokens that may call all of them. */
  operations: string[];
  /** Operations that it calls where the token may. */
  extras?: string[];
  /** Members of the operations' own inputs that it takes. */
  input?: string[];
  /** Members that no operation has. */
  own?: Record<string, object>;
  /** The abilities that it demands; by default those of its first operation. */
  required?: string[];
  /** Says what it would do. A tool that says so does it only with a confirmation. */
  preview?: (args: Args, given: Given) => Promise<Body>;
  /** The number that it would reach, by its preview. A confirmation is good for no more. */
  reach?: (would: Body) => number;
  /** True if it needs no confirmation for these arguments. */
  isSafe?: (args: Args) => boolean;
  /** By default: calls its first operation. */
  run?: (args: Args, given: Given) => Promise<Body>;
  /** The members of its answer, if they are not those of its first operation. */
  answer?: Record<string, Shape>;
  /** The paths in its answer, or in that of its operation, of the service's own words. */
  ownWords?: string[];
  /** True where its preview would be refused, so that there is nothing to confirm. */
  isRefused?: (would: Body) => boolean;
  /** True if its answers hold only what the workspace's own people write. */
  isOwn?: boolean;
};

/** An answer as an agent sees it: no links, and the cursor beside the rows. */
export function shown({ links: _, meta, ...rest }: Body): Body {
  const { next_cursor, per_page: __, ...more } = meta ?? {};
  const counts = Object.keys(more).length > 0 ? { meta: more } : {};
  return { ...rest, ...counts, ...(next_cursor && { next_cursor }) };
}

export const IDEMPOTENCY_KEY = { type: "string" };

export const IDS = { type: "array", items: { type: "integer" }, minItems: 1 };
