import {
  type Client,
  call,
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
import { testEnv } from "./env";
import { rowsOf } from "./rows";
import { directoryDb } from "./scope";
import { offerSecond, registerSecond } from "./second-database";
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

/** Inserts an analysis that is completed, straight into D1: making one takes a turn of an object. */
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
const newDraft = (scenarioId: number) =>
  rowsOf(
    `insert or replace into scenario_drafts
       (scenario_id, workspace_id, base_version, revision, settings, mentions, created_at,
        updated_at, nodes, edges)
     select id, workspace_id, version, ?1, json_object('name', name, 'platform', platform, 'provider', provider), '{}',
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

/**
 * One resource of each kind, by the name of its path parameter, and the lead's two tags. They
 * belong together: the lead has the tags, is enrolled, and has a conversation through the channel,
 * a sandbox. Neither the channel nor the endpoint has anything left to send. There is a database to
 * register, too.
 */
export async function newResources(client: Client) {
  const [tag, otherTag] = [(await newTag(client)).id, (await newTag(client)).id];
  const lead = (
    await newLead(client, { tag_ids: [tag, otherTag], email: `lead-${unique()}@example.com` })
  ).id;
  const filter = { exclude_tag_ids: [otherTag] };
  const segment = (await make(client, "/segments", { name: `Segment ${unique()}`, filter })).id;
  const scenario = (await newScenario(client, { tracked_tag_ids: [tag] })).id;
  await make(client, `/scenarios/${scenario}/leads`, { lead_id: lead });
  const [run] = await idsOf(client, `/scenarios/${scenario}/runs`);
  const testRun = await newTestRun(client, scenario, lead);
  await newDraft(scenario);
  const shortLink = (await newShortLink(client, { tag_on_sent_id: tag })).id;
  const linkSend = (await newLinkSend(client, shortLink, lead)).id;
  const [channel, account] = [
    (await newChannel(client)).id,
    (
      await newChannel(client, {
        provider: "whatsapp_cloud",
        business_account_id: "102290129340398",
        ...metaAccount(),
      })
    ).id,
  ];
  const template = (
    await make(client, `/channels/${channel}/templates`, {
      name: "welcome",
      language: "en_US",
      components: [{ type: "BODY", text: "Hello {{1}}" }],
    })
  ).id;
  const conversation = (await newInbound(client, channel, lead)).conversation_id;
  const message = await newSentMessage(conversation);
  const analysis = await newAnalysis(conversation);
  const token = (await make(client, "/tokens", { name: "Other", abilities: ["tokens:write"] })).id;
  const assignee = (await client.get("/me")).body.data.token.id;
  const note = (await make(client, `/conversations/${conversation}/notes`, { text: "Later" })).id;
  const [event] = await idsOf(client, "/events?per_page=10");
  const endpoint = (await newEndpoint(client, { event_types: ["channel.stopped"] })).id;
  const delivery = await newDelivery(endpoint, { status: "failed" });
  const [bulkEnrolment] = await rowsOf<{ id: number }>(
    `insert into bulk_enrolments (workspace_id, scenario_id, filter, cursor, start_id, last_id,
       matched, state, created_at, finished_at)
     values (?, ?, '{}', 0, 2, 1, 1, 'completed', 1700000000000, 1700000000000) returning id`,
    client.workspaceId,
    scenario,
  );
  const otherLead = (await newLead(client)).id;
  const leadMerge = await newLeadMerge(client.workspaceId, lead);
  const cannedReply = (
    await make(client, "/canned-replies", { shortcut: `hours-${unique()}`, text: "Nine to six" })
  ).id;
  const contact = { phone: `+883510${String(unique()).padStart(7, "0")}` };
  const suppression = (await make(client, "/suppressions", contact)).id;
  const [erasure] = await rowsOf<{ id: number }>(
    `insert into erasure_receipts (workspace_id, lead_id, token_id, requested_at, finished_at,
       step, removed)
     values (?, 3999999999, 1, 1700000000000, 1700000060000, 'late_answers', '{"messages":2}')
     returning id`,
    client.workspaceId,
  );
  await offerSecond();
  const move = await newMove(client.workspaceId, "finished");
  const backup = await newBackup(client.workspaceId);
  const [medium] = await rowsOf<{ id: number }>(
    `insert into media (workspace_id, kind, state, mime_type, size, created_at)
     values (?, 'image', 'stored', 'image/png', 1, 1700000000000) returning id`,
    client.workspaceId,
  );
  const file = await client.post("/imports", undefined, {
    raw: "First Name,Phone,City\nAda,n/a,Lyon\n",
  });
  const [exported] = await rowsOf<{ id: number }>(
    `insert into exports (workspace_id, state, kind, created_at, finished_at, kept_until, files)
     values (?, 'completed', null, 1700000000000, 1700000000000, 1900000000000,
       '[{"name":"manifest.json","kind":null,"rows":null,"bytes":2,"sha256":"44136fa3"}]')
     returning id`,
    client.workspaceId,
  );
  const talk = { channel, account, template, conversation, message, media: medium!.id };
  const ids = {
    workspace: client.workspaceId,
    tag,
    segment,
    lead,
    otherLead,
    leadMerge,
    suppression,
    cannedReply,
    scenario,
    testRun,
    run: run!,
    bulkEnrolment: bulkEnrolment!.id,
    shortLink,
    linkSend,
    ...talk,
    token,
    assignee,
    note,
    event: event!,
    endpoint,
    delivery,
    erasure: erasure!.id,
    import: file.body.data.id,
    export: exported!.id,
    analysis,
    move,
    backup,
  };
  return { ids: ids as Record<string, number> & typeof ids, tags: [tag, otherTag] };
}

/** What paths name in other ways than by an id. */
export const names: Record<string, string> = { database: "DB", part: "1", version: "1" };

/**
 * The ids for an operation's path. Only a channel that Meta provides can have credentials replaced,
 * templates synced, and only a note deleted.
 */
export const idsFor = (operationId: string, ids: Record<string, number>) => {
  if (OF_ACCOUNT.includes(operationId)) return { ...ids, channel: ids.account! };
  return operationId === "deleteNote" ? { ...ids, message: ids.note! } : ids;
};

const OF_ACCOUNT = ["replaceChannel", "syncTemplates"];

/** Creates a move of a workspace that no object makes. */
async function newMove(workspaceId: number, phase: "copying" | "finished") {
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
         kept_until)
       values (?, 'Acme Coaching', 'finished', 'DB', 1700000000000, 1700000000000, 1900000000000)
       returning id`,
    )
    .bind(workspaceId)
    .first<{ id: number }>();
  return backup!.id;
}

/** A workspace that was deleted. */
export const GONE = 3_900_000_000;

/** In which state an import is to be for an operation. */
const IMPORT_STATES: Record<string, string> = {
  replaceImportPart: "ready",
  startImport: "ready",
  cancelImport: "ready",
  undoImport: "completed",
};

/**
 * Makes what an operation needs: an import in the right state; of the operator's: only a suspended workspace can be deleted, only
 * one that is gone restored, a database registered once, a workspace moved to one that is, and one
 * backup of it made at a time.
 */
export async function prepareFor(operationId: string, ids: Record<string, number>) {
  const { workspace } = ids;
  if (operationId === "restoreBackup")
    return directoryDb.batch([
      directoryDb
        .prepare("delete from backups where workspace_id = ? and id <> ?")
        .bind(GONE, ids.backup),
      directoryDb
        .prepare("update backups set workspace_id = ?, state = 'finished' where id = ?")
        .bind(GONE, ids.backup),
    ]);
  if (/ScenarioDraft$|^diffScenario$/.test(operationId)) return newDraft(ids.scenario!);
  if (operationId === "skipTestRunWait")
    return rowsOf("update test_runs set ahead_ms = 0 where id = ?", ids.testRun);
  if (operationId === "createBackup")
    return directoryDb.prepare("update backups set state = 'failed' where state = 'running'").run();
  if (operationId === "createExport")
    return rowsOf("update exports set state = 'failed' where workspace_id = ?", workspace);
  if (operationId === "syncTemplates")
    return rowsOf("update channels set sync_tried_at = null where id = ?", ids.account);
  if (operationId === "registerDatabase") return offerSecond();
  if (operationId === "moveWorkspace") {
    await directoryDb.prepare("update moves set finished_at = 1 where finished_at is null").run();
    return registerSecond();
  }
  if (operationId === "abandonMove") return newMove(workspace!, "copying");
  const state = IMPORT_STATES[operationId];
  if (state)
    return rowsOf(
      `update imports set state = ?1, has_file = 1, is_dry = 0, finished_at = ?2,
         started_at = iif(?1 = 'completed', ?2, null), attempt = attempt + 1
       where id = ?3`,
      state,
      Date.now(),
      ids.import,
    );
  if (operationId !== "deleteWorkspace") return;
  const path = `/v1/workspaces/${workspace}/suspend`;
  await call("POST", path, { token: testEnv.OPERATOR_TOKEN, json: { reason: "It is deleted." } });
}
