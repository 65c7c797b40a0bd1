import { assert, inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The origin of the double of Meta's Graph API. */
    graphOrigin: string;
  }
}

const ORIGIN = inject("graphOrigin");

/** The double (graph-double.mjs) in place of `https://graph.facebook.com/v26.0`. */
export const graphUrl = `${ORIGIN}/v26.0`;

/** A client's gateway, which accepts requests that are signed with its secret. */
export const gatewayUrl = (name: string) => `${ORIGIN}/gateway/${name}`;

/** A client's endpoint, for HTTP request nodes and webhook deliveries. */
export const webhookUrl = (name: string) => `${ORIGIN}/webhook/${name}`;

/** A file that Meta, or anybody, serves. */
export const fileUrl = (name: string) => `${ORIGIN}/file/${name}`;

/** A language model with OpenAI's protocol (llm-double.mjs), as at `https://api.openai.com/v1`. */
export const llmUrl = (name: string) => `${ORIGIN}/llm/${name}/v1`;

/**
 * A model's answer: `answer` (a string is sent unchanged), one that quotes the lead's first message
 * (`from`), or else one without claims. `prose` is put before and after it; `message` and `usage`
 * replace the usual ones.
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

/** The double's reaction to a request. `sent` says whether the message goes out nevertheless. */
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
      after_ms?: number;
    }
  | {
      do: "status";
      status: number;
      body?: string;
      base64?: string;
      headers?: Record<string, string>;
      retry_after?: number | string;
    }
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
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of every API that the double simulates.
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
  // The double answers what its types in this file say.
  return (await response.json()) as T;
}

/** A share `unlucky` of the requests is answered 500, at random; `always` applies to the others. */
type Orders = {
  queue?: Order[];
  recipients?: Record<string, Order>;
  unlucky?: { share: number; seed: number } | null;
  always?: Order | null;
  secret?: string;
  templates?: object[];
  portfolio?: string | null;
  numbers?: unknown[];
  nextNumbers?: string;
  marketing?: object | null;
  commenters?: Record<string, string>;
  endpoints?: Record<string, Order>;
  me?: object;
  subscribed?: object[];
  profile?: object;
  renewed?: string;
  calendly?: { isRevoked?: boolean; plan?: "free"; role?: "member"; pageSize?: number };
  unsupported?: string[];
  namesUnsupported?: boolean;
};

/**
 * Orders the double what to do with an account's requests: `queue` with the next ones, `recipients`
 * with those to a recipient, `endpoints` with those to `messages` or `marketing_messages`; it
 * accepts the others. The account's key is a phone number id, an Instagram access token, or the
 * name of a gateway, an endpoint or a model. `secret` is a gateway's signing secret or a model's
 * API key, `templates` are what a WhatsApp Business Account has, and `portfolio` is whose it is and
 * `marketing` what it says of marketing messages, which null refuses to say; `commenters` are those
 * who have written comments; `numbers` are its numbers, of which there are more at `nextNumbers`;
 * `me` is whose an Instagram token is, `calendly` what Calendly knows of its token, `renewed` the
 * one in place of it, `subscribed` the apps with its webhooks, and `profile` who has an Instagram
 * id. A model refuses `unsupported` parameters, and may name them.
 */
export const order = (key: string, orders: Orders) => ask("POST", "/_control", { key, ...orders });

/** Lets the double answer the requests that it was ordered to hold. */
export const release = (key: string) => ask("POST", "/_release", { key });

/** All requests to an account, in their order. */
export const requestsTo = (key: string) =>
  ask<Recorded[]>("GET", `/_requests?key=${encodeURIComponent(key)}`);

/** The highest number of requests that an account had open at once. */
export const mostAtOnce = (key: string) =>
  ask<{ all: number; ofOneRecipient: number }>("GET", `/_most?key=${encodeURIComponent(key)}`);

export type CalendlySubscription = {
  uri: string;
  callback_url: string;
  state: "active" | "disabled";
  scope: string;
  events: string[];
};

/** The signed requests of an event, one for each subscription of a Calendly account to it. */
export const deliveriesOf = (key: string, event: object) =>
  ask<{ uri: string; url: string; headers: Record<string, string>; body: string }[]>(
    "POST",
    "/_calendly/deliver",
    { key, ...event },
  );

/** Tells a Calendly account what came of a request; returns the subscriptions that it has then. */
export const answeredTo = (key: string, answer: { uri?: string; status?: number; at?: number }) =>
  ask<CalendlySubscription[]>("POST", "/_calendly/answer", { key, ...answer });

/** Runs a script that receives webhooks, with the secret as its argument. Returns its URL. */
export const runReceiver = async (code: string, secret: string) =>
  `http://127.0.0.1:${(await ask<{ port: number }>("POST", "/_receiver", { code, secret })).port}/`;

/** The `X-Hub-Signature-256` of a platform webhook, as Node computes it. */
export const signedByMeta = (secret: string, body: string) =>
  ask<string>("POST", "/_sign", { secret, body });
