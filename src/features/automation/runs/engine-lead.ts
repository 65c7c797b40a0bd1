import { type SQL, sql } from "drizzle-orm";
import { leadTags, tags } from "#db/schema/leads";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { conditionedNames } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import type { Scope } from "#env";
import { profileFrom } from "#features/leads/row";
import {
  leadColumns,
  type RecipientRow,
  toRecipient,
} from "#features/messaging/outbound/recipient";
import { MAX_CHARACTERS } from "../engine/compare";
import type { Lead } from "../engine/run";

const conditioned = conditionedNames(leadFields);
const columns = sql.raw(conditioned.join(", "));

export type LeadRow = RecipientRow &
  Record<(typeof conditioned)[number], string | number | null> & {
    profile: string | null;
    tag_ids: string;
    last_reply: string | null;
  };

/** The values of a row's columns, as the API has them. */
const fieldsOf = (row: Pick<LeadRow, (typeof conditioned)[number]>) =>
  Object.fromEntries(
    conditioned.map((name) => [
      name,
      leadFields[name].kind === "flag" ? row[name] === 1 : row[name],
    ]),
  );

/** The text of the last message of the lead `leads` on a platform. */
export const lastReplyOn = (platform: SQL) => sql`(
  select substr(text, 1, ${MAX_CHARACTERS}) from messages
  where messages.id = (
    select last_reply_id from conversations where lead_id = leads.id and platform = ${platform}
    order by last_inbound_at desc limit 1))`;

/**
 * The columns of a `LeadRow`, save the workspace's channels, of the lead `leads` in a scenario for
 * a platform.
 */
export const columnsOfLead = (platform: SQL) => sql`
  ${leadColumns}, ${columns}, profile,
  (select json_group_array(tag_id) from lead_tags
   where lead_id = leads.id and ${present(leadTags)}) as tag_ids,
  ${lastReplyOn(platform)} as last_reply`;

/** A JSON object of the stages that the workspace's tags move leads to, by the tag's id. */
export const tagStagesJson = (scope: Scope) => sql`
  (select json_group_object(id, pipeline_stage) from tags
   where ${within(scope, tags, sql`pipeline_stage is not null`)})`;

/** A JSON object of the `Hours` in the settings of `workspaces`. */
export const hoursJson = sql`json_object(
  'timeZone', settings ->> 'time_zone',
  'businessHours', json(settings -> 'business_hours'),
  'quietHours', json(settings -> 'quiet_hours'))`;

/** Reads a lead for the engine. */
export function toLead({ tag_ids, profile, last_reply, ...row }: LeadRow): Lead {
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
    isMarketingOptout: recipient.isMarketingOptout,
    whatsappPhoneNumberId: recipient.whatsappPhoneNumberId,
    identities: recipient.identities,
    channels: recipient.channels,
    conversations: recipient.conversations,
    fields: { ...fieldsOf(row), ...profileFrom(profile) },
    tagIds: JSON.parse(tag_ids),
    lastReply: last_reply,
  };
}
