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

/** What a webhook node of a client's asks. */
export const webhookUrl = (name: string) => `${ORIGIN}/webhook/${name}`;

/** A language model that speaks OpenAI's protocol (llm-double.mjs), as `https://api.openai.com/v1` is a real one. */
export const llmUrl = (name: string) => `${ORIGIN}/llm/${name}/v1`;

/**
 * What a model answers: nothing of anybody, an answer (a text as it is), or one that quotes the first message of the lead's. `prose` stands
 * before and behind it; `message` and `usage` take the place of the usual ones.
 */
export type Completion = {
  answer?: unknown;
  from?: "first_lead_message";
  prose?: string;
  message?: unknown;
  refusal?: string;
  finish_reason?: string;
  usage?: unknown;
};

/** What the double does with a request. `sent` is whether the message goes out all the same. */
export type Order = { sent?: boolean } & (
  | { do: "accept"; wa_id?: string; answer?: unknown }
  | {
      do: "error";
      status?: number;
      code: number;
      subcode?: number;
      message?: string;
      details?: string;
      retry_after?: number | string;
    }
  | { do: "status"; status: number; body?: string; base64?: string; retry_after?: number | string }
  | ({ do: "complete" | "hold" | "stall" | "cut" | "huge" } & Completion)
  | ({ do: "silence"; after_ms?: number } & Completion)
  | { do: "echo"; spelling?: "plain" | "url" | "json" | "unicode" }
  | { do: "reset" | "reset_unread" | "drip" }
  | { do: "redirect"; to?: string }
);

export type Recorded = {
  method: string;
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of every API that the double plays.
  body: any;
  raw: string;
  sent: boolean;
};

async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await fetch(ORIGIN + path, {
    method,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  assert(response.ok, `The double answered ${method} ${path} with ${response.status}.`);
  return response.json<T>();
}

/** `unlucky` is the share of the requests that are answered by 500, at random; `always` is what is done with the others. */
type Orders = {
  queue?: Order[];
  recipients?: Record<string, Order>;
  unlucky?: { share: number; seed: number } | null;
  always?: Order | null;
  secret?: string;
  unsupported?: string[];
  namesUnsupported?: boolean;
};

/**
 * Tells the double what to do with an account's requests: the next ones in their order, then by recipient; it accepts the others. An
 * account is a phone number id, an Instagram access token, a gateway's, a webhook's or a model's name; a gateway has its `secret`, a model may
 * have one, its key. A model refuses `unsupported` parameters, and may name them.
 */
export const order = (key: string, orders: Orders) => ask("POST", "/_control", { key, ...orders });

/** Lets the double answer what it was told to hold. */
export const release = (key: string) => ask("POST", "/_release", { key });

/** Everything that was sent to an account, in its order. */
export const requestsTo = (key: string) =>
  ask<Recorded[]>("GET", `/_requests?key=${encodeURIComponent(key)}`);

/** How many requests an account had open at once at most. */
export const mostAtOnce = (key: string) =>
  ask<{ all: number; ofOneRecipient: number }>("GET", `/_most?key=${encodeURIComponent(key)}`);

/** Runs a receiver of webhooks on this machine, a script that is given the secret. Its URL. */
export const runReceiver = async (code: string, secret: string) =>
  `http://127.0.0.1:${(await ask<{ port: number }>("POST", "/_receiver", { code, secret })).port}/`;

/** The `X-Hub-Signature-256` of a webhook of Meta's, as Node makes it. */
export const signedByMeta = (secret: string, body: string) =>
  ask<string>("POST", "/_sign", { secret, body });
