import { plain } from "../output";
import { type Check, ok, problem, warning } from "./check";

const MAX_SKEW_MS = 60_000;
const SLOW_MS = 1_000;

/** The answer at the service's address, and how fast it came. */
async function checkAnswer(response: Response, ms: number): Promise<Check> {
  const { status, headers } = response;
  const body = await response.text();
  if (status >= 300 && status < 400)
    return problem("service", `redirects to ${plain(headers.get("Location"))}: sign in with that`);
  if (!/"status": ?"(ok|unavailable)"|"Server error\."/.test(body))
    return problem("service", `something else answers ${status}: is the URL right?`);
  if (status === 500)
    return problem(
      "secrets",
      "one, or a setting, is missing or wrong: `npx wrangler tail` names it",
    );
  if (status !== 200) return problem("service", "its database can't be reached");
  return (ms > SLOW_MS ? warning : ok)("service", `answers in ${ms} ms`);
}

const isLocal = ({ hostname }: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

function checkConnection(url: URL): Check {
  if (isLocal(url)) return ok("connection", "on this machine");
  return url.protocol === "https:"
    ? ok("connection", "encrypted")
    : problem("connection", "is not encrypted: use https");
}

/** Signatures and `Retry-After` hold between clocks that agree. */
export function checkClock(url: URL, date: string | null, now = Date.now()): Check {
  if (isLocal(url)) return ok("clock", "is this machine's");
  const skew = Math.abs(now - Date.parse(date ?? ""));
  if (Number.isNaN(skew)) return warning("clock", "the service does not say its time");
  return skew > MAX_SKEW_MS
    ? problem("clock", `differs by ${Math.round(skew / 1000)} s: webhooks will be refused`)
    : ok("clock", "agrees with the service's");
}

/** Checks that the service answers, how fast, and that its clock is this machine's. */
export async function checkService(url: string): Promise<Check[]> {
  const start = performance.now();
  const path = `${url.replace(/\/+$/, "")}/healthz`;
  const response = await fetch(path, { redirect: "manual" });
  const where = new URL(url);
  const answer = await checkAnswer(response, Math.round(performance.now() - start));
  return [answer, checkConnection(where), checkClock(where, response.headers.get("Date"))];
}
