import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { comments } from "#db/schema/comments";
import { leads } from "#db/schema/leads";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { selectMedia } from "#db/statements/media";
import { answeredCommentJson } from "#db/statements/messages/comments";
import { selectTarget } from "#db/statements/messages/targets";
import type { AnsweredComment } from "#domain/private-replies";
import type { Scope } from "#env";
import { unsubscribedFrom } from "#features/leads/consents";
import { withLeadRef } from "#features/leads/lead-ref";
import { identitiesJson } from "#features/leads/reachable";
import type { Recipient } from "#features/links/placeholders";
import { found } from "#lib/problem";
import { bearingPause } from "../channels/paused";
import { selectKnownTemplates, templatesIn } from "../templates/known";
import type { Reachability } from "./route";

export type RecipientRow = Omit<Recipient, "variables"> & {
  variables: string;
  number: string | null;
  unsubscribed_from: 0 | 1 | 2;
  whatsapp_phone_number_id: number | null;
  identities: string;
  conversations: string;
  channels: string;
};

/** A lead, with everything that decides whether and by which channel it can be sent a message. */
export type MessageRecipient = Recipient & Reachability;

/** The columns of a lead that `toRecipient` takes, without the channels of the workspace. */
export const leadColumns = sql`leads.id, first_name, last_name, username, email, phone, ext_id,
  phone_key as number, variables, ${unsubscribedFrom} as unsubscribed_from,
  whatsapp_phone_number_id,
  ${identitiesJson} as identities,
  (select json_group_array(json_object(
      'id', id, 'channelId', channel_id, 'platform', platform, 'lastInboundAt', last_inbound_at,
      'automatic', json(automatic)))
    from conversations where lead_id = leads.id) as conversations`;

/** The channels of a workspace. */
export const channelsJson = (workspaceId: number | SQL) => sql`(
  select json_group_array(json_object(
    'id', id, 'platform', platform, 'provider', provider, 'externalId', external_id,
    'accepts', json(accepts),
    'portfolioId', portfolio_id,
    'isDefault', json(iif(is_default, 'true', 'false')),
    'isActive', json(iif(status = 'active', 'true', 'false')),
    'businessHours', json(business_hours),
    'pause', json(iif(pause_reason is null, 'null', ${bearingPause}))))
  from channels where ${within({ workspaceId }, channels)})`;

/** Reads a lead of the workspace, for `toRecipient`. `which` is an id, or SQL that finds it. */
export const selectRecipient = (scope: Scope, which: number | SQL) => sql<RecipientRow>`
  select ${leadColumns}, ${channelsJson(sql`leads.workspace_id`)} as channels
  from leads where ${within(scope, leads, eq(leads.id, which))}`;

/**
 * Reads a lead of the workspace, uploaded files that are to be sent, a message that is to be
 * quoted or reacted to, and the channels' templates of a name; a `not_found` problem where there
 * is no such lead.
 */
export async function readRecipient(
  scope: Scope,
  which: number | SQL,
  {
    mediaIds = [],
    template,
    targetId,
    commentId,
  }: {
    mediaIds?: number[];
    template?: string | undefined;
    targetId?: number | null | undefined;
    commentId?: number | null | undefined;
  } = {},
) {
  const { lead, media, templates, target, comment } = await readBatch(scope, {
    lead: selectRecipient(scope, which),
    media: mediaIds.length === 0 ? undefined : selectMedia(scope, mediaIds),
    target: targetId == null ? undefined : selectTarget(scope, targetId),
    templates: template === undefined ? undefined : selectKnownTemplates(scope, sql`(${template})`),
    comment: commentId == null ? undefined : selectComment(scope, commentId, which),
  });
  return {
    lead: await withLeadRef(scope, toRecipient(found(lead[0]))),
    media: media ?? [],
    target: target?.[0],
    comment: commentIn(comment?.[0]?.comment),
    templatesOf: (channelId: number) =>
      templatesIn(templates?.find((row) => row.channelId === channelId)),
  };
}

/** The comment of the lead that a message is to answer. */
const selectComment = (scope: Scope, id: number, leadId: number | SQL) => {
  const isOfLead = within(scope, comments, eq(comments.leadId, leadId));
  return sql<{ comment: string | null }>`
    select ${answeredCommentJson(sql`${id}`, sql`${isOfLead}`)} as comment`;
};

/** Reads the JSON of a comment. */
export const commentIn = (json: string | null | undefined): AnsweredComment | null =>
  json == null ? null : JSON.parse(json);

export const toRecipient = ({
  variables,
  unsubscribed_from,
  whatsapp_phone_number_id,
  identities,
  conversations,
  channels,
  ...lead
}: RecipientRow): MessageRecipient => ({
  ...lead,
  variables: JSON.parse(variables),
  isOptout: unsubscribed_from === 2,
  isMarketingOptout: unsubscribed_from > 0,
  whatsappPhoneNumberId: whatsapp_phone_number_id,
  identities: JSON.parse(identities),
  conversations: JSON.parse(conversations),
  channels: JSON.parse(channels),
});
