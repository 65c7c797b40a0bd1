import type { Context } from "hono";
import type { App } from "#env";
import { mac } from "#lib/crypto";
import { placeOf } from "#lib/guesses";
import { invalid, Problem } from "#lib/problem";
import type { FormSettings } from "./settings";

// The pages that may send a form. Browsers name the page's origin, which keeps other sites away;
// programs can name any.

const PERIOD_SECONDS = 60;
/** Chrome remembers an answer to a preflight for no longer. */
const MAX_AGE_SECONDS = 7_200;

/** The origin of a page that may send the form; throws a `forbidden` problem for any other. */
export function allowedOrigin({ origins }: Pick<FormSettings, "origins">, headers: Headers) {
  const origin = headers.get("Origin");
  const allowed = origins.find((one) => one === origin);
  if (allowed === undefined) throw new Problem("forbidden");
  return allowed;
}

/** Has browsers show the answer to pages of the form, and to no others. */
function nameOrigin(c: Context<App>, form: FormSettings) {
  c.header("Vary", "Origin");
  c.header("Access-Control-Allow-Origin", allowedOrigin(form, c.req.raw.headers));
}

/** Answers the question of a browser whether a page may send the form. */
export function preflight(c: Context<App>, form: FormSettings) {
  nameOrigin(c, form);
  return c.body(null, 204, {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": String(MAX_AGE_SECONDS),
  });
}

/** Lets in what pages of the form send, at the pace of one address. */
export async function admit(c: Context<App>, sourceId: number, form: FormSettings) {
  nameOrigin(c, form);
  const address = placeOf(c.req.header("CF-Connecting-IP"));
  if (address === undefined) return;
  // Addresses are known by a keyed hash only.
  const key = await mac(c.env.APP_KEY ?? "", "form-addresses", `${sourceId} ${address}`, 16);
  if ((await c.env.FORM_LIMITER.limit({ key })).success) return;
  throw new Problem("rate_limited", { headers: { "Retry-After": String(PERIOD_SECONDS) } });
}

/** Throws an `invalid` problem for more than one submission: strangers would send many at once. */
export function requireOne(items: unknown[]) {
  if (items.length !== 1) throw invalid({ body: ["The body of a form must be one object."] });
  return items;
}

const asksForPage = (c: Context<App>) => /\btext\/html\b/i.test(c.req.header("Accept") ?? "");

/**
 * The answer to what a form has sent: the same whatever becomes of it. A browser that has sent the
 * form itself is led on to a page.
 */
export const formAnswer = (c: Context<App>, { redirect_url: url }: FormSettings) =>
  url !== null && asksForPage(c)
    ? c.redirect(url, 303)
    : c.json({ received: 1, duplicates: 0 }, 202);
