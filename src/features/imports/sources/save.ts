import { sql } from "drizzle-orm";
import { batch, readBatch, unscopedBatch } from "#db/batch";
import { applyChanges, type Change } from "#db/placement/outbox";
import { sources } from "#db/schema/sources";
import { underQuota } from "#db/writes/quotas";
import { reserveStatements } from "#db/writes/reserve";
import { changedAt, type Expected, refuseStale } from "#db/writes/revision";
import type { SourceKind } from "#domain/sources";
import type { Caller, Scope } from "#env";
import { foreignTags, type TagLists, throwForeignTags } from "#features/leads/tags/store";
import type { Keep } from "#lib/cache";
import { lazily } from "#lib/lazy";
import { found, Problem } from "#lib/problem";
import { formSettings } from "./forms/settings";
import { applySource, sourceChanges } from "./keys";
import { knownSources } from "./known-sources";
import type { NewSource, SourceInput, SourceReplacement } from "./schema";
import {
  currentOf,
  firstKeys,
  hashesAfter,
  hashesOf,
  madeSecret,
  type SourceSecrets,
  sealedSecrets,
  withNew,
} from "./secrets";
import type { SourceSettings } from "./settings";
import { ofId, type Row, secretsOf, selectSources, toWire } from "./store";

const loadPresets = lazily(() => import("./presets/registry"));

/** The settings of a body: what it leaves out is as `first` has it. */
function settingsOf(
  kind: SourceKind,
  first: SourceSettings,
  input: SourceReplacement,
): SourceSettings {
  return {
    preset: first.preset,
    verification: input.verification ?? first.verification,
    mapping: input.mapping ?? first.mapping,
    items: input.items === undefined ? first.items : input.items,
    match_by: input.match_by ?? first.match_by,
    create: input.create ?? first.create,
    update: input.update ?? first.update,
    tag_ids: input.tag_ids ?? first.tag_ids,
    default_country: input.default_country ?? first.default_country,
    dedupe: input.dedupe === undefined ? first.dedupe : input.dedupe,
    times: input.times ?? first.times,
    stages: input.stages ?? first.stages,
    consent: input.consent ?? first.consent,
    form: formSettings(kind, input.form),
  };
}

const tagsIn = ({ tag_ids }: { tag_ids?: number[] | undefined }) => ({ tag_ids: tag_ids ?? [] });

type Secured = { secrets: SourceSecrets; made: string | null };

/** The secrets with the one that a body gives, or one that is made where there has to be one. */
function withSecret(
  before: SourceSecrets,
  { verification }: SourceSettings,
  { secret: given, form }: SourceReplacement,
  now: number,
): Secured {
  const turnstile = form?.turnstile_secret;
  const known = turnstile === undefined ? before : { ...before, turnstile };
  const current = currentOf(known.secrets);
  const isNeeded = verification.scheme !== "none" && current === null;
  const made = given == null && isNeeded ? madeSecret(verification) : null;
  const secret = given ?? made;
  if (secret === null || secret === current) return { secrets: known, made };
  return { secrets: { ...known, secrets: withNew(known.secrets, secret, now) }, made };
}

export async function createSource(
  scope: Caller,
  { kind, preset, name, is_active: isActive = true, ...input }: SourceInput,
  keep: Keep,
): Promise<NewSource> {
  const { firstSettings } = await loadPresets();
  const now = Date.now();
  const settings = settingsOf(kind, firstSettings(kind, preset), { name, ...input });
  const first = { keys: firstKeys(), secrets: [] };
  const { secrets, made } = withSecret(first, settings, { name, ...input }, now);
  const { reserved, foreign } = await unscopedBatch(scope, {
    ...reserveStatements("sources", 1),
    foreign: foreignTags(scope, tagsIn(settings)),
  });
  throwForeignTags(foreign, tagsIn(settings));
  const id = found(reserved[0]).last;
  const sealed = await sealedSecrets(scope, id, secrets);
  const stamps = { createdAt: now, updatedAt: now };
  const keyHashes = await hashesOf(secrets.keys);
  const row = { id, kind, name, isActive, settings, keyHashes, ...sealed, ...stamps };
  const { changes } = await batch(scope, {
    quota: underQuota(scope, "sources"),
    created: scope.db
      .insert(sources)
      .values({ ...row, workspaceId: scope.workspaceId, changedBy: scope.actor }),
    changes: sourceChanges(id),
  });
  await applyChanges(scope, changes, applySource, keep);
  return { ...toWire(scope, { ...row, ...QUIET }, secrets), secret: made };
}

const QUIET = {
  ...{ receivedAt: null, rejectedAt: null, rejectedCount: 0 },
  ...{ connection: null, connectionDueAt: null },
};

const MAX_TRIES = 5;

type SourceChange<Result> = {
  plan: (row: Row, known: SourceSecrets) => Result & { set?: Partial<Row> };
  /** The tags that it names. */
  tags?: TagLists;
  expected?: Expected;
  keep: Keep;
};

/**
 * Changes the secrets of a source, and what `set` says. Retries if others were stored after the
 * read, and throws a `conflict` problem if that happens every time.
 */
export async function changeSource<Result extends { secrets: SourceSecrets }>(
  scope: Scope,
  id: number,
  { plan, tags = {}, expected, keep }: SourceChange<Result>,
): Promise<Result & { row: Row }> {
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    const { rows, foreign } = await readBatch(scope, {
      rows: selectSources(scope).where(ofId(scope, id)),
      foreign: foreignTags(scope, tags),
    });
    const before = found(rows[0]);
    throwForeignTags(foreign, tags);
    const known = await secretsOf(scope, before);
    const planned = plan(before, known);
    const keyHashes = await hashesAfter(before.keyHashes, known, planned.secrets);
    const sealed = await sealedSecrets(scope, id, planned.secrets);
    const stored = await store(scope, before, { ...planned.set, ...sealed, keyHashes }, expected);
    if (!stored.row) continue;
    await applyChanges(scope, stored.changes, applySource, keep);
    knownSources.clear();
    return { ...planned, row: stored.row };
  }
  throw new Problem("conflict");
}

/** The row is undefined if it is gone, or has other secrets than those that were read. */
async function store(
  scope: Scope,
  { id, secrets: before }: Row,
  values: Partial<typeof sources.$inferInsert>,
  expected: Expected,
): Promise<{ row: Row | undefined; changes: Change[] }> {
  const stamps = { changedBy: scope.actor, updatedAt: changedAt(sources.updatedAt) };
  const { updated, rows, changes } = await batch(scope, {
    stale: refuseStale(scope, sources, id, expected),
    updated: scope.db
      .update(sources)
      .set({ ...values, ...stamps })
      .where(sql`${ofId(scope, id)} and ${sources.secrets} is ${before}`)
      .returning({ id: sources.id }),
    rows: selectSources(scope).where(ofId(scope, id)),
    changes: sourceChanges(id),
  });
  return { row: updated.length > 0 ? rows[0] : undefined, changes };
}

/** The kind, the preset, the keys and the secret stay, unless the body has another secret. */
export async function replaceSource(
  scope: Caller,
  id: number,
  input: SourceReplacement,
  { expected, keep }: { expected: Expected; keep: Keep },
): Promise<NewSource> {
  const { name, is_active: isActive = true } = input;
  const { firstSettings } = await loadPresets();
  const plan = ({ kind, settings: before }: Row, known: SourceSecrets) => {
    const { preset } = before as SourceSettings;
    const settings = settingsOf(kind, firstSettings(kind, preset), input);
    return {
      ...withSecret(known, settings, input, Date.now()),
      set: { name, isActive, settings },
    };
  };
  const terms = { plan, tags: tagsIn(input), expected, keep };
  const { row, secrets, made } = await changeSource(scope, id, terms);
  // Its object works what it has held.
  scope.sink.wake({ sources: [id] });
  return { ...toWire(scope, row, secrets), secret: made };
}
