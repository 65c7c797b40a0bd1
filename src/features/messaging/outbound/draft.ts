import type { SQL } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { channels } from "#db/schema/messaging";
import { selectId } from "#db/scope/rows";
import type { MediumRow } from "#db/statements/media";
import { blockError, ownError } from "#domain/block-reasons";
import { type MessageError, needsWindow } from "#domain/messaging";
import type { AnsweredComment } from "#domain/private-replies";
import type { Scope } from "#env";
import { invalid, notFound, throwErrors } from "#lib/problem";
import { fieldErrors, fieldMessage, validationMessages } from "#lib/validation-messages";
import { type KnownTemplate, type TemplateFault, templateFault } from "../templates/fits";
import { knownTemplate, renderTemplate } from "../templates/render";
import {
  type Composed,
  contentOf,
  faultsIn,
  openPlaceholders,
  privateReplyFaults,
} from "./compose";
import type { Faults } from "./faults";
import { mediumFaults } from "./medium-faults";
import { fillMessage, linkMessage, slugsInMessage } from "./places";
import { type MessageRecipient, readRecipient } from "./recipient";
import { blockReason, isPrivateReply, type Route, type RouteRequest, routeOf } from "./route";
import type { MessageInput } from "./schema";
import { targetFaults } from "./targets";
import { uploadsIn } from "./uploads";
import { messageValues } from "./variables";

/**
 * A message with its placeholders filled in. `tooLong`: the fault of the text by which it is too
 * long. `slugs` are of the short links to replace in it.
 */
export type Draft = {
  lead: MessageRecipient;
  route: Route;
  composed: Composed;
  tooLong: Faults;
  refusal: MessageError | null;
  /** Its fault and its text, as far as the template is known. */
  template: ReturnType<typeof templateIn>;
  medium: MediumRow | undefined;
  slugs: string[];
  /** The comment that it answers: in public, or in private while the window is closed. */
  comment: AnsweredComment | null;
};

/** The errors on the references of a body, whatever else is wrong with it. */
export async function referenceErrors(
  scope: Scope,
  { lead_id, channel_id }: { lead_id?: unknown; channel_id?: unknown },
) {
  const isId = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) > 0;
  const known = await readBatch(scope, {
    lead_id: isId(lead_id) ? selectId(scope, leads, lead_id) : undefined,
    channel_id: isId(channel_id) ? selectId(scope, channels, channel_id) : undefined,
  });
  const foreign = Object.entries(known).flatMap(([field, rows]) =>
    rows?.length === 0 ? [field] : [],
  );
  return fieldErrors(foreign, validationMessages.selected);
}

/** Reads the recipient and fills in the message; throws a problem if there is no such route. */
export async function draftMessage(
  scope: Scope,
  leadId: number | SQL,
  request: RouteRequest,
  input: MessageInput,
): Promise<Draft> {
  const content = contentOf(input);
  const { lead, media, target, templatesOf, comment } = await readRecipient(scope, leadId, {
    mediaIds: uploadsIn(content).map(({ id }) => id),
    template: input.template?.name,
    targetId: input.reply_to ?? input.reaction?.message_id,
    commentId: request.commentId,
  });
  throwFaults(commentFaults(request, comment));
  const route = routeOf(lead, { ...request, channelId: request.channelId ?? comment?.channelId });
  if (!route)
    throw request.conversationId === undefined
      ? invalid(fieldErrors(["channel_id"], validationMessages.selected))
      : notFound();
  const lookup = messageValues(lead, scope.shortUrlBase);
  throwFaults(openPlaceholders(content));
  throwFaults({
    ...mediumFaults(content, media, route.platform),
    ...targetFaults(content, target, route),
  });
  const { composed, tooLong } = fillMessage(content, lookup);
  const slugs = slugsInMessage(composed, scope.shortUrlBase);
  const now = Date.now();
  const known = route.channel && templatesOf(route.channel.id);
  const template = templateIn(composed, known, now);
  const { type } = composed;
  const sent = { type, category: template.category, comment };
  const blocked = blockReason(lead, route, sent, now);
  const refusal = blocked ? blockError(blocked) : refusalOf(template.fault);
  const isPrivate = isPrivateReply(sent, route, now);
  return {
    ...{ lead, route, composed, refusal, template, medium: media[0], slugs },
    tooLong: { ...tooLong, ...(isPrivate && privateReplyFaults(composed)) },
    comment: isPrivate || !needsWindow(type) ? comment : null,
  };
}

/** A comment is answered through its own channel, as long as that is there. */
function commentFaults(
  { commentId, channelId }: RouteRequest,
  comment: AnsweredComment | null,
): Faults {
  if (commentId == null) return {};
  const isThere = comment && (channelId == null || channelId === comment.channelId);
  return isThere ? {} : { comment_id: validationMessages.selected };
}

function templateIn({ content }: Composed, known: KnownTemplate[] | undefined, now: number) {
  const { template } = content;
  if (!template) return { fault: undefined, rendered: null, category: null };
  const fault = templateFault(known, template, now);
  if (!known) return { fault, rendered: null, category: null };
  const { category = null } = knownTemplate(known, template) ?? {};
  return { fault, rendered: renderTemplate(known, template), category };
}

/** A template that WhatsApp would certainly refuse is not sent to it. */
const refusalOf = (fault: TemplateFault | undefined) =>
  fault?.refusal ? ownError(fault.refusal, fault.message) : null;

/**
 * The message with the recipient's URLs, which are given by slug; throws an `invalid` problem if
 * the platform does not accept it.
 */
export function finishDraft(
  { shortUrlBase }: Scope,
  { composed, tooLong, route }: Draft,
  urls: Map<string, string>,
): Composed {
  const finished = linkMessage(composed, shortUrlBase, (slug) => urls.get(slug));
  const sending = { channel: route.channel, shortUrlBase };
  throwFaults({ ...tooLong, ...faultsIn(finished, route.platform, sending) });
  return finished;
}

function throwFaults(faults: Faults) {
  const errors = Object.entries(faults).map(([field, fault]) => [
    field,
    [fieldMessage(field, fault)],
  ]);
  throwErrors(Object.fromEntries(errors));
}
