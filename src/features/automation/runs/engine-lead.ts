import { type SQL, sql } from "drizzle-orm";
import { leadTags, tags } from "#db/schema/leads";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { profileFrom } from "#features/leads/row";
import {
  leadColumns,
  type RecipientRow,
  toRecipient,
} from "#features/messaging/outbound/recipient";
import { MAX_CHARACTERS } from "../engine/compare";
import type { Lead } from "../engine/run";

/** The columns that conditions read, besides those of a message's recipient. */
const conditioned = [
  "source",
  "warmth",
  "pipeline_stage",
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "lost_reason",
] as const;

export type LeadRow = RecipientRow &
  Record<(typeof conditioned)[number], string | number | null> & {
    is_lost: number;
    profile: string | null;
    tag_ids: string;
    last_reply: string | null;
  };

/**
 * The columns of a `LeadRow`, save the workspace's channels, of the lead `leads` in a scenario for
 * a platform.
 */
export const columnsOfLead = (platform: SQL) => {
  const lastReply = sql`
    select last_reply_id from conversations where lead_id = leads.id and platform = ${platform}
    order by last_inbound_at desc limit 1`;
  return sql`
    ${leadColumns}, ${sql.raw(conditioned.join(", "))}, is_lost, profile,
    (select json_group_array(tag_id) from lead_tags
     where lead_id = leads.id and ${present(leadTags)}) as tag_ids,
    (select substr(text, 1, ${MAX_CHARACTERS}) from messages
     where messages.id = (${lastReply})) as last_reply`;
};

/** A JSON object of the stages that the workspace's tags move leads to, by the tag's id. */
export const tagStagesJson = (scope: Scope) => sql`
  (select json_group_object(id, pipeline_stage) from tags
   where ${within(scope, tags, sql`pipeline_stage is not null`)})`;

/** Reads a lead for the engine. */
export function toLead({ tag_ids, is_lost, profile, last_reply, ...row }: LeadRow): Lead {
  const recipient = toRecipient(row);
  return {
    id: recipient.id,
    ext_id: recipient.ext_id,
    first_name: recipient.first_name,
    last_name: recipient.last_name,
    username: recipient.username,
    email: recipient.email,
    phone: recipient.phone,
    number: recipient.number,
    variables: recipient.variables,
    isOptout: recipient.isOptout,
    whatsappPhoneNumberId: recipient.whatsappPhoneNumberId,
    identities: recipient.identities,
    channels: recipient.channels,
    conversations: recipient.conversations,
    fields: {
      ...Object.fromEntries(conditioned.map((name) => [name, row[name]])),
      is_lost: is_lost === 1,
      ...profileFrom(profile),
    },
    tagIds: JSON.parse(tag_ids),
    lastReply: last_reply,
  };
}
