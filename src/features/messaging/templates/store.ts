import { eq, getTableColumns, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { paged } from "#db/lists/page";
import { templates } from "#db/schema/channels";
import {
  changeTemplate,
  deleteTemplateRow,
  insertTemplate,
  ofChannel,
} from "#db/statements/templates";
import { brokenUnique } from "#db/writes/errors";
import { keeping } from "#db/writes/idempotency";
import { hasTemplates } from "#domain/platforms";
import { categoryNamed, MAX_TEMPLATES, statusNamed } from "#domain/templates";
import type { Bindings, Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, notFound, Problem, taken } from "#lib/problem";
import { iso } from "#lib/time";
import { channelExists } from "../channels/store";
import { selectAccount } from "../channels/sync-state";
import { idIn } from "../outbound/providers/answer";
import { openAccount } from "./account";
import { changeAtMeta, createAtMeta, deleteAtMeta, type GraphAnswer } from "./graph";
import { parametersOf } from "./parameters";
import type { Template, TemplateInput, TemplateReplacement } from "./schema";
import { unsupportedIn } from "./unsupported";

const { workspaceId, statusAt, changedBy, ...columns } = getTableColumns(templates);
const select = (scope: Scope) => scope.db.select(columns).from(templates).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const toWire = (row: Row): Template => ({
  id: row.id,
  channel_id: row.channelId,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  reason: row.reason,
  quality: row.quality,
  ttl_seconds: row.ttlSeconds,
  components: row.components,
  parameters: parametersOf(row.components),
  unsupported: unsupportedIn(row.components),
  external_id: row.externalId,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

const selectOne = (scope: Scope, channelId: number, id: number) =>
  select(scope).where(ofChannel(scope, channelId, eq(templates.id, id)));

export const templateExists = async (
  scope: Scope,
  id: number,
  [channelId = 0]: readonly number[],
) => (await selectOne(scope, channelId, id)).length > 0;

/** The templates of a channel; a `not_found` problem if there is no such channel. */
export async function listTemplates(
  scope: Scope,
  channelId: number,
  page: PageRequest,
): Promise<Page<Template>> {
  const rows = await paged(
    select(scope),
    scope,
    templates,
    page,
    eq(templates.channelId, channelId),
  );
  if (rows.length === 0 && !(await channelExists(scope, channelId))) throw notFound();
  return cutPage(rows, page, toWire);
}

export const getTemplate = async (scope: Scope, channelId: number, id: number): Promise<Template> =>
  toWire(found(await selectOne(scope, channelId, id).get()));

/** Throws a problem that says why WhatsApp has not done what it was asked. */
function answered(answer: GraphAnswer): unknown {
  if ("body" in answer) return answer.body;
  throw answer.isRefusal
    ? new Problem("conflict", { message: `WhatsApp refuses this: ${answer.error}` })
    : new Problem("unavailable", { message: answer.error, headers: { "Retry-After": "60" } });
}

/** Reads a member of WhatsApp's answer. */
const member = (body: unknown, name: string) =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;

/**
 * Creates a template: at WhatsApp, where the channel has an account, and here. If this dies in
 * between, the next sync brings what WhatsApp has.
 */
export async function createTemplate(
  scope: Scope,
  env: Bindings,
  channelId: number,
  { name, language, category = null, ...input }: TemplateInput,
): Promise<Template> {
  const { channel, known } = await readBatch(scope, {
    channel: selectAccount(scope, channelId),
    known: sql<{ isKnown: 0 | 1; count: number }>`
      select
        exists (
          select 1 from templates
          where ${ofChannel(scope, channelId, eq(templates.name, name))}
            and language = ${language}) as isKnown,
        (select count(*) from templates where ${ofChannel(scope, channelId)}) as count`,
  });
  const row = found(channel[0]);
  if (!hasTemplates(row.platform))
    throw new Problem("conflict", { message: "Only WhatsApp has templates." });
  if (known[0]?.isKnown) throw taken(["name"]);
  if ((known[0]?.count ?? 0) >= MAX_TEMPLATES) throw overCap();
  const account = await openAccount(env, row);
  const { components, ttl_seconds: ttlSeconds = null } = input;
  const content = { name, language, category, ttlSeconds, components };
  const body = account && answered(await createAtMeta(account, content));
  const now = Date.now();
  const id = now * 1_000 + Math.floor(Math.random() * 1_000);
  const described = {
    ...content,
    category: categoryNamed(member(body, "category")) ?? category,
    status: account ? statusNamed(member(body, "status") ?? "pending") : ("local" as const),
    reason: null,
    quality: null,
    externalId: account ? (idIn(member(body, "id"), account.credentials) ?? null) : null,
  };
  const { created, row: rows } = await batch(creating(scope, id), {
    created: insertTemplate(scope, channelId, id, described, now),
    row: select(scope).where(
      ofChannel(scope, channelId, eq(templates.name, name), eq(templates.language, language)),
    ),
  }).catch((error) => {
    throw brokenUnique(error).includes("templates.name") ? taken(["name"]) : error;
  });
  if (!created[0]) throw overCap();
  return toWire(found(rows[0]));
}

/** Names the new row to the audit log, and to the request's key. */
const creating = (scope: Scope, id: number): Scope => ({
  ...keeping(scope, "created", id),
  ...(scope.act && { act: { ...scope.act, targetId: id } }),
});

const overCap = () =>
  new Problem("quota_reached", { message: `A channel has at most ${MAX_TEMPLATES} templates.` });

/** The template with its channel's account. */
async function findBoth(scope: Scope, env: Bindings, channelId: number, id: number) {
  const { channel, template } = await readBatch(scope, {
    channel: selectAccount(scope, channelId),
    template: selectOne(scope, channelId, id),
  });
  const account = await openAccount(env, found(channel[0]));
  return { account, template: found(template[0]) };
}

/** Changes a template's content, which WhatsApp then has to approve again. */
export async function replaceTemplate(
  scope: Scope,
  env: Bindings,
  channelId: number,
  id: number,
  { category = null, ...input }: TemplateReplacement,
): Promise<Template> {
  const { account, template } = await findBoth(scope, env, channelId, id);
  const { components, ttl_seconds: ttlSeconds = null } = input;
  const content = { category, ttlSeconds, components };
  const isAtMeta = account !== undefined && template.externalId !== null;
  if (isAtMeta) answered(await changeAtMeta(account, template.externalId ?? "", content));
  const status = isAtMeta ? ("pending" as const) : template.status;
  const { updated, row } = await batch(scope, {
    updated: changeTemplate(scope, channelId, id, { ...content, status }),
    row: selectOne(scope, channelId, id),
  });
  found(updated[0]);
  return toWire(found(row[0]));
}

/** Deletes a template, in its language, at WhatsApp and here. */
export async function deleteTemplate(
  scope: Scope,
  env: Bindings,
  channelId: number,
  id: number,
): Promise<number> {
  const { account, template } = await findBoth(scope, env, channelId, id);
  if (account && template.externalId !== null) {
    const answer = await deleteAtMeta(account, template.externalId, template.name);
    // A template that WhatsApp does not have is gone.
    if (!("httpStatus" in answer) || answer.httpStatus !== 404) answered(answer);
  }
  const { deleted } = await batch(scope, { deleted: deleteTemplateRow(scope, channelId, id) });
  found(deleted[0]);
  return 1;
}
