import type { Bindings } from "#env";
import { isLocal } from "#lib/hosts";

/** Browsers ask for nothing in clear for a year. Other hosts of the domain are not ours. */
const STRICT_TRANSPORT = "max-age=31536000";

const isPublic = ({ SHORT_URL_BASE }: Bindings) => /^https:/.test(SHORT_URL_BASE);

/**
 * True for a request that came in clear to a service whose short links are https. One to this
 * machine did not come over a network.
 */
export const isInClear = ({ url }: Request, env: Bindings) =>
  url.startsWith("http://") && isPublic(env) && !isLocal(new URL(url).hostname);

const withStrictTransport = (answer: Response) => {
  answer.headers.set("Strict-Transport-Security", STRICT_TRANSPORT);
  return answer;
};

/** An answer over https with the header that keeps browsers there. Answers at once if it can. */
export function secured(
  { url }: Request,
  env: Bindings,
  answer: Response | Promise<Response>,
): Response | Promise<Response> {
  if (!url.startsWith("https://") || !isPublic(env)) return answer;
  return answer instanceof Response
    ? withStrictTransport(answer)
    : answer.then(withStrictTransport);
}
