import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  type ProfileField,
  sources,
  stages,
  warmths,
} from "#domain/leads";
import { identityKinds, identitySources } from "#domain/platforms";
import { workspaceId } from "./access";
import { changedBy, id, stamps, tally } from "./columns";
import { rangeIndexes, valueIndexes } from "./lead-indexes";

// Times are milliseconds since 1970. `*Key` columns hold text that is folded for comparison
// (lib/text.ts), `*Search` columns text that is folded for search.
/** The texts of a profile, as they are stored once the lead has been analysed. */
type Profile = {
  professional_situation?: string | null | undefined;
  primary_objective?: string | null | undefined;
  blockers: string[];
  levers: string[];
  verbatim?: string | null | undefined;
  lost_reason_detail?: string | null | undefined;
};

/**
 * Triggers: segments_tag_deleted (leads.sql); events_tag_deleted (events.sql); counters.sql;
 * tags_removed (removals.sql).
 */
export const tags = sqliteTable(
  "tags",
  {
    id: id(),
    workspaceId: workspaceId(),
    label: text().notNull(),
    labelKey: text().notNull(),
    description: text(),
    pipelineStage: text({ enum: stages }),
    ...stamps,
  },
  (t) => [
    uniqueIndex("tags_label").on(t.workspaceId, t.labelKey),
    index("tags_workspace").on(t.workspaceId),
    index("tags_staged").on(t.workspaceId).where(sql`pipeline_stage is not null`),
  ],
);

/**
 * Triggers: leads_search_insert, leads_search_update, leads_search_delete, leads_pin_lost,
 * leads_hashes_update, leads_suppress, leads_suppress_marketing, leads_same_person (leads.sql);
 * leads_stage_moved (bookings.sql); run_events_stage, leads_date_times (automation.sql);
 * events_lead_updated (lead-updates.sql); events_lead_created, events_lead_stage,
 * events_lead_consent, events_lead_marketing_consent, events_lead_profile, events_lead_deleted
 * (events.sql); counters.sql; leads_removed, leads_erased (removals.sql).
 */
export const leads = sqliteTable(
  "leads",
  {
    id: id(),
    workspaceId: workspaceId(),
    /**
     * The rank of the lead in its workspace. Range filters read leads in blocks of 1,024 ranks
     * (leads/search/).
     */
    seq: integer().notNull(),
    block: integer().generatedAlwaysAs(sql`seq >> 10`, { mode: "virtual" }),
    extId: text(),
    firstName: text(),
    lastName: text(),
    username: text(),
    image: text(),
    email: text(),
    /** Null where the e-mail can't be an address, which makes it nobody's identity. */
    emailKey: text(),
    phone: text(),
    /** E.164 or digits; null where the phone can't be an address (lib/identity-keys.ts). */
    phoneKey: text(),
    /** The keyed hashes by which a suppression knows the lead (db/statements/contact-hashes.ts). */
    phoneHash: text(),
    emailHash: text(),
    firstNameSearch: text(),
    lastNameSearch: text(),
    usernameSearch: text(),
    /** The e-mail and the phone as they are searched, null where that is their key. */
    emailFolded: text(),
    phoneFolded: text(),
    /** The ext_id as it is searched, null where that is its `lower`. */
    extIdFolded: text(),
    emailSearch: text().generatedAlwaysAs(sql`ifnull(email_folded, email_key)`, {
      mode: "virtual",
    }),
    phoneSearch: text().generatedAlwaysAs(sql`ifnull(phone_folded, phone_key)`, {
      mode: "virtual",
    }),
    extIdSearch: text().generatedAlwaysAs(sql`ifnull(ext_id_folded, lower(ext_id))`, {
      mode: "virtual",
    }),
    source: text({ enum: sources }),
    warmth: text({ enum: warmths }),
    pipelineStage: text({ enum: stages }),
    /** The booking whose move of the stage was the last. */
    stageBookingId: integer(),
    isOptout: integer({ mode: "boolean" }).notNull().default(false),
    isMarketingOptout: integer({ mode: "boolean" }).notNull().default(false),
    variables: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    data: text().notNull().default("{}"),
    enrolledAt: integer(),
    whatsappPhoneNumberId: integer(),
    age: integer(),
    occupationStatus: text({ enum: occupations }),
    maturityLevel: text({ enum: maturityLevels }),
    engagementLevel: text({ enum: engagementLevels }),
    isLost: integer({ mode: "boolean" }).notNull().default(false),
    lostReason: text({ enum: lostReasons }),
    profileExtractedAt: integer(),
    profile: text({ mode: "json" }).$type<Profile>(),
    /** The manual overrides: fields that were set through the API. No analysis changes them. */
    profilePinned: text({ mode: "json" })
      .$type<Partial<Record<ProfileField, true>>>()
      .notNull()
      .default({}),
    lastInboundAt: integer(),
    lastOutboundAt: integer(),
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [
    check("leads_data_size", sql`length(data) <= 131072`),
    index("leads_workspace").on(t.workspaceId),
    uniqueIndex("leads_ext_id").on(t.workspaceId, t.extId),
    uniqueIndex("leads_email").on(t.workspaceId, t.emailKey),
    uniqueIndex("leads_phone").on(t.workspaceId, t.phoneKey),
    ...valueIndexes(t),
    index("leads_block_created_at").on(t.workspaceId, t.block, t.createdAt),
    ...rangeIndexes(t),
    index("leads_block_last_inbound_at")
      .on(t.workspaceId, t.block, t.lastInboundAt)
      .where(sql`last_inbound_at is not null`),
    index("leads_block_last_outbound_at")
      .on(t.workspaceId, t.block, t.lastOutboundAt)
      .where(sql`last_outbound_at is not null`),
    index("leads_block_profile_extracted_at")
      .on(t.workspaceId, t.block, t.profileExtractedAt)
      .where(sql`profile_extracted_at is not null`),
  ],
);

/**
 * Triggers: lead_tags_limit (leads.sql); run_events_tag (automation.sql); events_tag_added,
 * events_tag_removed (events.sql); counters.sql; lead_tags_parent (removals.sql).
 */
export const leadTags = sqliteTable(
  "lead_tags",
  {
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    tagId: integer().notNull(),
    createdAt: integer().notNull(),
    addedBy: changedBy(),
  },
  (t) => [
    primaryKey({ columns: [t.leadId, t.tagId] }),
    index("lead_tags_tag").on(t.tagId, t.leadId),
  ],
);

/**
 * The addresses and ids by which the platforms know a lead.
 * Triggers: lead_identities_insert, lead_identities_comments, lead_identities_update (leads.sql);
 * lead_identities_forgotten (identities.sql).
 */
export const leadIdentities = sqliteTable(
  "lead_identities",
  {
    workspaceId: workspaceId(),
    kind: text({ enum: identityKinds }).notNull(),
    value: text().notNull(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    /** As `leads.phoneHash`. */
    hash: text(),
    /** The channel that learnt it: an id may be known to that account or portfolio alone. */
    channelId: integer(),
    learnedFrom: text({ enum: identitySources }),
    /** The person's current username on the platform. */
    username: text(),
    /** JSON of an `AccountProfile`, and when the platform gave it. */
    profile: text(),
    profileAt: integer(),
    /** When the platform is to be asked for it, and how often it was. */
    profileDueAt: integer(),
    profileTries: tally(),
    /** When another id took its place: late messages match it, no message is addressed to it. */
    replacedAt: integer(),
    /** When a provider last reported the lead unreachable; null again once the lead writes. */
    unreachableAt: integer(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.kind, t.value] }),
    index("lead_identities_lead").on(t.leadId),
    index("lead_identities_profile_due")
      .on(t.workspaceId, t.profileDueAt)
      .where(sql`profile_due_at is not null`),
  ],
);
