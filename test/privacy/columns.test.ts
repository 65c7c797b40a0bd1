import { beforeAll, describe, expect, it } from "vitest";
import { erasedResources } from "#domain/erasures";
import { cleanUpAll } from "#features/operations/cron";
import { HELD } from "#features/privacy/held";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newScenario,
  newWorkspace,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { eraseAll, erasers, erasureOf } from "../support/erasures";
import { skipEventAudit } from "../support/event-audit";
import { MARKERS } from "../support/marked-lead";
import { newMarkedPerson } from "../support/marked-person";
import { removeFiles, uploaded } from "../support/media";
import {
  type Around,
  databaseWith,
  down,
  onlyAt,
  unanswered,
} from "../support/message-sender-faults";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { textColumns } from "../support/text-columns";
import { tracesOf } from "../support/traces";

skipEventAudit();

/** Columns of a person's rows that hold ids, hashes, members of closed lists, or what is sealed. */
const NO_WORDS = [
  ...["phone_hash", "email_hash", "source", "warmth", "pipeline_stage", "occupation_status"],
  ...["maturity_level", "engagement_level", "lost_reason", "changed_by"],
].map((name) => `leads.${name}`);
const NEVER_WORDS = [
  ...["lead_identities.kind", "lead_identities.hash", "lead_identities.learned_from"],
  // Numbers and flags.
  "lead_identities.profile",
  ...["lead_tags.added_by", "consents.kind", "consents.scope"],
  ...["consents.method", "conversations.platform", "conversations.state"],
  ...["conversations.assignee_name", "conversations.changed_by", "conversations.analysed_as"],
  "conversations.automatic",
  ...["messages.direction", "messages.type", "messages.status", "messages.node_id"],
  ...[
    "messages.origin",
    "messages.changed_by",
    "held_echoes.type",
    "status_reports.status",
    "profile_claims.field",
  ],
  ...["profile_claims.model", "profile_claims.prompt_version", "analyses.cause"],
  ...["analyses.status", "analyses.reason", "analyses.taken", "analyses.model"],
  ...["analyses.prompt_version", "link_sends.changed_by", "link_clicks.country"],
  ...["link_clicks.device", "runs.state", "runs.node_id", "runs.waiting_for", "runs.turn"],
  ...["runs.pause_reason", "runs.paused_by", "runs.end_reason", "runs.changed_by"],
  ...["run_steps.node_id", "run_steps.type", "run_steps.outcome", "run_steps.answer"],
  "run_events.kind",
  ...["dedupe", "fact", "status"].map((name) => `source_deliveries.${name}`),
  ...["ad_id", "author_hash", "changed_by", "media_id", "parent_id"].map(
    (name) => `comments.${name}`,
  ),
  ...["bookings.state", "bookings.stage_before", "bookings.changed_by", "booking_refs.ended"],
  ...["runs.cause", "messages.origin", "trigger_entries.subject", "trigger_entries.trigger_id"],
  ...["trigger_evaluations.candidates", "trigger_evaluations.lane", "trigger_evaluations.outcome"],
  ...["trigger_evaluations.run_ids", "trigger_times.trigger_id"],
  // Sealed; the last key that an erasure has come to; there while two leads are joined.
  ...["idempotency_keys.answer", "erasure_receipts.progress"],
  ...["lead_merges.fields", "lead_merges.dropped"],
  // Of columns that speak of consent; the sheet of a workbook.
  ...["imports.consent_columns", "imports.settings"],
];

const fateOf = (place: string) => {
  const [table = "", column = ""] = place.split(".");
  const fates = HELD[table]?.columns;
  return typeof fates === "object" ? fates[column] : fates;
};

/** The columns that an erasure removes, empties or names. */
async function columnsOfPeople() {
  const all = Object.entries(await textColumns()).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const fates = all.map((place) => [place, fateOf(place)] as const);
  return fates
    .filter(([, fate]) => fate === "removed" || typeof fate === "object")
    .map(([place]) => place);
}

/** The columns that the receipt names, of those that had something of the person. */
const NAMED = [
  ...["bulk_enrolments.filter", "idempotency_keys.key", "imports.columns", "imports.layout"],
  ...["imports.mapping", "imports.name", "media.filename", "segments.filter"],
  ...["test_runs.events", "test_runs.start"],
];

/** The objects of a workspace in R2: their contents by their keys. */
async function filesOf({ workspaceId }: Client): Promise<Record<string, string>> {
  const { objects } = await testEnv.FILES.list();
  const keys = objects.map(({ key }) => key).filter((key) => key.includes(`/${workspaceId}/`));
  const read = async (key: string) => [key, await (await testEnv.FILES.get(key))?.text()];
  return Object.fromEntries(await Promise.all(keys.map(read)));
}

beforeAll(holdChunkWorker);

describe("a person who is erased", () => {
  let client: Client;
  let person: Awaited<ReturnType<typeof newMarkedPerson>>;

  beforeAll(async () => {
    client = clientWithoutWakeUps(await newWorkspace());
    person = await newMarkedPerson(client);
  });

  it("has stood in every column that can hold something of one, and in no other", async () => {
    expect(person.merged.status).toBe(200);
    const wordless = [...NO_WORDS, ...NEVER_WORDS];
    const wanted = (await columnsOfPeople()).filter((place) => !wordless.includes(place));
    const hint = "Fill a new column in test/support/marked-lead.ts, or list it in NO_WORDS.";
    expect(await tracesOf(...MARKERS), hint).toEqual(wanted.toSorted());
  });

  it("stays in what the receipt names, and nowhere else", async () => {
    const { body } = await client.post(`/leads/${person.lead.id}/erase`);
    await eraseAll();
    await removeFiles();
    await cleanUpAll(testEnv);
    const { state, kept, removed } = await erasureOf(client, body.data.id);
    expect(state).toBe("erased");
    expect(erasedResources.filter((name) => removed[name] === 0)).toEqual([]);
    expect(removed.media).toBe(1);
    expect(await tracesOf(...MARKERS)).toEqual(NAMED);
    const named = NAMED.map(fateOf).map((fate) => (typeof fate === "object" ? fate.named : fate));
    const whats = kept.map(({ what }: { what: string }) => what);
    expect(named.filter((what) => !whats.includes(what))).toEqual([]);
    const { files, imports } = person;
    const left = await filesOf(client);
    expect(Object.keys(left).filter((key) => key.startsWith("media/"))).toEqual(
      [files.unsent, files.shared].map(({ id }) => `media/${client.workspaceId}/${id}`),
    );
    const telling = Object.keys(left).filter((key) =>
      MARKERS.some((marker) => `${key}\n${left[key]}`.toLowerCase().includes(marker)),
    );
    expect(telling).toEqual([
      expect.stringContaining(`/${client.workspaceId}/${imports.open.id}/`),
    ]);
  });

  it("leaves the imports that are over, and answers to repeated requests, without words", async () => {
    for (const { id } of [person.imports.done, person.imports.cancelled]) {
      const { data } = (await client.get(`/imports/${id}`)).body;
      expect(data).toMatchObject({ name: `Import ${id}`, columns: null, mapping: null });
    }
    const { id } = person.imports.done;
    const [row] = (await client.get(`/imports/${id}/rows?per_page=10`)).body.data;
    expect(row).toMatchObject({ status: "invalid", errors: {}, values: null });
    expect(
      (await client.get(`/imports/${id}/rows`, undefined, { headers: { Accept: "text/csv" } }))
        .status,
    ).toBe(200);
    const again = await person.batch();
    expect(again).toMatchObject({
      status: 200,
      body: { data: [{ status: "invalid", errors: {} }] },
    });
    const { data } = (await client.get(`/imports/${person.imports.open.id}`)).body;
    expect(data.columns).toHaveLength(3);
  });
});

it.each<[string, ...Around[]]>([
  ["before", down, (call) => call()],
  ["after", unanswered],
])("is erased as completely where the worker dies %s each chunk", async (_, ...attempts) => {
  const client = clientWithoutWakeUps(await newWorkspace());
  const { lead, files } = await newMarkedPerson(client);
  await client.post(`/leads/${lead.id}/erase`);
  /** Works a chunk of one of the queues. Its first call finds the work, its second does it. */
  const work = (queue: number, attempt: Around) => {
    const env = { ...testEnv, DB: databaseWith(onlyAt(2, attempt)) };
    return erasers({ env })
      [queue]?.workNext()
      .catch(() => true);
  };
  let [isOver, chunks] = [false, 0];
  for (; !isOver && chunks < 500; chunks++)
    for (const attempt of attempts)
      isOver = ![await work(0, attempt), await work(1, attempt)].includes(true);
  expect(chunks).toBeGreaterThan(4);
  await Promise.all([eraseAll(), eraseAll()]);
  await removeFiles();
  expect(await tracesOf(...MARKERS)).toEqual(NAMED);
  expect((await client.get(`/media/${files.own.id}`)).status).toBe(404);
});

describe("a file that was uploaded", () => {
  let client: Client;

  /** People to whom a file was sent, on a channel. */
  async function sentTo(file: { id: number }, count: number) {
    const channel = await newChannel(client);
    const leads = [];
    for (let n = 0; n < count; n++) {
      const lead = await newLead(client);
      const { conversation_id } = await newInbound(client, channel.id, lead.id);
      await newMessage(client, conversation_id, { type: "image", text: null, media: file });
      leads.push(lead.id);
    }
    return leads;
  }
  const statusOf = async ({ id }: { id: number }) => (await client.get(`/media/${id}`)).status;
  const erase = (id: number) => client.post(`/leads/${id}/erase`);

  beforeAll(async () => {
    client = clientWithoutWakeUps(await newWorkspace());
  });

  it("goes with the last person who was sent it, also where several are erased at once", async () => {
    const file = { id: (await uploaded(client, "image/png")).id };
    const [first, ...others] = await sentTo(file, 3);
    await erase(first!);
    await eraseAll();
    expect(await statusOf(file)).toBe(200);
    for (const one of others) await erase(one);
    await eraseAll();
    expect(await statusOf(file)).toBe(404);
  });

  it("stays where a graph, a draft or a canned reply names it, and where a lead is only deleted", async () => {
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push((await uploaded(client, "image/png")).id);
    const [inGraph, inDraft, inReply, deleted] = ids.map((id) => ({ id }));
    const nodes = (media: object) => [{ id: "a", type: "message", data: { media } }];
    await newScenario(client, { nodes: nodes(inGraph!) });
    const { id } = await newScenario(client);
    const draft = { name: "Draft", platform: "whatsapp", nodes: nodes(inDraft!) };
    expect((await client.put(`/scenarios/${id}/draft`, draft)).status).toBe(200);
    await make(client, "/canned-replies", { shortcut: "it", type: "image", media: inReply });
    const named = [inGraph!, inDraft!, inReply!];
    for (const file of named) for (const one of await sentTo(file, 1)) await erase(one);
    for (const one of await sentTo(deleted!, 1)) await client.delete(`/leads/${one}`);
    await eraseAll();
    for (const file of [...named, deleted!]) expect(await statusOf(file)).toBe(200);
  });
});
