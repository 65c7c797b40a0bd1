import { Problem } from "#lib/problem";
import type { FormSettings } from "./settings";

// The pages that may send a form. Browsers name the page's origin, which keeps other sites away;
// programs can name any.

/** Chrome remembers an answer to a preflight for no longer. */
const MAX_AGE_SECONDS = 7_200;

const PREFLIGHT = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
  "Access-Control-Max-Age": String(MAX_AGE_SECONDS),
};

/** Throws a `forbidden` problem for the pages of another origin, or of none. */
export function allowedOrigin({ origins }: FormSettings, headers: Headers): string {
  const origin = headers.get("Origin");
  const allowed = origins.find((one) => one === origin);
  if (allowed === undefined) throw new Problem("forbidden", { headers: { Vary: "Origin" } });
  return allowed;
}

/** The headers by which a browser shows a page the answer. */
export const answerHeaders = (origin: string) => ({
  "Access-Control-Allow-Origin": origin,
  Vary: "Origin",
});

/** The answer to the question of a browser whether a page may send the form. */
export const preflightAnswer = (form: FormSettings, headers: Headers) =>
  new Response(null, {
    status: 204,
    headers: { ...answerHeaders(allowedOrigin(form, headers)), ...PREFLIGHT },
  });

const asksForPage = (headers: Headers) => /\btext\/html\b/i.test(headers.get("Accept") ?? "");

/**
 * The answer to what a form has sent: the same whatever becomes of it, whether anything is known of
 * it or not. A browser that has sent the form itself is led on to a page.
 */
export function formAnswer(form: FormSettings, headers: Headers) {
  const own = answerHeaders(allowedOrigin(form, headers));
  const { redirect_url: location } = form;
  if (location !== null && asksForPage(headers))
    return new Response(null, { status: 303, headers: { ...own, Location: location } });
  return Response.json({ received: 1, duplicates: 0 }, { status: 202, headers: own });
}
