import { runInDurableObject } from "cloudflare:test";
import { assert } from "vitest";
import type { SourceInbox } from "#features/imports/sources/inbox/object";
import type { Incoming } from "#features/imports/sources/inbox/waiting";
import { boundItem, keyOf } from "#features/imports/sources/items";
import { DAY_MS } from "#lib/time";
import { runUntilIdle } from "./alarms";
import type { Client } from "./api";
import { testEnv } from "./env";
import { type Around, databaseWith, onlyAt } from "./message-sender-faults";
import { bindObject } from "./objects";
import { rowsOf } from "./rows";
import { untilDoneOrKilled } from "./run-scheduler-faults";

/** A source of a workspace. */
export type Source = { id: number; client: Client };

const DEFAULTS = {
  mapping: [
    { to: "first_name", from: ["name"] },
    { to: "email", from: ["email"] },
    { to: "phone", from: ["phone"] },
    { to: "variables.city", from: ["city"] },
  ],
  match_by: ["lead_ref", "ext_id", "phone", "email"],
  ...{ create: true, update: "all", tag_ids: [], verification: { scheme: "none" } },
};

/** Makes a source by hand. */
export async function newSource(client: Client, settings: object = {}, kind = "webhook") {
  const [row] = await rowsOf<{ id: number }>(
    `insert into sources (workspace_id, kind, name, settings, key_hashes, created_at, updated_at)
     values (?, ?, 'Source', ?, '[]', 1, 1) returning id`,
    ...[client.workspaceId, kind, JSON.stringify({ ...DEFAULTS, ...settings })],
  );
  assert(row);
  return { id: row.id, client };
}

export const inboxOf = ({ id }: Pick<Source, "id">) => testEnv.SOURCE_INBOX.getByName(String(id));

const placeOf = ({ id, client }: Source) => ({
  sourceId: id,
  workspaceId: client.workspaceId,
});

/** An item as the door hands it over. */
export async function incoming(item: unknown, id?: string): Promise<Incoming> {
  const bound = boundItem(item);
  const key = await keyOf(id ?? bound.body ?? crypto.randomUUID());
  return { ...bound, key, isNamed: id !== undefined };
}

/** Has items come to the object of a source, without its alarm. */
export async function receive(source: Source, items: unknown[]) {
  const all = await Promise.all(items.map((item) => incoming(item)));
  return inboxOf(source).receive(placeOf(source), all, DAY_MS);
}

/** Works what waits for a source. */
export const workDue = (source: Source) =>
  runUntilIdle(inboxOf(source), source.id, source.client.workspaceId);

/** The numbers of the items that wait. */
export const waitingIn = (source: Source) =>
  runInDurableObject(inboxOf(source), (_: SourceInbox, { storage }) =>
    storage.sql
      .exec<{ seq: number }>("select seq from items order by seq")
      .toArray()
      .map(({ seq }) => seq),
  );

type Row = Record<string, unknown> & { seq: number; status: string };

/** The deliveries of a source, oldest first. */
export const deliveriesOf = ({ id }: Pick<Source, "id">) =>
  rowsOf<Row>(
    `select seq, fact, status, lead_id, booking_id, dedupe, json(result) as result, body, bytes,
       replayed_at from source_deliveries where source_id = ? order by seq`,
    id,
  );

/** Wraps one of the calls of an object to D1, counted from 1; the others go through. */
export const atCall = (source: Source, wanted: number, around: Around) =>
  bindObject(inboxOf(source), { DB: databaseWith(onlyAt(wanted, around)) });

/** Works once, until the object has done its work or is killed. */
export const workOnce = (source: Source) => untilDoneOrKilled(workDue(source));

/** Has what was put off be due. */
export const putForward = (source: Source) =>
  runInDurableObject(inboxOf(source), (_: SourceInbox, { storage }) => {
    storage.sql.exec("update items set due_at = 0");
  });
