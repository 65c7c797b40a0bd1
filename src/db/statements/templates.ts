import { eq, type SQL, sql } from "drizzle-orm";
import { BY_PLATFORM } from "#domain/actors";
import type { TemplateComponent, TemplateStatus } from "#domain/templates";
import { MAX_TEMPLATES, type Quality, type TemplateCategory } from "#domain/templates";
import type { Scope } from "#env";
import { templates } from "../schema/channels";
import { channels } from "../schema/messaging";
import { owned, within } from "../scope/within";

/** A template as WhatsApp, or its author, describes it. */
export type Described = {
  name: string;
  language: string;
  category: TemplateCategory | null;
  status: TemplateStatus;
  reason: string | null;
  quality: Quality | null;
  ttlSeconds: number | null;
  components: TemplateComponent[] | null;
  externalId: string | null;
};

/** True if a row of `templates` is of a channel. The channel's key finds it, not the workspace. */
export const ofChannel = (scope: Scope, channelId: number | SQL, ...conditions: SQL[]) =>
  sql`${eq(templates.channelId, channelId)} and +${within(scope, templates, ...conditions)}`;

/** True if the row `templates` is the template of the row `messages`. */
export const isOfMessage = sql`
  templates.channel_id = messages.channel_id
  and templates.name = messages.payload ->> '$.template.name'
  and templates.language = messages.payload ->> '$.template.language'
  and +templates.workspace_id = messages.workspace_id`;

/**
 * True if the row `messages` is a template that is marketing, or of no known category. Free text
 * never is: its sender is answerable for it.
 */
export const mayBeMarketing = sql`(
  messages.type = 'template'
  and ifnull((
    select category from templates where ${isOfMessage}
  ), 'marketing') = 'marketing')`;

const INTO = sql`
  insert into templates (
    channel_id, workspace_id, id, name, language, category, status, reason, quality, ttl_seconds,
    components, external_id, status_at, changed_by, created_at, updated_at)`;

const nextId = (channelId: number, now: number) => sql`max(
  ${now} * 1000, ifnull((select max(id) from templates where channel_id = ${channelId}), 0) + 1)`;

const countOf = (channelId: number) =>
  sql`(select count(*) from templates where channel_id = ${channelId})`;

/** The columns of a list's `item`: JSON objects of `Described`. */
const ITEM = sql`
  item.value ->> 'name', item.value ->> 'language', item.value ->> 'category',
  item.value ->> 'status', item.value ->> 'reason', item.value ->> 'quality',
  item.value ->> 'ttlSeconds',
  iif(json_type(item.value, '$.components') = 'null', null, item.value -> 'components'),
  item.value ->> 'externalId'`;

const COLUMNS = [
  "category",
  "status",
  "reason",
  "quality",
  "ttl_seconds",
  "components",
  "external_id",
];
const STORED = sql.raw(COLUMNS.map((name) => `templates.${name}`).join(", "));

/**
 * WhatsApp's list has no `flagged`, which its webhook says: a template that was flagged stays so
 * until its quality is high, or it has another status.
 */
const SYNCED_STATUS = `iif(
  excluded.status = 'approved' and templates.status = 'flagged'
    and excluded.quality is not 'green',
  'flagged', excluded.status)`;
const synced = COLUMNS.map((name) => (name === "status" ? SYNCED_STATUS : `excluded.${name}`));
const SYNCED = sql.raw(synced.join(", "));
const SET = sql.raw(COLUMNS.map((name, index) => `${name} = ${synced[index]}`).join(", "));

/**
 * Stores templates as WhatsApp had them at `asOf`, and writes only what has changed. One that was
 * changed since stays as it is.
 */
export const storeSynced = (
  { workspaceId }: Scope,
  channelId: number,
  list: Described[],
  asOf: number,
) => sql`
  ${INTO}
  select ${channelId}, ${workspaceId}, ${nextId(channelId, asOf)} + item.key, ${ITEM},
    ${asOf}, ${BY_PLATFORM}, ${asOf}, ${asOf}
  from json_each(${JSON.stringify(list)}) as item
  where ${countOf(channelId)} + item.key < ${2 * MAX_TEMPLATES}
  on conflict (channel_id, name, language) do update set
    ${SET}, status_at = excluded.status_at, changed_by = excluded.changed_by,
    updated_at = excluded.updated_at
  where (${STORED}) is not (${SYNCED})
    and templates.updated_at <= ${asOf}`;

const keyOf = ({ name, language }: Pick<Described, "name" | "language">) => `${name}\n${language}`;

/** Deletes those that WhatsApp no longer had at `asOf`. What was only described here stays. */
export const deleteUnlisted = (
  scope: Scope,
  channelId: number,
  list: Pick<Described, "name" | "language">[],
  asOf: number,
) => sql`
  delete from templates
  where ${ofChannel(scope, channelId)}
    and external_id is not null and updated_at <= ${asOf}
    and name || char(10) || language not in (
      select value from json_each(${JSON.stringify(list.map(keyOf))}))`;

/** Stores a template, unless the channel has as many as it keeps. */
export const insertTemplate = (
  { workspaceId, actor }: Scope,
  channelId: number,
  id: number,
  described: Described,
  now: number,
) => sql<{ id: number }>`
  ${INTO}
  select ${channelId}, ${workspaceId}, ${id}, ${ITEM}, ${now}, ${actor}, ${now}, ${now}
  from json_each(${JSON.stringify([described])}) as item
  where ${countOf(channelId)} < ${MAX_TEMPLATES}
  returning id`;

type Change = Pick<Described, "category" | "status" | "ttlSeconds" | "components">;

/**
 * Changes the content of a template; returns its id if there is one. Its time to live stays if none
 * is given, as at WhatsApp, unless it is one of another category.
 */
export const changeTemplate = (
  scope: Scope,
  channelId: number,
  id: number,
  { category, status, ttlSeconds, components }: Change,
) => sql<{ id: number }>`
  update templates set
    category = ${category}, status = ${status}, reason = null,
    ttl_seconds = ifnull(${ttlSeconds}, iif(category is ${category}, ttl_seconds, null)),
    components = ${JSON.stringify(components)}, status_at = ${Date.now()},
    changed_by = ${scope.actor}, updated_at = ${Date.now()}
  where ${ofChannel(scope, channelId, sql`id = ${id}`)}
  returning id`;

export const deleteTemplateRow = (scope: Scope, channelId: number, id: number) =>
  sql<{
    id: number;
  }>`delete from templates where ${ofChannel(scope, channelId, sql`id = ${id}`)} returning id`;

/**
 * The facts of a template in a platform webhook, which may name it without its language. Absent
 * members stay as they are.
 */
export type TemplateReport = {
  account: string;
  name: string;
  language: string | null;
  externalId: string | null;
  at: number;
  category?: TemplateCategory;
  status?: TemplateStatus;
  reason?: string | null;
  quality?: Quality | null;
};

/**
 * Marks the templates of messages that WhatsApp has refused for their templates' sake, so that the
 * others are not asked for. One that was described here stays: nothing would end its pause.
 */
export const markTemplates = (channelIds: SQL, messageIds: SQL, status: "paused" | "disabled") => {
  const now = Date.now();
  return sql`
    update templates set
      status = ${status}, status_at = ${now}, changed_by = ${BY_PLATFORM}, updated_at = ${now}
    from (
      select payload ->> '$.template.name' as name, payload ->> '$.template.language' as language
      from messages where id in (${messageIds}) and type = 'template'
    ) as refused
    where templates.channel_id in (${channelIds})
      and templates.name = refused.name and templates.language = refused.language
      and templates.external_id is not null and templates.status <> ${status}`;
};

/** The channels of an account: those with its id, and the one that the webhook came to. */
const channelsOf = (scope: Scope, receiverId: number, account: SQL) => sql`
  select id from channels
  where ${within(scope, channels)}
    and iif(id = ${receiverId}, ifnull(business_account_id, ${account}), business_account_id)
      = ${account}`;

/**
 * Applies what platform webhooks say of templates, in any order: the latest counts. They give their
 * times in seconds, so that one of the same second as what is known counts as later.
 */
export const applyTemplateReports = (
  scope: Scope,
  receiverId: number,
  reports: TemplateReport[],
) => {
  const account = sql`item.value ->> 'account'`;
  return sql`
    update templates set
      category = ifnull(item.value ->> 'category', category),
      status = ifnull(item.value ->> 'status', status),
      reason = iif(json_type(item.value, '$.status') is null, reason, item.value ->> 'reason'),
      quality = iif(
        json_type(item.value, '$.quality') is null, quality, item.value ->> 'quality'),
      status_at = item.value ->> 'at', changed_by = ${BY_PLATFORM}, updated_at = ${Date.now()}
    from json_each(${JSON.stringify(reports)}) as item
    where +${owned(scope, templates)}
      and templates.channel_id in (${channelsOf(scope, receiverId, account)})
      and templates.name = item.value ->> 'name'
      and iif(
        item.value ->> 'language' is null,
        templates.external_id = item.value ->> 'externalId',
        templates.language = item.value ->> 'language')
      and status_at / 1000 <= (item.value ->> 'at') / 1000`;
};
