import { and, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { contains, pagedWhere, stopIn } from "#db/lists/page";
import { cannedReplies } from "#db/schema/canned-replies";
import { deleteRow, exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { shareMedia } from "#db/statements/media";
import { throwConflict } from "#db/writes/errors";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem, throwErrors } from "#lib/problem";
import { foldText } from "#lib/text";
import { iso } from "#lib/time";
import { contentOf, textsIn } from "../outbound/compose";
import type { PlaceKind } from "../outbound/faults";
import { previewMessage } from "../outbound/preview";
import type { Preview } from "../outbound/preview-schema";
import { fileErrors, filesOf } from "./faults";
import {
  type CannedReply,
  type CannedReplyInput,
  type CannedReplyPreviewInput,
  type CannedReplyQuery,
  MAX_CANNED_REPLIES,
} from "./schema";

const { workspaceId, shortcutKey, search, ...columns } = getTableColumns(cannedReplies);
type Row = Pick<typeof cannedReplies.$inferSelect, keyof typeof columns>;

const toWire = ({ id, shortcut, type, text, content, ...row }: Row): CannedReply => ({
  ...{ id, shortcut, type, text },
  ...content,
  platform: row.platform,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** The kinds of texts that nobody reads. */
const UNREAD: PlaceKind[] = ["data", "url", "link"];

function valuesOf({ shortcut, platform, ...message }: CannedReplyInput) {
  const { type, text, ...members } = message;
  const texts = textsIn(contentOf(message)).filter(({ kind }) => !UNREAD.includes(kind));
  return {
    shortcut,
    shortcutKey: foldText(shortcut),
    type: type ?? ("text" as const),
    text: text ?? null,
    content: Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)),
    search: [shortcut, ...texts.map(({ text }) => text)].map(foldText).join("\n"),
    platform: platform ?? null,
  };
}

/** Keeps the files of a reply: they are no single person's. */
function shareFiles(scope: Scope, input: CannedReplyInput) {
  const ids = filesOf(input);
  return ids.length > 0 ? shareMedia(scope, ids) : undefined;
}

const uniqueFields = { "canned_replies.shortcut_key": "shortcut" };

const ofId = (scope: Scope, id: number) => within(scope, cannedReplies, eq(cannedReplies.id, id));

export const cannedReplyExists = exists(cannedReplies);

export async function listCannedReplies(
  scope: Scope,
  { text, platform }: CannedReplyQuery,
  page: PageRequest,
): Promise<Page<CannedReply>> {
  const filter = and(
    text ? contains(cannedReplies.search, foldText(text)) : undefined,
    platform && or(isNull(cannedReplies.platform), eq(cannedReplies.platform, platform)),
  );
  const query = scope.db
    .select({ ...columns, stop: stopIn(filter) })
    .from(cannedReplies)
    .$dynamic();
  return cutPage(await pagedWhere(query, scope, cannedReplies, page, { filter }), page, toWire);
}

export async function getCannedReply(scope: Scope, id: number): Promise<CannedReply> {
  const row = await scope.db.select(columns).from(cannedReplies).where(ofId(scope, id)).get();
  return toWire(found(row));
}

export async function createCannedReply(
  scope: Scope,
  input: CannedReplyInput,
): Promise<CannedReply> {
  throwErrors(await fileErrors(scope, input));
  const now = Date.now();
  const values = valuesOf(input);
  const { created } = await batch(scope, {
    created: sql<{ id: number }>`
      insert into canned_replies (workspace_id, shortcut, shortcut_key, type, text, content,
        search, platform, created_at, updated_at)
      select ${scope.workspaceId}, ${values.shortcut}, ${values.shortcutKey}, ${values.type},
        ${values.text}, ${JSON.stringify(values.content)}, ${values.search}, ${values.platform},
        ${now}, ${now}
      where (select count(*) from canned_replies where ${within(scope, cannedReplies)})
        < ${MAX_CANNED_REPLIES}
      returning id`,
    shared: shareFiles(scope, input),
  }).catch((error) => throwConflict(error, uniqueFields));
  const [row] = created;
  if (row) return toWire({ ...values, id: row.id, createdAt: now, updatedAt: now });
  throw new Problem("quota_reached", {
    message: `A workspace has at most ${MAX_CANNED_REPLIES} canned replies.`,
  });
}

export async function replaceCannedReply(
  scope: Scope,
  id: number,
  input: CannedReplyInput,
): Promise<CannedReply> {
  throwErrors(await fileErrors(scope, input));
  const { updated } = await batch(scope, {
    updated: scope.db
      .update(cannedReplies)
      .set({ ...valuesOf(input), updatedAt: Date.now() })
      .where(ofId(scope, id))
      .returning(columns),
    shared: shareFiles(scope, input),
  }).catch((error) => throwConflict(error, uniqueFields));
  return toWire(found(updated[0]));
}

export async function deleteCannedReply(scope: Scope, id: number) {
  const { deleted } = await batch(scope, { deleted: deleteRow(scope, cannedReplies, id) });
  found(deleted[0]);
  return 1;
}

/** Previews the reply as a message to a lead. */
export async function previewCannedReply(
  scope: Scope,
  id: number,
  input: CannedReplyPreviewInput,
): Promise<Preview> {
  const row = await scope.db.select(columns).from(cannedReplies).where(ofId(scope, id)).get();
  const { type, text, content, platform } = found(row);
  return previewMessage(scope, { ...input, ...content, type, text, platform });
}
