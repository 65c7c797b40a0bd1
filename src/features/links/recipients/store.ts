import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { pagedWhere, stopIn } from "../../../db/page";
import { underQuota } from "../../../db/quotas";
import { exists, newestId, selectId } from "../../../db/rows";
import { scenarios } from "../../../db/schema/automation";
import { linkSends, shortLinks } from "../../../db/schema/links";
import { owned, within } from "../../../db/scope";
import { insertLinkSend, setLinkSendTimes } from "../../../db/statements/link-sends";
import { ownEqual } from "../../../db/walk";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found, invalid } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { fieldErrors, validationMessages } from "../../../lib/validation-messages";
import { shortUrl } from "../store";
import type { LinkSend, LinkSendInput, LinkSendPatch, LinkSendQuery } from "./schema";
import { applyLinkTags } from "./tagging";
import { signToken } from "./token";

const { workspaceId, clicked, sentTagged, readTagged, clickedTagged, ...own } =
  getTableColumns(linkSends);
const columns = {
  ...own,
  /** Null once the scenario is deleted. */
  scenarioId: sql<number | null>`(
    select scenarios.id from scenarios where scenarios.id = link_sends.scenario_id)`,
  slug: sql<string>`(
    select slug from short_links where short_links.id = link_sends.short_link_id)`,
};

const select = (scope: Scope) => scope.db.select(columns).from(linkSends).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const ofId = (scope: Scope, id: number | SQL) => within(scope, linkSends, eq(linkSends.id, id));

async function toWire(scope: Scope, row: Row): Promise<LinkSend> {
  return {
    id: row.id,
    short_link_id: row.shortLinkId,
    lead_id: row.leadId,
    message_id: row.messageId,
    scenario_id: row.scenarioId,
    url: `${shortUrl(scope, row.slug)}/${await signToken(scope.appKey, row.shortLinkId, row.id)}`,
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
  scope: Scope,
  query: LinkSendQuery,
  page: PageRequest,
): Promise<Page<LinkSend>> {
  const { key, filter } = conditions(scope, query);
  const listed = scope.db
    .select({ ...columns, stop: stopIn(filter, linkSends) })
    .from(linkSends)
    .$dynamic();
  const rows = await pagedWhere(listed, scope, linkSends, page, { key, filter });
  const sends = rows.map(async (row) => ({ ...(await toWire(scope, row)), stop: row.stop }));
  return cutPage(await Promise.all(sends), page, (send: LinkSend) => send);
}

export const getLinkSend = async (scope: Scope, id: number): Promise<LinkSend> =>
  toWire(scope, found(await select(scope).where(ofId(scope, id)).get()));

/** A `not_found` problem when the link is not the workspace's. */
export async function createLinkSend(
  scope: Scope,
  linkId: number,
  input: LinkSendInput,
): Promise<LinkSend> {
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
  scope: Scope,
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
