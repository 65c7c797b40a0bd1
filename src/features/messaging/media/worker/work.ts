import { type MediaSource, mediaKey, mediaLimits, mimeTypeOf } from "#domain/media";
import type { Bindings, Scope } from "#env";
import { openCredentials, startOf } from "#features/messaging/channels/credentials";
import { deadline } from "#lib/deadline";
import { describeError, log } from "#lib/log";
import { outboundRules } from "#lib/outbound-url";
import { putFile, TooLarge } from "../put-file";
import type { Claimed } from "./claim";
import { type MediaNetwork, openUrl, urlAtMeta } from "./download";
import { type Accepted, failedOutcome, NotFetched, type Outcome } from "./outcome";

export const FETCH_TIMEOUT_MS = 120_000;

type Stored = { size: number; mimeType: string; accepted?: Accepted };

/** Fetches a claimed file into R2. Never throws. */
export async function fetchMedium(env: Bindings, scope: Scope, claimed: Claimed): Promise<Outcome> {
  const { id, attempt } = claimed;
  try {
    return { id, attempt, state: "stored", ...(await store(env, scope, claimed)) };
  } catch (error) {
    const problem = error instanceof NotFetched ? error : new NotFetched("unreachable", true);
    log("warn", "medium not fetched", {
      ...{ workspace_id: scope.workspaceId, media_id: id, reason: problem.failure },
      ...(problem !== error && describeError(error)),
    });
    return failedOutcome(claimed, problem, Date.now(), Math.random());
  }
}

async function store(env: Bindings, { workspaceId }: Scope, claimed: Claimed): Promise<Stored> {
  const key = mediaKey(workspaceId, claimed.id);
  // The attempt before may have died after the file was whole.
  const earlier = claimed.attempt > 1 ? await env.FILES.head(key) : null;
  if (earlier) return { size: earlier.size, mimeType: earlier.httpMetadata?.contentType ?? "" };
  if (claimed.isFull) throw new NotFetched("quota_reached");
  const { signal, clear } = deadline(FETCH_TIMEOUT_MS);
  try {
    const response = await open(networkOf(env), await tokenOf(env, claimed), claimed, signal);
    return { ...(await keep(env.FILES, key, claimed, response)), ...acceptedBy(claimed) };
  } finally {
    clear();
  }
}

async function open(
  network: MediaNetwork,
  token: string | undefined,
  { source: json }: Claimed,
  signal: AbortSignal,
) {
  const source: MediaSource = JSON.parse(json);
  if (!("id" in source)) return openUrl(network, source.url, { isMetasOnly: false }, signal);
  const url = await urlAtMeta(network, source.id, token);
  return openUrl(network, url, { token, isMetasOnly: true }, signal);
}

/** The credentials that Meta has given a file for. */
function acceptedBy({ channelId, credentials, source }: Claimed): Pick<Stored, "accepted"> {
  if (credentials === null) return {};
  return "id" in JSON.parse(source) ? { accepted: { channelId, start: startOf(credentials) } } : {};
}

async function keep(bucket: R2Bucket, key: string, { kind }: Claimed, response: Response) {
  const { received: maxBytes, isReceivable } = mediaLimits[kind];
  const contentType = mimeTypeOf(response.headers.get("Content-Type"));
  if (!contentType || !response.body || !isReceivable.test(contentType)) {
    await response.body?.cancel().catch(() => {});
    throw new NotFetched("wrong_type");
  }
  const length = lengthOf(response.headers);
  const file = { body: response.body, contentType, length, maxBytes };
  const size = await putFile(bucket, key, file).catch((error) => {
    throw error instanceof TooLarge ? new NotFetched("too_large") : error;
  });
  return { size, mimeType: contentType };
}

/** An encoded body is longer than its header says. */
function lengthOf(headers: Headers) {
  const length = headers.get("Content-Length");
  return length !== null && /^\d{1,15}$/.test(length) && !headers.has("Content-Encoding")
    ? Number(length)
    : null;
}

/** The token of the channel, which Meta gives its files for. */
async function tokenOf({ APP_KEY, APP_KEY_BEFORE }: Bindings, claimed: Claimed) {
  const { channelId, credentials, source } = claimed;
  if (!("id" in JSON.parse(source)) || credentials === null) return undefined;
  return (await openCredentials([APP_KEY, APP_KEY_BEFORE], channelId, credentials)).access_token;
}

const networkOf = (env: Bindings): MediaNetwork => ({
  graphUrl: env.GRAPH_URL,
  timeoutMs: env.SEND_TIMEOUT_MS,
  outbound: outboundRules({
    shortUrlBase: env.SHORT_URL_BASE,
    forbiddenHosts: env.FORBIDDEN_HOSTS,
  }),
});
