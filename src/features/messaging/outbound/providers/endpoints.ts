import type { MarketingEndpoint, MarketingRoute } from "#domain/messaging";
import type { TemplateCategory } from "#domain/templates";
import type { SendResult } from "./provider";

/** A channel's setting, and the endpoint that Meta was last found to take its marketing at. */
type Routes = { marketingRoute: MarketingRoute; marketingState: MarketingEndpoint | null };

/** The endpoint of a message, by the latest category of its template. */
export function endpointFor(
  { marketingRoute, marketingState }: Routes,
  category: TemplateCategory | null | undefined,
): MarketingEndpoint {
  if (category !== "marketing") return "messages";
  return marketingRoute === "auto" ? (marketingState ?? "messages") : marketingRoute;
}

/** Says for certain where the account's marketing templates don't go from now on. */
const RULED_OUT = 131063;

/**
 * The codes by which an endpoint refuses what the other one may take: marketing templates are
 * disabled at `messages`; the account is not onboarded to `marketing_messages`, or the template is
 * of another category by now. Meta reference, "Error codes", "MM Lite API error codes".
 */
const ELSEWHERE: Record<MarketingEndpoint, readonly number[]> = {
  messages: [RULED_OUT],
  marketing_messages: [131055, RULED_OUT, 133010, 134100, 134102],
};

const isElsewhere = (result: SendResult, endpoint: MarketingEndpoint) =>
  result.kind === "refused" && ELSEWHERE[endpoint].includes(result.code ?? 0);

const otherThan = (endpoint: MarketingEndpoint): MarketingEndpoint =>
  endpoint === "messages" ? "marketing_messages" : "messages";

/**
 * Sends to an endpoint; where that takes no such message, which is then certainly not sent, to the
 * other one, once. Where neither does, `messages` has the last word: its codes mean what they say.
 */
export async function sendToEither(
  endpoint: MarketingEndpoint,
  send: (endpoint: MarketingEndpoint) => Promise<SendResult>,
): Promise<SendResult> {
  const first = await send(endpoint);
  if (first.kind !== "refused" || !isElsewhere(first, endpoint)) return first;
  const other = otherThan(endpoint);
  const second = await send(other);
  if (isElsewhere(second, other)) return other === "messages" ? second : first;
  return first.code === RULED_OUT ? { ...second, marketing: other } : second;
}
