import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { pagedWhere, stopIn } from "#db/lists/page";
import { ownEqual } from "#db/lists/walk";
import { scenarios } from "#db/schema/automation";
import { linkSends, shortLinks } from "#db/schema/links";
import { exists, newestId, selectId } from "#db/scope/rows";
import { owned, within } from "#db/scope/scope";
import { insertLinkSend, setLinkSendTimes } from "#db/statements/link-sends";
import { underQuota } from "#db/writes/quotas";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, invalid, Problem } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { shortUrl } from "../store";
import { type Reader, seesRecipients } from "./hidden";
import type { LinkSend, LinkSendInput, LinkSendPatch, LinkSendQuery } from "./schema";
import { applyLinkTags } from "./tagging";
import { signToken } from "./token";

const { workspaceId, clicked, sentTagged, readTagged, clickedTagged, ...own } =
  getTableColumns(linkSends);
/** True if the row `short_links` has placeholders. */
const IS_PERSONAL = sql`instr(destination_url, '{{') > 0`;

/** The columns of a link send. The slug is null where the reader must not see the URL. */
const columnsFor = (reader: Reader) => ({
  ...own,
  /** Null once the scenario is deleted. */
  scenarioId: sql<number | null>`(
    select scenarios.id from scenarios where scenarios.id = link_sends.scenario_id)`,
  slug: sql<string | null>`(
    select ${seesRecipients(reader) ? sql`slug` : sql`iif(${IS_PERSONAL}, null, slug)`}
    from short_links where short_links.id = link_sends.short_link_id)`,
});

const select = (scope: Reader) => scope.db.select(columnsFor(scope)).from(linkSends).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const ofId = (scope: Scope, id: number | SQL) => within(scope, linkSends, eq(linkSends.id, id));

async function toWire(scope: Scope, row: Row): Promise<LinkSend> {
  const url = async (slug: string) =>
    `${shortUrl(scope, slug)}/${await signToken(scope.appKey, row.shortLinkId, row.id)}`;
  return {
    id: row.id,
    short_link_id: row.shortLinkId,
    lead_id: row.leadId,
    message_id: row.messageId,
    scenario_id: row.scenarioId,
    url: row.slug === null ? null : await url(row.slug),
    sent_at: isoOrNull(row.sentAt),
    read_at: isoOrNull(row.readAt),
    first_clicked_at: isoOrNull(row.firstClickedAt),
    last_clicked_at: isoOrNull(row.lastClickedAt),
    clicks_count: row.clicksCount,
    created_at: iso(row.createdAt),
  };
}

export const linkSendExists = exists(linkSends);

/** Splits the filters: `key` finds the rows by an index, `filter` is checked on each. */
function conditions(scope: Scope, query: LinkSendQuery) {
  const { short_link_id, lead_id, scenario_id, clicked: isClicked } = query;
  const lead = ownEqual(scope, linkSends, linkSends.leadId, lead_id);
  const link = ownEqual(scope, linkSends, linkSends.shortLinkId, short_link_id);
  const scenario =
    scenario_id === undefined
      ? undefined
      : sql`${linkSends.scenarioId} = (${selectId(scope, scenarios, scenario_id)})`;
  const clicked = isClicked === undefined ? undefined : eq(linkSends.clicked, isClicked);
  if (lead) return { key: lead, filter: and(link, scenario, clicked) };
  if (link && scenario) return { key: and(link, scenario), filter: clicked };
  const narrow = link ?? scenario;
  return { key: narrow ? and(narrow, clicked) : clicked && owned(scope, linkSends, clicked) };
}

export async function listLinkSends(
  scope: Reader,
  query: LinkSendQuery,
  page: PageRequest,
): Promise<Page<LinkSend>> {
  const { key, filter } = conditions(scope, query);
  const listed = scope.db
    .select({ ...columnsFor(scope), stop: stopIn(filter, linkSends) })
    .from(linkSends)
    .$dynamic();
  const rows = await pagedWhere(listed, scope, linkSends, page, { key, filter });
  const sends = rows.map(async (row) => ({ ...(await toWire(scope, row)), stop: row.stop }));
  return cutPage(await Promise.all(sends), page, (send: LinkSend) => send);
}

export const getLinkSend = async (scope: Reader, id: number): Promise<LinkSend> =>
  toWire(scope, found(await select(scope).where(ofId(scope, id)).get()));

/** Throws a `missing_ability` problem if whoever follows the URL sees what the caller must not. */
async function requireSeeing(scope: Reader, linkId: number) {
  if (seesRecipients(scope)) return;
  const { personal } = await readBatch(scope, {
    personal: sql`select 1 from short_links
      where ${within(scope, shortLinks, eq(shortLinks.id, linkId), IS_PERSONAL)}`,
  });
  if (personal.length > 0) throw new Problem("missing_ability", { ability: "leads:read" });
}

/** A `not_found` problem when the link is not the workspace's. */
export async function createLinkSend(
  scope: Reader,
  linkId: number,
  input: LinkSendInput,
): Promise<LinkSend> {
  await requireSeeing(scope, linkId);
  const { link, created, send } = await batch(scope, {
    quota: underQuota(scope, "stored_bytes"),
    link: selectId(scope, shortLinks, linkId),
    created: insertLinkSend(scope, linkId, input.lead_id),
    send: select(scope).where(ofId(scope, newestId(scope, linkSends))),
  });
  found(link[0]);
  if (created.length === 0) throw invalid(fieldErrors(["lead_id"], validationMessages.selected));
  return toWire(scope, found(send[0]));
}

/** Sets when the link was sent or read, and tags the lead for it in the same batch. */
export async function updateLinkSend(
  scope: Reader,
  id: number,
  { sent_at, read_at }: LinkSendPatch,
): Promise<LinkSend> {
  const times = {
    ...(sent_at !== undefined && { sentAt: sent_at }),
    ...(read_at !== undefined && { readAt: read_at }),
  };
  if (Object.keys(times).length === 0) return getLinkSend(scope, id);
  const { send } = await batch(scope, {
    update: setLinkSendTimes(scope, id, times),
    sentTag: applyLinkTags(scope.db, "sent", ofId(scope, id)),
    readTag: applyLinkTags(scope.db, "read", ofId(scope, id)),
    send: select(scope).where(ofId(scope, id)),
  });
  return toWire(scope, found(send[0]));
}
