import { type SQL, sql } from "drizzle-orm";
import { type LeadFields, mainFields, moreFields } from "#domain/lead-fields";
import { iso, isoOrNull } from "#lib/time";
import type { Lead, LeadExport, LeadListItem } from "./schema";
import type { Tag } from "./tags/schema";
import { tagJson, tagsFromJson } from "./tags/store";

const namesOf = (fields: LeadFields) => Object.keys(fields).join(", ");

const columns = sql.raw(`
  leads.id, ${namesOf(mainFields)}, variables, ${namesOf(moreFields)}, profile_extracted_at,
  leads.created_at, leads.updated_at,
  phone_key is null and phone is not null as phone_unusable,
  email_key is null and email is not null as email_unusable`);

const tagList = sql`(
  select json_group_array(${tagJson} order by tags.id)
  from lead_tags cross join tags on tags.id = lead_tags.tag_id
  where lead_tags.lead_id = leads.id)`;

const conversationList = (summary: SQL) => sql`(
  select json_group_array(
    json_array(id, platform, last_inbound_at, last_outbound_at, summary_generated_at,
               messages_count, ${summary})
    order by id)
  from conversations where lead_id = leads.id)`;

const lists = (summary: SQL) =>
  sql`${tagList} as tags, ${conversationList(summary)} as conversations`;

/** The columns for `toListItems`, `toLead` and `toExport`. */
export const listColumns = sql`${columns}, ${lists(sql`null`)}`;
export const fullColumns = sql`${columns}, leads.profile, ${lists(sql`summary`)}`;
export const exportColumns = sql`${fullColumns}, leads.data, leads.enrolled_at`;

/** The bytes of the members of a lead that may be long. */
export const listBytes = sql`octet_length(variables)`;
export const exportBytes = sql`
  octet_length(variables) + octet_length(data) + ifnull(octet_length(leads.profile), 0)`;

/** A lead as D1 returns it. Members that `Converted` does not name have the form of the wire. */
export type ListRow = Omit<LeadListItem, keyof Converted | "unusable_contacts"> & Converted;
type Converted = {
  is_optout: number;
  is_marketing_optout: number;
  is_lost: number;
  variables: string;
  profile_extracted_at: number | null;
  created_at: number;
  updated_at: number;
  tags: string;
  conversations: string;
  phone_unusable: number;
  email_unusable: number;
};
export type FullRow = ListRow & { profile: string | null };
export type ExportRow = FullRow & { data: string; enrolled_at: number | null };

type ConversationJson = [
  id: number,
  platform: string,
  lastInboundAt: number | null,
  lastOutboundAt: number | null,
  summaryGeneratedAt: number | null,
  messagesCount: number,
  summary: string | null,
];

// Most leads have no conversation: a comparison is cheaper than parsing.
const conversationsFromJson = (json: string) =>
  json === "[]" ? [] : (JSON.parse(json) as ConversationJson[]);

const toEntry = ([
  id,
  platform,
  lastInboundAt,
  lastOutboundAt,
  summaryGeneratedAt,
  messagesCount,
]: ConversationJson) => ({
  id,
  platform,
  last_inbound_at: isoOrNull(lastInboundAt),
  last_outbound_at: isoOrNull(lastOutboundAt),
  summary_generated_at: isoOrNull(summaryGeneratedAt),
  messages_count: messagesCount,
});

const toSummary = (entry: ConversationJson) => ({ ...toEntry(entry), summary: entry[6] });

/** Names the contacts that can't be an address, if there are any. */
const unusable = (phone: boolean, email: boolean) =>
  phone || email
    ? {
        unusable_contacts: [
          ...(phone ? (["phone"] as const) : []),
          ...(email ? (["email"] as const) : []),
        ],
      }
    : {};

/** Maps the leads of one page to the wire. A column that is not named here goes there unchanged. */
const listing = <Entry>(entryOf: (entry: ConversationJson) => Entry) => {
  const known = new Map<number, Tag>();
  return ({ phone_unusable, email_unusable, ...row }: ListRow) => ({
    ...row,
    is_optout: row.is_optout === 1,
    is_marketing_optout: row.is_marketing_optout === 1,
    is_lost: row.is_lost === 1,
    variables: JSON.parse(row.variables),
    profile_extracted_at: isoOrNull(row.profile_extracted_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    tags: tagsFromJson(row.tags, known),
    conversations: conversationsFromJson(row.conversations).map(entryOf),
    ...unusable(phone_unusable === 1, email_unusable === 1),
  });
};

/** Makes a mapper for the rows of one page, which share the tags that they have in common. */
export const toListItems = () => listing(toEntry);

const emptyProfile = {
  professional_situation: null,
  primary_objective: null,
  blockers: [],
  levers: [],
  verbatim: null,
  lost_reason_detail: null,
};

/** A profile from its column. */
export const profileFrom = (stored: string | null): Lead["profile"] => ({
  ...emptyProfile,
  ...(stored === null ? null : JSON.parse(stored)),
});

export const toLead = (row: FullRow): Lead => ({
  ...listing(toSummary)(row),
  profile: profileFrom(row.profile),
});

export const toExport = (row: ExportRow): LeadExport => ({
  ...toLead(row),
  data: JSON.parse(row.data),
  enrolled_at: isoOrNull(row.enrolled_at),
});
