import { assert, inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the double of Meta's Graph API listens. */
    graphOrigin: string;
  }
}

const ORIGIN = inject("graphOrigin");

/** The double of Meta's Graph API (graph-double.mjs), as `https://graph.facebook.com/v24.0` is the real one. */
export const graphUrl = `${ORIGIN}/v24.0`;

/** A gateway of a client's, which takes requests that are signed with its secret. */
export const gatewayUrl = (name: string) => `${ORIGIN}/gateway/${name}`;

/** What the double does with a request. `sent` is whether the message goes out all the same. */
export type Order = { sent?: boolean } & (
  | { do: "accept"; wa_id?: string; answer?: unknown }
  | { do: "error"; status?: number; code: number; subcode?: number; message?: string; details?: string; retry_after?: number | string }
  | { do: "status"; status: number; body?: string; retry_after?: number | string }
  | { do: "silence"; after_ms?: number }
  | { do: "echo"; spelling?: "plain" | "url" | "json" | "unicode" }
  | { do: "stall" | "cut" | "reset" | "reset_unread" | "redirect" | "huge" }
);

// biome-ignore lint/suspicious/noExplicitAny: bodies of every API that the double plays.
export type Recorded = { path: string; headers: Record<string, string>; body: any; sent: boolean };

async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await fetch(ORIGIN + path, { method, ...(json !== undefined && { body: JSON.stringify(json) }) });
  assert(response.ok, `The double answered ${method} ${path} with ${response.status}.`);
  return response.json<T>();
}

/**
 * Tells the double what to do with an account's requests: the next ones in their order, then by recipient; it accepts the others. An
 * account is a phone number id, an Instagram access token, or a gateway's name; a gateway has its `secret`.
 */
export const order = (key: string, orders: { queue?: Order[]; recipients?: Record<string, Order>; secret?: string }) =>
  ask("POST", "/_control", { key, ...orders });

/** Everything that was sent to an account, in its order. */
export const requestsTo = (key: string) => ask<Recorded[]>("GET", `/_requests?key=${encodeURIComponent(key)}`);

/** The `X-Hub-Signature-256` of a webhook of Meta's, as Node makes it. */
export const signedByMeta = (secret: string, body: string) => ask<string>("POST", "/_sign", { secret, body });
