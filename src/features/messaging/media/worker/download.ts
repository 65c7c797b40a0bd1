import { deadline } from "#lib/deadline";
import { isAllowedOutbound, type OutboundRules } from "#lib/outbound-url";
import { readText } from "#lib/read-text";
import { NotFetched } from "./outcome";

/** Where files come from. `graphUrl` is Meta's origin and version. */
export type MediaNetwork = { graphUrl: string; timeoutMs: number; outbound: OutboundRules };

const MAX_ANSWER_BYTES = 65_536;
const MAX_REDIRECTS = 3;

/** The hosts that Meta serves files from, each with its subdomains. */
const META_HOSTS = [
  "facebook.com",
  "fbsbx.com",
  "fbcdn.net",
  "whatsapp.net",
  "whatsapp.com",
  "instagram.com",
  "cdninstagram.com",
];

const isUnder = (name: string) => (host: string) => name === host || name.endsWith(`.${host}`);

/** True if a URL is one of Meta's: the token of a channel is sent to no other. */
function isMetas(text: string, { graphUrl, outbound }: MediaNetwork) {
  const url = URL.parse(text);
  if (!url) return false;
  if (url.origin === new URL(graphUrl).origin) return true;
  return isAllowedOutbound(text, outbound) && META_HOSTS.some(isUnder(url.hostname));
}

/**
 * The reason why an answer is no file. A refused file may be allowed again with another token.
 */
function problemOf(status: number): NotFetched {
  if (status === 404 || status === 410) return new NotFetched("not_found");
  if (status === 401 || status === 403) return new NotFetched("refused", true);
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return new NotFetched("unreachable", true);
  return new NotFetched("refused");
}

const headersOf = (token: string | undefined): Record<string, string> => ({
  "User-Agent": "lead-engagement-api",
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
});

async function request(url: string, token: string | undefined, signal: AbortSignal) {
  return fetch(url, { headers: headersOf(token), redirect: "manual", signal }).catch(() => {
    throw new NotFetched("unreachable", true);
  });
}

const GONE = 100;
const INVALID_TOKEN = [0, 190];

/** The URL of a file at Meta, which is valid for some minutes. */
export async function urlAtMeta(
  network: MediaNetwork,
  id: string,
  token: string | undefined,
): Promise<string> {
  const { signal, clear } = deadline(network.timeoutMs);
  try {
    const response = await request(`${network.graphUrl}/${encodeURIComponent(id)}`, token, signal);
    const text = await readText(response, MAX_ANSWER_BYTES).catch(() => "");
    const answer = jsonIn(text);
    if (response.ok && typeof answer.url === "string") return answer.url;
    const code = answer.error?.code;
    if (code === GONE) throw new NotFetched("not_found");
    if (INVALID_TOKEN.includes(Number(code ?? -1))) throw new NotFetched("refused", true);
    throw response.ok ? new NotFetched("unreachable", true) : problemOf(response.status);
  } finally {
    clear();
  }
}

type MetaAnswer = { url?: unknown; error?: { code?: unknown } | null };

function jsonIn(text: string): MetaAnswer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * Asks for a file. Follows redirects to public hosts only, and sends the token to Meta's alone.
 * With `isMetasOnly`, no other host is asked.
 */
export async function openUrl(
  network: MediaNetwork,
  first: string,
  { token, isMetasOnly }: { token?: string | undefined; isMetasOnly: boolean },
  signal: AbortSignal,
): Promise<Response> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const isTrusted = isMetas(url, network);
    if (!isTrusted && (isMetasOnly || !isAllowedOutbound(url, network.outbound)))
      throw new NotFetched("not_allowed");
    const response = await request(url, isTrusted ? token : undefined, signal);
    if (response.ok) return response;
    await response.body?.cancel().catch(() => {});
    const location = response.headers.get("Location");
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect) throw problemOf(response.status);
    url = URL.parse(location, url)?.href ?? "";
  }
  throw new NotFetched("refused");
}
