import { eq, getTableColumns } from "drizzle-orm";
import { batch } from "#db/batch";
import { paged } from "#db/lists/page";
import { applyChanges } from "#db/placement/outbox";
import { FIRST_CHUNK, leaveTombstones, removeChunk } from "#db/removal/tombstones";
import { sources } from "#db/schema/sources";
import { deleteRow, exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { sourceKinds } from "#domain/sources";
import type { Caller, Scope } from "#env";
import type { Keep } from "#lib/cache";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { holds } from "#lib/holds";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { applySource, sourceChanges } from "./keys";
import { knownSources } from "./known-sources";
import type { Source } from "./schema";
import { currentOf, lastEnd, openedSecrets, type SourceSecrets } from "./secrets";
import type { SourceSettings } from "./settings";

const { workspaceId, sealedWith, changedBy, keptBytes, ...columns } = getTableColumns(sources);
export type Row = Pick<typeof sources.$inferSelect, keyof typeof columns>;

export const ofId = (scope: Scope, id: number) => within(scope, sources, eq(sources.id, id));

export const selectSources = (scope: Scope) => scope.db.select(columns).from(sources).$dynamic();

export const sourceExists = exists(sources);

export const inboundUrl = ({ shortUrlBase }: Pick<Scope, "shortUrlBase">, key: string) =>
  `${shortUrlBase}/in/${key}`;

/** A scope with the abilities by which keys are shown. */
type Shown = Scope & Pick<Caller, "abilities">;

/** The key of a form stands in pages anyway. */
const showsKey = ({ abilities }: Shown, { kind }: Row) =>
  sourceKinds[kind].isPublic || holds(abilities, "sources:write");

/** The settings of a row are as a request has them (settings.ts). */
const settingsOf = (row: Row) => row.settings as SourceSettings;

const connectionOf = ({ connection, connectionDueAt }: Row): Source["connection"] =>
  connection && {
    ...{ state: connection.state, scope: connection.scope, keeps_token: connectionDueAt !== null },
    ...{ checked_at: iso(connection.checkedAt), error: connection.error },
  };

export function toWire(scope: Shown, row: Row, known: SourceSecrets): Source {
  const { keys, secrets, turnstile } = known;
  const { form, ...settings } = settingsOf(row);
  const [now, key] = [Date.now(), currentOf(keys)];
  return {
    ...{ id: row.id, kind: row.kind, name: row.name, is_active: row.isActive },
    inbound_url: key !== null && showsKey(scope, row) ? inboundUrl(scope, key) : null,
    old_keys_end_at: isoOrNull(lastEnd(keys, now)),
    has_secret: currentOf(secrets) !== null,
    old_secrets_end_at: isoOrNull(lastEnd(secrets, now)),
    ...settings,
    form: form && { ...form, has_turnstile: turnstile != null },
    connection: connectionOf(row),
    received_at: isoOrNull(row.receivedAt),
    rejected_at: isoOrNull(row.rejectedAt),
    rejected_count: row.rejectedCount,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

/** Opens the secrets of a row. */
export const secretsOf = ({ appKey, appKeyBefore }: Scope, { id, secrets }: Row) =>
  openedSecrets([appKey, appKeyBefore], id, secrets);

export async function listSources(scope: Shown, page: PageRequest): Promise<Page<Source>> {
  const rows = await paged(selectSources(scope), scope, sources, page);
  const opened = await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      source: toWire(scope, row, await secretsOf(scope, row)),
    })),
  );
  return cutPage(opened, page, ({ source }) => source);
}

export async function getSource(scope: Caller, id: number): Promise<Source> {
  const row = found(await selectSources(scope).where(ofId(scope, id)).get());
  return toWire(scope, row, await secretsOf(scope, row));
}

/** Deletes a source; its deliveries are removed behind. What they have made stays. */
export async function deleteSource(scope: Scope, id: number, keep: Keep) {
  const { deleted, changes } = await batch(scope, {
    tombstone: leaveTombstones(scope, sources, "source", id),
    deleted: deleteRow(scope, sources, id),
    behind: removeChunk(scope, FIRST_CHUNK, ["source"]),
    changes: sourceChanges(id),
  });
  found(deleted[0]);
  scope.sink.wake({ sources: [id] });
  knownSources.clear();
  await applyChanges(scope, changes, applySource, keep);
  return 1;
}
