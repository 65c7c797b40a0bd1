import {
  type Client,
  idsOf,
  make,
  metaAccount,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  unique,
} from "./api";
import { rowsOf } from "./rows";
import { directoryDb } from "./scope";
import { newDelivery, newEndpoint } from "./webhooks";

/**
 * Inserts a message that was sent, straight into D1, which is faster than sending. Returns its id.
 */
async function newSentMessage(conversationId: number): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    `insert into messages
       (workspace_id, conversation_id, channel_id, direction, type, text, status, attempts,
        external_id, sent_at, created_at)
     select workspace_id, id, channel_id, 'outbound', 'text', 'Good morning', 'sent', 1, ?1, ?2, ?2
     from conversations where id = ?3 returning id`,
    `sandbox.${crypto.randomUUID()}`,
    Date.now(),
    conversationId,
  );
  return row!.id;
}

/** Inserts a completed analysis straight into D1: making one takes a turn of an object. */
async function newAnalysis(conversationId: number): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    `insert into analyses
       (id, workspace_id, lead_id, conversation_id, cause, status, model, prompt_version,
        messages_count, created_at, finished_at)
     select ?1, workspace_id, lead_id, id, 'request', 'completed', 'rules', '1', 1, ?2, ?2
     from conversations where id = ?3 returning id`,
    Date.now() * 1000,
    Date.now(),
    conversationId,
  );
  return row!.id;
}

/** Inserts a merge that is over, of a lead that is gone. Returns its id. */
async function newLeadMerge(workspaceId: number, keepId: number): Promise<number> {
  const [row] = await rowsOf<{ lead_id: number }>(
    `insert into lead_merges (lead_id, workspace_id, keep_id, next_at, created_at, finished_at)
     values (cast(? as integer), ?, ?, 1700000000000, 1700000000000, 1700000000000)
     returning lead_id`,
    1_000_000_000 + keepId,
    workspaceId,
    keepId,
  );
  return row!.lead_id;
}

/** Makes a draft of a scenario anew, based on its newest version, straight in D1. */
export const newDraft = (scenarioId: number) =>
  rowsOf(
    `insert or replace into scenario_drafts
       (scenario_id, workspace_id, base_version, revision, settings, mentions, created_at,
        updated_at, nodes, edges)
     select id, workspace_id, version, ?1,
       json_object('name', name, 'platform', platform, 'provider', provider), '{}',
       ?1, ?1, '[]', '[]'
     from scenarios where id = ?2`,
    Date.now(),
    scenarioId,
  );

/** Begins a test run of a lead that stands at a delay. Returns its id. */
async function newTestRun(client: Client, scenarioId: number, leadId: number): Promise<number> {
  const { id } = await make(client, `/scenarios/${scenarioId}/test`, { lead_id: leadId });
  const nodes = [{ id: "pause", type: "delay", data: { seconds: 3_600 } }];
  await rowsOf("update test_runs set nodes = ? where id = ?", JSON.stringify(nodes), id);
  return id;
}

/** Inserts a row straight into D1. Returns its id. */
async function inserted(statement: string, ...values: unknown[]): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(`insert into ${statement} returning id`, ...values);
  return row!.id;
}

/** Creates a move of a workspace that no object makes. */
export async function newMove(workspaceId: number, phase: "copying" | "finished") {
  const finishedAt = phase === "finished" ? 1_700_000_000_000 : null;
  const move = await directoryDb
    .prepare(
      `insert into moves (workspace_id, from_database, to_database, phase, created_at, finished_at)
       values (?, 'DB', 'DB_1', ?, 1700000000000, ?) returning id`,
    )
    .bind(workspaceId, phase, finishedAt)
    .first<{ id: number }>();
  return move!.id;
}

/** Creates a backup of a workspace, which has no files and which no object makes. */
async function newBackup(workspaceId: number) {
  const backup = await directoryDb
    .prepare(
      `insert into backups (workspace_id, workspace_name, state, database, created_at, finished_at,
         kept_until, hash_key, sealed_with)
       values (?, 'Acme Coaching', 'finished', 'DB', 1700000000000, 1700000000000, 1900000000000,
         'sealed', 'key')
       returning id`,
    )
    .bind(workspaceId)
    .first<{ id: number }>();
  return backup!.id;
}

/** The id of a resource of the same workspace, which is made if it has not been yet. */
export type Get = (kind: string) => Promise<number>;
export type Make = (client: Client, get: Get) => Promise<number>;

const idOf = async (made: Promise<{ id: number }>) => (await made).id;

/**
 * The requests that make one resource of each kind, by the name of its path parameter. They belong
 * together: the lead has both tags, is enrolled, and has a conversation through the channel, a
 * sandbox. Neither the channel nor the endpoint has anything left to send.
 */
export const MAKERS = {
  workspace: async (client) => client.workspaceId,
  tag: (client) => idOf(newTag(client)),
  otherTag: (client) => idOf(newTag(client)),
  lead: async (client, get) => {
    const tag_ids = [await get("tag"), await get("otherTag")];
    return idOf(newLead(client, { tag_ids, email: `lead-${unique()}@example.com` }));
  },
  source: (client) =>
    idOf(
      make(client, "/sources", {
        kind: "webhook",
        name: "Landing page",
        verification: { scheme: "header", name: "X-Secret" },
      }),
    ),
  booking: async (client, get) => {
    const starts_at = "2026-12-03T10:00:00Z";
    return idOf(make(client, "/bookings", { lead_id: await get("lead"), starts_at }));
  },
  sourceDelivery: async (client, get) => {
    const [row] = await rowsOf<{ seq: number }>(
      `insert into source_deliveries (source_id, seq, workspace_id, received_at, fact, status,
         result, body, bytes)
       select ?1, ifnull(max(seq), 0) + 1, ?2, ?3, 'contact', 'invalid',
         '{"errors":{"email":["Wrong."]}}', '{"email":"x"}', 13
       from source_deliveries returning seq`,
      ...[await get("source"), client.workspaceId, Date.now()],
    );
    return row!.seq;
  },
  segment: async (client, get) => {
    const filter = { exclude_tag_ids: [await get("otherTag")] };
    return idOf(make(client, "/segments", { name: `Segment ${unique()}`, filter }));
  },
  scenario: async (client, get) =>
    idOf(newScenario(client, { tracked_tag_ids: [await get("tag")] })),
  run: async (client, get) => {
    const path = `/scenarios/${await get("scenario")}`;
    await make(client, `${path}/leads`, { lead_id: await get("lead") });
    const [run] = await idsOf(client, `${path}/runs`);
    return run!;
  },
  testRun: async (client, get) => newTestRun(client, await get("scenario"), await get("lead")),
  shortLink: async (client, get) =>
    idOf(newShortLink(client, { tag_on_sent_id: await get("tag") })),
  linkSend: async (client, get) =>
    idOf(newLinkSend(client, await get("shortLink"), await get("lead"))),
  channel: (client) => idOf(newChannel(client)),
  instagram: (client) => idOf(newChannel(client, { platform: "instagram" })),
  account: async (client, get) => {
    // The other channel is made first, and is the default.
    await get("channel");
    const business_account_id = "102290129340398";
    const provider = "whatsapp_cloud";
    return idOf(newChannel(client, { provider, business_account_id, ...metaAccount() }));
  },
  template: async (client, get) =>
    idOf(
      make(client, `/channels/${await get("channel")}/templates`, {
        name: "welcome",
        language: "en_US",
        components: [{ type: "BODY", text: "Hello {{1}}" }],
      }),
    ),
  conversation: async (client, get) =>
    (await newInbound(client, await get("channel"), await get("lead"))).conversation_id,
  message: async (_, get) => newSentMessage(await get("conversation")),
  analysis: async (_, get) => newAnalysis(await get("conversation")),
  token: (client) => idOf(make(client, "/tokens", { name: "Other", abilities: ["tokens:write"] })),
  assignee: async (client) => (await client.get("/me")).body.data.token.id,
  note: async (client, get) =>
    idOf(make(client, `/conversations/${await get("conversation")}/notes`, { text: "Later" })),
  event: async (client, get) => {
    await get("conversation");
    const [event] = await idsOf(client, "/events?per_page=10");
    return event!;
  },
  endpoint: (client) => idOf(newEndpoint(client, { event_types: ["channel.stopped"] })),
  delivery: async (_, get) => newDelivery(await get("endpoint"), { status: "failed" }),
  bulkEnrolment: async ({ workspaceId }, get) =>
    inserted(
      `bulk_enrolments (workspace_id, scenario_id, filter, cursor, start_id, last_id, matched,
         state, created_at, finished_at)
       values (?, ?, '{}', 0, 2, 1, 1, 'completed', 1700000000000, 1700000000000)`,
      workspaceId,
      await get("scenario"),
    ),
  /** One person with the lead. */
  otherLead: async (client, get) => {
    const [lead, other] = [await get("lead"), await idOf(newLead(client))];
    await inserted(
      `lead_duplicates (workspace_id, lead_id, other_id, found_at)
       values (?, min(?2, ?3), max(?2, ?3), 1700000000000)`,
      client.workspaceId,
      lead,
      other,
    );
    return other;
  },
  leadMerge: async ({ workspaceId }, get) => newLeadMerge(workspaceId, await get("lead")),
  cannedReply: (client) => {
    const shortcut = `hours-${unique()}`;
    return idOf(make(client, "/canned-replies", { shortcut, text: "Nine to six" }));
  },
  suppression: (client) => {
    const phone = `+883510${String(unique()).padStart(7, "0")}`;
    return idOf(make(client, "/suppressions", { phone }));
  },
  erasure: ({ workspaceId }) =>
    inserted(
      `erasure_receipts (workspace_id, lead_id, token_id, requested_at, finished_at, step, removed)
       values (?, 3999999999, 1, 1700000000000, 1700000060000, 'late_answers', '{"messages":2}')`,
      workspaceId,
    ),
  move: ({ workspaceId }) => newMove(workspaceId, "finished"),
  backup: ({ workspaceId }) => newBackup(workspaceId),
  media: ({ workspaceId }) =>
    inserted(
      `media (workspace_id, kind, state, mime_type, size, created_at)
       values (?, 'image', 'stored', 'image/png', 1, 1700000000000)`,
      workspaceId,
    ),
  import: async (client) => {
    const raw = "First Name,Phone,City\nAda,n/a,Lyon\n";
    return (await client.post("/imports", undefined, { raw })).body.data.id;
  },
  export: ({ workspaceId }) =>
    inserted(
      `exports (workspace_id, state, kind, created_at, finished_at, kept_until, files)
       values (?, 'completed', null, 1700000000000, 1700000000000, 1900000000000,
         '[{"name":"manifest.json","kind":null,"rows":null,"bytes":2,"sha256":"44136fa3"}]')`,
      workspaceId,
    ),
} satisfies Record<string, Make>;
