import { eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { conversations } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { readConversation } from "#db/statements/conversations";
import type { Bindings } from "#env";
import { identitiesJson } from "#features/leads/reachable";
import type { Reader } from "#features/links/recipients/hidden";
import type { Keep } from "#lib/cache";
import { describeError, log } from "#lib/log";
import { found } from "#lib/problem";
import { destinationOf } from "../outbound/address";
import { accountOf, networkOf } from "../outbound/providers/account";
import { providerOf } from "../outbound/providers/all";
import type { Signal } from "../outbound/providers/provider";
import type { SendingChannel } from "../outbound/worker/work";
import { toWire } from "./row";
import type { Conversation } from "./schema";
import { selectConversation } from "./store";

// That the team has read a conversation, or is typing in it: the platform is told behind the
// answer.

const SIGNAL_TIMEOUT_MS = 5_000;

/** With what the platform is told, and how that goes on behind the answer. */
export type Signalling = { env: Bindings; keep: Keep };

/** An active channel with its lead. `replyId`: the provider's id of the lead's last message. */
type Target = SendingChannel & {
  number: string | null;
  identities: string;
  replyId: string | null;
};

const selectTarget = (scope: Reader, id: number) => sql<Target>`
  select channels.id, channels.platform, provider, login, channels.external_id as externalId,
    gateway_url as gatewayUrl, credentials, portfolio_id as portfolioId, phone_key as number,
    ${identitiesJson} as identities,
    (select messages.external_id from messages
      where messages.id = last_reply_id and conversation_id = conversations.id) as replyId
  from conversations
    cross join channels on channels.id = channel_id and status = 'active'
    cross join leads on leads.id = lead_id
  where ${within(scope, conversations, eq(conversations.id, id))}`;

/** Twice at once, only one of the requests finds something unread, and tells the platform. */
export async function markRead(
  scope: Reader,
  id: number,
  signalling: Signalling,
): Promise<Conversation> {
  const { read, target, conversation } = await batch(scope, {
    read: readConversation(scope, id),
    target: selectTarget(scope, id),
    conversation: selectConversation(scope, id),
  });
  if (read.length > 0) signal("read", target[0], signalling);
  return toWire(scope)(found(conversation[0]));
}

export async function showTyping(
  scope: Reader,
  id: number,
  signalling: Signalling,
): Promise<Conversation> {
  const { target, conversation } = await batch(scope, {
    target: selectTarget(scope, id),
    conversation: selectConversation(scope, id),
  });
  const shown = toWire(scope)(found(conversation[0]));
  signal("typing", target[0], signalling);
  return shown;
}

function signal(kind: Signal["kind"], target: Target | undefined, { env, keep }: Signalling) {
  if (!target) return;
  const failed = (error: unknown) =>
    log("warn", "platform not told", { channel_id: target.id, ...describeError(error) });
  keep(tell(kind, target, env).catch(failed));
}

async function tell(kind: Signal["kind"], target: Target, env: Bindings) {
  const { number, identities, replyId, ...channel } = target;
  const provider = providerOf(channel.provider);
  const to = destinationOf(channel, number, JSON.parse(identities));
  if (!provider.signal || !to) return;
  const network = networkOf(env);
  const timeoutMs = Math.min(network.timeoutMs, SIGNAL_TIMEOUT_MS);
  const account = await accountOf(channel, env);
  await provider.signal(account, { kind, externalId: replyId, to }, { ...network, timeoutMs });
}
