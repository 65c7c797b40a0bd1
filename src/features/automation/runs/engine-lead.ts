import { type SQL, sql } from "drizzle-orm";
import { profileFrom } from "../../leads/read";
import { leadColumns, type RecipientRow, toRecipient } from "../../messaging/outbound/recipient";
import type { Lead } from "../engine/run";

/** The columns that conditions ask for, besides those that a correspondent has. */
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

/** What `toLead` takes of the lead `leads` in a scenario for a platform, but for the workspace's channels. */
export const columnsOfLead = (
  platform: SQL,
) => sql`${leadColumns}, ${sql.raw(conditioned.join(", "))}, is_lost, profile,
  (select json_group_array(tag_id) from lead_tags where lead_id = leads.id) as tag_ids,
  (select text from messages where direction = 'inbound' and type not in ('system', 'reaction') and conversation_id = (
    select id from conversations where lead_id = leads.id and platform = ${platform} order by last_inbound_at desc limit 1
  ) order by messages.id desc limit 1) as last_reply`;

/** The stages that the tags of a workspace move leads to, by the tag's id. */
export const tagStagesJson = (workspaceId: number) =>
  sql`(select json_group_object(id, pipeline_stage) from tags where workspace_id = ${workspaceId} and pipeline_stage is not null)`;

/** A lead as the engine takes it. */
export function toLead({ tag_ids, is_lost, profile, last_reply, ...row }: LeadRow): Lead {
  const { id, ext_id, first_name, last_name, username, email, phone, variables, ...situation } =
    toRecipient(row);
  return {
    ...{ id, ext_id, first_name, last_name, username, email, phone, variables },
    isOptout: situation.isOptout,
    whatsappPhoneNumberId: situation.whatsappPhoneNumberId,
    identities: situation.identities,
    channels: situation.channels,
    conversations: situation.conversations,
    fields: {
      ...Object.fromEntries(conditioned.map((name) => [name, row[name]])),
      is_lost: is_lost === 1,
      ...profileFrom(profile),
    },
    tagIds: JSON.parse(tag_ids),
    lastReply: last_reply,
  };
}
