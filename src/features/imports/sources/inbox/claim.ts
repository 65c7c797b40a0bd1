import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { sourceDeliveries, sources } from "#db/schema/sources";
import { assertInPlace, inDirectory, scopeOf, within } from "#db/scope/scope";
import { leftToday } from "#db/writes/quotas";
import { bySource } from "#domain/actors";
import { type BookingStages, DEFAULT_STAGES } from "#domain/bookings";
import { type SourceKind, sourceKinds } from "#domain/sources";
import type { Bindings, Scope } from "#env";
import { workspaceExists } from "#features/access/workspaces/store";
import type { BulkOptions } from "#features/leads/bulk/plan";
import { nextDay } from "#lib/time";
import type { ReadingSettings } from "../mapping";
import type { SourceSettings } from "../settings";

/** The source that an object works for. */
export type InboxPlace = { sourceId: number; workspaceId: number };

const readingOf = (
  settings: SourceSettings,
  country: string | null,
  timeZone: string | null,
): ReadingSettings => ({
  ...{ mapping: settings.mapping, items: settings.items ?? null, timeZone },
  dedupe: settings.dedupe ?? null,
  times: settings.times ?? null,
  country: settings.default_country ?? country,
  consent: settings.consent?.from ?? null,
});

/** A source as it is now. */
export type SourceNow = {
  id: number;
  kind: SourceKind;
  settings: SourceSettings;
  reading: ReadingSettings;
  options: BulkOptions;
  /** False: somebody who is not known makes no lead. */
  creates: boolean;
  tagIds: number[];
  stages: BookingStages;
  /** When what comes may be worked: 0 is now. */
  openAt: number;
  isSuspended: boolean;
  /** The number of items that the workspace may still receive today. */
  left: number;
  /** The sealed secrets of a form. */
  sealed: string | null;
  /** Another one tells that something of this has changed. */
  stamp: string;
};

type Row = {
  kind: SourceKind;
  settings: string;
  isActive: 0 | 1;
  isSuspended: 0 | 1;
  country: string | null;
  zone: string | null;
  left: number;
  sealed: string | null;
};

/** Selects a source with what it depends on. */
export const selectSource = (scope: Scope, id: number) => sql<Row>`
  select kind, sources.settings, is_active as isActive, suspended_at is not null as isSuspended,
    default_country as country, workspaces.settings ->> 'time_zone' as zone,
    ${leftToday(scope, "received_per_day")} as left,
    iif(kind = 'form', secrets, null) as sealed
  from sources join workspaces on workspaces.id = sources.workspace_id
  where ${within(scope, sources, sql`sources.id = ${id}`)}`;

/** A source by its row. */
export function sourceOf(id: number, row: Row, now: number): SourceNow {
  const { kind, left, isActive, isSuspended, country, zone, sealed } = row;
  const settings: SourceSettings = JSON.parse(row.settings);
  const { leadSource: source, isPublic } = sourceKinds[kind];
  const isHeld = isActive === 0 || isSuspended === 1;
  return {
    ...{ id, kind, settings, left, sealed, isSuspended: isSuspended === 1 },
    reading: readingOf(settings, country, zone),
    options: {
      ...{ mode: "upsert", matchBy: settings.match_by, update: settings.update },
      ...{ createTags: !isPublic, source, keepsAddresses: true },
    },
    creates: settings.create,
    tagIds: settings.tag_ids,
    stages: settings.stages ?? DEFAULT_STAGES,
    openAt: isHeld ? Number.MAX_SAFE_INTEGER : left > 0 ? 0 : nextDay(now),
    stamp: JSON.stringify([kind, row.settings, isHeld, country, zone]),
  };
}

/** The source of an object, and the scope in which it is worked. */
export type Claimed = { scope: Scope; source: SourceNow; last: number | undefined };

const selectLast = (scope: Scope, id: number) => sql<{ last: number }>`
  select ifnull(max(seq), 0) as last from source_deliveries
  where ${within(scope, sourceDeliveries, sql`source_id = ${id}`)}`;

/**
 * Throws unless a workspace is where it was, and whole: else that a source was not found says
 * nothing. The workspace may be lost, or come back from a backup.
 */
async function assertWhole(scope: Scope) {
  await assertInPlace(scope);
  if (!(await workspaceExists(inDirectory(scope), scope.workspaceId)))
    throw new Error("The workspace of the source is not there, or not yet.");
}

/**
 * Claims the source of an object, by what is known of it or else as it is read; `last`, where it is
 * read, is the number of its last delivery. Null where there is no such source any more.
 */
export async function claimSource(
  env: Bindings,
  { sourceId, workspaceId }: InboxPlace,
  known: SourceNow | undefined,
): Promise<Claimed | null> {
  const scope = { ...(await scopeOf(env, workspaceId)), actor: bySource(sourceId) };
  if (known) return { scope, source: known, last: undefined };
  const { row, last } = await readBatch(scope, {
    row: selectSource(scope, sourceId),
    last: selectLast(scope, sourceId),
  });
  if (!row[0]) return assertWhole(scope).then(() => null);
  return { scope, source: sourceOf(sourceId, row[0], Date.now()), last: last[0]?.last ?? 0 };
}
