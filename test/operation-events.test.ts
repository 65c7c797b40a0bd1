import { beforeAll, describe, expect, it } from "vitest";
import { expectAct, expectNoActIfRefused, IDLE, lastActId } from "./support/acts";
import { call } from "./support/api";
import { holdWorkers } from "./support/chunks";
import { routes } from "./support/document";
import { testEnv } from "./support/env";
import { exampleOf, fileFor, isReadOnly, pathOf, withNewValues } from "./support/examples";
import { idsFor, prepareFor } from "./support/resources";
import { rowsOf } from "./support/rows";
import { sharedResources } from "./support/shared-resources";

// Generated from the OpenAPI document: carries out the example of each operation that writes, and
// expects an event for every changed row, by the request's token, and the act of the audit log that
// the document announces, once. Changes that workers make later are covered by
// support/event-audit.ts.

// biome-ignore lint/suspicious/noExplicitAny: rows as D1 gives them.
type Row = Record<string, any>;
type Change = { before: Row | undefined; after: Row | undefined };

/** A table with events: the key of a row, its columns without events, and the event of a change. */
type Watched = {
  key: (row: Row) => string;
  /** The condition that selects a workspace's rows; otherwise their `workspace_id`. */
  isOf?: string;
  silent: string[];
  tells: (event: Row, row: Row, change: Change) => boolean;
  /** True if a change has no event. */
  isQuiet?: (change: Change) => boolean;
};

/** The events of what is deleted, whose row can't tell who has deleted it. */
const NAMELESS = ["lead.deleted", "lead.tag_removed", "run.cancelled"];

const about = (name: string) => (event: Row, row: Row) => event.data[name] === row.id;
const isOnItsWay = (row: Row | undefined) =>
  row === undefined || row.status === "queued" || row.status === "sending";
const isUnderWay = (row: Row | undefined) => row?.state === "pending" || row?.state === "running";

const WATCHED: Record<string, Watched> = {
  leads: {
    key: ({ id }) => id,
    // Columns that follow from messages and enrolments, and folded text.
    silent: [
      "changed_by",
      "updated_at",
      "last_inbound_at",
      "last_outbound_at",
      "enrolled_at",
      "email_key",
      "email_folded",
      "phone_folded",
      "ext_id_folded",
      "stage_booking_id",
      ...["first_name", "last_name", "username", "email", "phone"].map((name) => `${name}_search`),
    ],
    tells: (event, row) =>
      event.type.startsWith("lead.") && (event.lead_id === row.id || event.data.merge === row.id),
  },
  lead_tags: {
    key: ({ lead_id, tag_id }) => `${lead_id} ${tag_id}`,
    isOf: "lead_id in (select id from leads where workspace_id = ?)",
    silent: ["created_at", "added_by"],
    tells: (event, row, { after }) =>
      event.lead_id === row.lead_id &&
      (event.type === "lead.deleted" ||
        (event.type === (after ? "lead.tag_added" : "lead.tag_removed") &&
          event.data.tag_id === row.tag_id)),
  },
  messages: {
    key: ({ id }) => id,
    silent: ["attempts", "next_attempt_at", "external_id", "changed_by"],
    tells: (event, row, { after }) =>
      event.type === "lead.deleted" ? !after : event.data.message_id === row.id,
    // There is an event once the outcome of the message is known, by the sender.
    isQuiet: ({ before, after }) =>
      isOnItsWay(before) && (isOnItsWay(after) || after?.changed_by === "p"),
  },
  conversations: {
    key: ({ id }) => id,
    // Columns that follow from messages, analyses and the pace of sending.
    silent: [
      "changed_by",
      "updated_at",
      "last_inbound_at",
      "last_outbound_at",
      "last_reply_id",
      "last_message_id",
      "unread_count",
      "messages_count",
      "summary",
      "summary_generated_at",
      "analysed_as",
      "pace_at",
    ],
    tells: (event, row) => event.type.startsWith("lead.") || event.data.conversation_id === row.id,
    isQuiet: ({ before, after }) => before === undefined || after === undefined,
  },
  runs: {
    key: ({ id }) => id,
    silent: [
      "revision",
      "turn",
      "changed_by",
      "memory",
      "updated_at",
      "next_at",
      "waiting_for",
      "waiting_until",
      "visits",
      "node_id",
    ],
    tells: (event, row) =>
      about("run_id")(event, row) ||
      (event.type.startsWith("scenario.") && event.scenario_id === row.scenario_id),
    isQuiet: ({ before, after }) => isUnderWay(before) && isUnderWay(after),
  },
  link_sends: {
    key: ({ id }) => id,
    // `read_at` has the message's event, or was reported by the client itself.
    silent: [
      "created_at",
      "changed_by",
      "read_at",
      "sent_tagged",
      "read_tagged",
      "clicked_tagged",
      "clicked",
      "first_clicked_at",
      "last_clicked_at",
      "clicks_count",
    ],
    tells: (event, row) =>
      event.type === "lead.deleted" ||
      (event.type === "link.sent" && about("link_send_id")(event, row)),
    isQuiet: ({ before, after }) =>
      (before ?? after)!.sent_at === null && (after === undefined || after.sent_at === null),
  },
};

/** The rows of a workspace. */
async function snapshot(workspaceId: number) {
  const tables = Object.entries(WATCHED);
  const results = await testEnv.DB.batch<Row>(
    tables.map(([name, { isOf = "workspace_id = ?" }]) =>
      testEnv.DB.prepare(`select * from ${name} where ${isOf}`).bind(workspaceId),
    ),
  );
  return Object.fromEntries(
    tables.map(([name, { key }], index) => [
      name,
      new Map(results[index]!.results.map((row) => [key(row), row])),
    ]),
  );
}

type Snapshot = Awaited<ReturnType<typeof snapshot>>;

/** The rows of a table whose columns with events have changed. */
function changesIn(name: string, before: Snapshot, after: Snapshot): Change[] {
  const { silent, isQuiet = () => false } = WATCHED[name]!;
  const [was, is] = [before[name]!, after[name]!];
  const reportedColumns = (row: Row | undefined) =>
    row && JSON.stringify(Object.entries(row).filter(([column]) => !silent.includes(column)));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((key) => ({ before: was.get(key), after: is.get(key) }))
    .filter(
      (change) =>
        reportedColumns(change.before) !== reportedColumns(change.after) && !isQuiet(change),
    );
}

const writing = (await routes()).filter(
  (route) => route.path.startsWith("/v1/") && !isReadOnly(route) && !route.operation.security,
);

const shared = sharedResources();

// Rows that one operation leaves them to remove would seem a change by the next.
beforeAll(holdWorkers);

describe.each(writing.map((route) => [route.operation.operationId, route] as const))(
  "%s",
  (operationId, route) => {
    it("reports every change by an event, and its act to the audit log", async () => {
      const own = await shared.take();
      const example = exampleOf(route, own);
      const json = example && withNewValues(example);
      const file = fileFor(route);
      const lastAct = await lastActId();
      const before = await snapshot(own.client.workspaceId);
      const [last] = await rowsOf<{ id: number }>("select max(id) as id from events");
      const carryOut = () =>
        call(route.method, pathOf(route, idsFor(operationId, own.ids)), {
          token: own.client.token,
          ...(json && { json }),
          ...file,
          headers: {
            ...file.headers,
            ...(route.method === "POST" && { "Idempotency-Key": operationId }),
          },
        });
      await prepareFor(operationId, own.ids);
      const answer = await carryOut();
      expect(answer.status, answer.text).toBeLessThan(300);
      const after = await snapshot(own.client.workspaceId);
      const events = (await rowsOf<Row>("select * from events where id > ?", last!.id)).map(
        (event) => ({
          ...event,
          data: JSON.parse(event.data),
        }),
      );
      for (const [name, { tells }] of Object.entries(WATCHED)) {
        for (const change of changesIn(name, before, after)) {
          const row = (change.after ?? change.before)!;
          expect(
            events.some((event) => tells(event, row, change)),
            `${name} ${JSON.stringify(change)} ${JSON.stringify(events)}`,
          ).toBe(true);
        }
      }
      const { id: tokenId } = (await own.client.get("/me")).body.data.token;
      // The scheduler may wake meanwhile, and end a run whose scenario has no steps.
      // Another lead that is the same person follows by itself. Analyses end while Calendly is
      // asked.
      const isAside = ({ type, data }: Row) =>
        data.end_reason === "invalid_graph" ||
        data.method === "same_person" ||
        (operationId === "connectSource" && /profile_updated|summarized/.test(type));
      for (const event of events as Row[])
        if (isAside(event)) continue;
        else if (
          route.method !== "DELETE" ||
          !NAMELESS.includes(event.type) ||
          operationId === "detachTag"
        )
          expect(`${event.type} by ${event.actor}`).toBe(`${event.type} by t${tokenId}`);
      if (route.method === "POST" && !IDLE.has(operationId))
        expect((await carryOut()).headers.get("Idempotent-Replayed")).toBe("true");
      await expectAct(route, own, answer, lastAct);
      await expectNoActIfRefused(route, own);
      shared.giveBack(own, route);
    });
  },
);
