import { type SQL, sql } from "drizzle-orm";
import { refusedFor } from "../../../db/errors";
import { selectId } from "../../../db/rows";
import { leads } from "../../../db/schema/leads";
import { channels } from "../../../db/schema/messaging";
import { readAll, write, writeAndRead } from "../../../db/scope";
import type { BlockReason } from "../../../domain/block-reasons";
import type { Scope } from "../../../env";
import { found, invalid, notFound, Problem, refuseErrors } from "../../../lib/problem";
import { fieldErrors, fieldMessage, messages as wording } from "../../../lib/validation-messages";
import { valuesOf } from "../../links/placeholders";
import { findLinks, type ReservedSend, reserveSends } from "../../links/recipients/reserve";
import { signToken } from "../../links/recipients/token";
import { replaceLinks, slugsIn } from "../../links/rewrite";
import { shortUrl } from "../../links/store";
import type { Message } from "../conversations/schema";
import { messageToWire, selectMessage } from "../conversations/store";
import {
  type Composed,
  contentOf,
  type Faults,
  faultsIn,
  openPlaceholders,
  rewrite,
  textsIn,
} from "./compose";
import { conversationOf, insertMessage, insertSends, newestIn, openConversation } from "./insert";
import { type MessageRecipient, readRecipient } from "./recipient";
import { blockReason, type Route, type RouteRequest, routeOf } from "./route";
import type { LeadMessageInput, MessageInput, Preview, PreviewInput } from "./schema";
import { fillText, oneLine } from "./variables";

/** A message ready to be stored, but for its links: to whom, by what, and why not. */
type Draft = {
  lead: MessageRecipient;
  target: Route;
  composed: Composed;
  refusal: BlockReason | null;
  slugs: string[];
};

/** The errors on the references of a body, whatever else is wrong with it. */
export async function referenceErrors(
  scope: Scope,
  { lead_id, channel_id }: { lead_id?: unknown; channel_id?: unknown },
) {
  const references = [
    ["lead_id", leads, lead_id],
    ["channel_id", channels, channel_id],
  ] as const;
  const asked = references.filter(([, , id]) => Number.isSafeInteger(id) && Number(id) > 0);
  const [first, ...others] = asked.map(([, table, id]) => selectId(scope, table, id as number));
  const results = first ? await readAll(scope, [first, ...others]) : [];
  const foreign = asked.filter((_, index) => results[index]!.length === 0).map(([field]) => field);
  return fieldErrors(foreign, wording.selected);
}

async function draft(
  scope: Scope,
  which: number | SQL,
  wish: RouteRequest,
  input: MessageInput,
): Promise<Draft> {
  const lead = await readRecipient(scope, which);
  const target = routeOf(lead, wish);
  if (!target)
    throw wish.conversationId === undefined
      ? invalid(fieldErrors(["channel_id"], wording.selected))
      : notFound();
  const lookUp = valuesOf(lead);
  const asked = contentOf(input);
  refuse(openPlaceholders(asked));
  const composed = rewrite(asked, (text, { isParameter }) =>
    isParameter ? oneLine(fillText(text, lookUp)) : fillText(text, lookUp),
  );
  const refusal = blockReason(lead, target, composed.type === "template", Date.now());
  const slugs = new Set(textsIn(composed).flatMap(({ text }) => slugsIn(text, scope.shortUrlBase)));
  return { lead, target, composed, refusal, slugs: [...slugs] };
}

/** The message with the recipient's URLs; 422 where the platform does not take it. */
function finish(scope: Scope, { composed, target }: Draft, urls: Map<string, string>): Composed {
  const finished = rewrite(composed, (text, { isUrlButton }) =>
    replaceLinks(text, scope.shortUrlBase, (slug) => urls.get(slug), isUrlButton),
  );
  refuse(faultsIn(finished, target.platform));
  return finished;
}

function refuse(faults: Faults) {
  refuseErrors(
    Object.fromEntries(
      Object.entries(faults).map(([field, fault]) => [field, [fieldMessage(field, fault)]]),
    ),
  );
}

export const sendToLead = (
  scope: Scope,
  leadId: number,
  { channel_id, platform, ...input }: LeadMessageInput,
) => queue(scope, leadId, { channelId: channel_id, platform }, input);

export const sendToConversation = (scope: Scope, id: number, input: MessageInput) =>
  queue(
    scope,
    sql`(select lead_id from conversations where id = ${id})`,
    { conversationId: id },
    input,
  );

/** Stores a message for its channel's sender; as failed where it can't be sent. Two round trips, three with short links. */
async function queue(
  scope: Scope,
  which: number | SQL,
  wish: RouteRequest,
  input: MessageInput,
): Promise<Message> {
  const drafted = await draft(scope, which, wish, input);
  const { lead, target, refusal } = drafted;
  const isSent = refusal === null;
  const links = isSent && drafted.slugs.length > 0 ? await reserveSends(scope, drafted.slugs) : [];
  const urls = new Map(
    await Promise.all(
      links.map(async (link) => [link.slugKey, await recipientUrl(scope, link)] as const),
    ),
  );
  const composed = finish(scope, drafted, urls);
  const statements = [
    ...openConversation(scope, lead.id, target),
    insertMessage(scope, lead.id, target, composed, refusal),
    ...insertSends(scope, lead.id, target, links),
  ];
  const made = selectMessage(scope, newestIn(conversationOf(scope, lead.id, target)));
  const [row] = await writeAndRead(scope, statements, made).catch(refuseGone);
  if (isSent && target.channel) scope.sink.wake({ channels: [target.channel.id] });
  return messageToWire(found(row));
}

/** The lead has been deleted in the meantime: there is no conversation to write to. */
function refuseGone(error: unknown): never {
  throw refusedFor(error, "NOT NULL constraint failed: messages.conversation_id")
    ? notFound()
    : error;
}

const recipientUrl = async (scope: Scope, { id, sendId, slug }: ReservedSend) =>
  `${shortUrl(scope, slug)}/${await signToken(scope.appKey, id, sendId)}`;

/** The same without writing anything. A URL of nobody's stands for the recipient's. */
export async function previewMessage(
  scope: Scope,
  { lead_id, channel_id, platform, ...input }: PreviewInput,
): Promise<Preview> {
  // Nothing else is written that would take the request's Idempotency-Key.
  if (scope.claim) await write(scope, [selectId(scope, leads, lead_id)]);
  const drafted = await draft(scope, lead_id, { channelId: channel_id, platform }, input).catch(
    async (error) => {
      const isGone = error instanceof Problem && error.code === "not_found";
      throw isGone ? invalid(await referenceErrors(scope, { lead_id, channel_id })) : error;
    },
  );
  const links = drafted.slugs.length > 0 ? await findLinks(scope, drafted.slugs) : [];
  const urls = links.map((link) => ({ ...link, url: `${shortUrl(scope, link.slug)}/preview` }));
  const { type, text, content } = finish(
    scope,
    drafted,
    new Map(urls.map(({ slugKey, url }) => [slugKey, url])),
  );
  return {
    channel_id: drafted.target.channel?.id ?? null,
    platform: drafted.target.platform,
    type,
    text,
    payload: content,
    links: urls.map(({ id, url }) => ({ short_link_id: id, url })),
    refusal: drafted.refusal,
  };
}
