import type { CauseRefusal } from "#domain/trigger-mismatches";
import type { TriggerOutcome } from "#domain/triggers";
import { HOUR_MS } from "#lib/time";
import { type Client, call, newChannel, newInbound, newLead, newTag, newWorkspace } from "./api";
import { testEnv } from "./env";
import { explainStart } from "./explanations";
import { flowOf } from "./flow";
import { newImport, run as runImport } from "./import-files";
import { setQuotas } from "./quotas";
import { rowsOf } from "./rows";
import { enrol, settle } from "./run-scheduler";
import { clientAsleep, decideDue, newTriggered } from "./trigger-worker";

// A situation for each outcome of a cause.

/** A workspace in which cases may be made: `word` is that of the case's own trigger. */
export type World = { client: Client; channel: number; word: string };

/** The question, and the scenario whose trigger has the outcome. */
export type Asked = { client: Client; asked: object; scenario?: number };

export async function newWorld(word = "word"): Promise<World> {
  const client = clientAsleep(await newWorkspace());
  return { client, channel: (await newChannel(client)).id, word };
}

export const keyword = ({ word }: World, data: object = {}, id = "t") => ({
  ...{ id, type: "keyword" },
  data: { words: [word], ...data },
});

/** A scenario that the world's word starts. */
export const byWord = (world: World, data: object = {}, more: object = {}) =>
  newTriggered(world.client, [keyword(world, data)], more);

export async function says({ client, channel, word }: World, lead: number, text = word) {
  const { id } = await newInbound(client, channel, lead, { text });
  return { message_id: id };
}

/** Does something to a lead. Returns its event. */
export async function act(client: Client, lead: number, type: string, path: string, body: object) {
  await client.post(`/leads/${lead}/${path}`, body);
  const { data } = (await client.get(`/events?lead_id=${lead}&type[]=${type}`)).body;
  return { event_id: data[0].id as number };
}

const tag = (client: Client, lead: number, id: number) =>
  act(client, lead, "lead.tag_added", "tags", { tag_ids: [id] });

/** The lead says the word, to which a trigger with these settings reacts. */
async function asked(world: World, data: object, prepare: Prepare = async () => {}) {
  const { client } = world;
  const { id: scenario } = await byWord(world, data);
  const lead = (await newLead(client)).id;
  await prepare(lead, scenario);
  return { client, scenario, asked: await says(world, lead) };
}
type Prepare = (lead: number, scenario: number) => Promise<unknown>;

/** Ends the lead's runs, a minute ago. */
const endRuns = (lead: number) =>
  rowsOf(
    `update runs set ended_at = 1, state = 'completed', created_at = created_at - 60000
     where lead_id = ?`,
    lead,
  );

/** Lets the lead be started, so many times. */
const startedBefore = (world: World, times: number) => async (lead: number) => {
  for (let time = 0; time < times; time++) {
    await says(world, lead);
    await decideDue(world.client);
    await endRuns(lead);
  }
};

/** A tag that a trigger with these settings reacts to. */
async function byTag({ client }: World, data: object = {}) {
  const { id } = await newTag(client);
  const trigger = { id: "t", type: "tag_added", data: { tag_ids: [id], ...data } };
  return { tagId: id, scenario: (await newTriggered(client, [trigger])).id };
}

const LETTERS = [..."bcdefghi"];

export const outcomeCases: Record<TriggerOutcome, (world: World) => Promise<Asked>> = {
  started: (world) => asked(world, {}),
  async outranked(world) {
    await byWord(world, { priority: 1 });
    return asked(world, {});
  },
  filtered: (world) =>
    asked(world, { filter: { all: [{ field: "warmth", op: "equals", value: "hot" }] } }),
  async too_much_work(world) {
    const field = "variables.long";
    const any = Array.from({ length: 50 }, () => ({ field, op: "starts_with", value: LETTERS }));
    await byWord(world, { priority: 1, filter: { any } });
    const long = Array.from({ length: 15_000 }, () => "a");
    return asked(world, { filter: { all: [{ field, op: "is_set" }] } }, (lead) =>
      world.client.patch(`/leads/${lead}`, { variables: { long } }),
    );
  },
  started_before: (world) => asked(world, { again: "never" }, startedBefore(world, 1)),
  already_active: (world) =>
    asked(world, {}, (lead, scenario) => enrol(world.client, scenario, lead)),
  handled_by_person: (world) =>
    asked(world, {}, async (lead) => {
      const { client, channel } = world;
      const { conversation_id: talk } = await newInbound(client, channel, lead);
      await client.patch("/settings", { triggers_wait_hours: 12 });
      await client.post(`/conversations/${talk}/messages`, { text: "I am Ada", as: "person" });
    }),
  async private_reply_spent() {
    const { client } = await newWorld();
    const { id: channel } = await newChannel(client, { platform: "instagram" });
    const { id: scenario } = await newTriggered(client, [{ id: "t", type: "comment" }], {
      platform: "instagram",
    });
    const lead = (await newLead(client)).id;
    const from = `88${lead}`;
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, channel_id, created_at,
         updated_at) values (?, 'instagram_id', ?, ?, ?, 1, 1)`,
      ...[client.workspaceId, from, lead, channel],
    );
    const { data } = (
      await client.post(`/channels/${channel}/comments`, { from, media_id: "1", text: "Hi" })
    ).body;
    const comment_id = data.comment.id as number;
    await client.post(`/leads/${lead}/messages`, { text: "Here", comment_id });
    return { client, scenario, asked: { comment_id } };
  },
  async quota_reached() {
    const world = await newWorld();
    await setQuotas(world.client, { triggered_runs_per_day: 1 });
    return asked(world, {}, startedBefore(world, 1));
  },
  async chain_too_long() {
    const world = await newWorld();
    const { client } = world;
    const { tagId, scenario } = await byTag(world);
    const flow = flowOf({ add: ["add_tag", { tag_ids: [tagId] }] });
    const adding = await newTriggered(client, [], flow);
    const lead = (await newLead(client)).id;
    const run = await enrol(client, adding.id, lead);
    await rowsOf("update runs set memory = json_set(memory, '$.depth', 5) where id = ?", run.id);
    await settle(client);
    const { data } = (await client.get(`/events?lead_id=${lead}&type[]=lead.tag_added`)).body;
    return { client, scenario, asked: { event_id: data[0].id } };
  },
  async put_off(world) {
    const { client } = world;
    const { tagId, scenario } = await byTag(world, { max_per_hour: 1 });
    await tag(client, (await newLead(client)).id, tagId);
    await decideDue(client);
    return { client, scenario, asked: await tag(client, (await newLead(client)).id, tagId) };
  },
  async too_many_waiting(world) {
    const { client } = world;
    const { tagId, scenario } = await byTag(world, { max_per_hour: 1 });
    const hour = Math.floor(Date.now() / HOUR_MS) + 28 * 24 + 1;
    await rowsOf(
      "update scenario_triggers set hour = ?, starts = 1 where scenario_id = ?",
      ...[hour, scenario],
    );
    return { client, scenario, asked: await tag(client, (await newLead(client)).id, tagId) };
  },
  being_merged: (world) =>
    asked(world, {}, async (lead) => {
      const keep = (await newLead(world.client)).id;
      await rowsOf(
        `insert into lead_merges (lead_id, workspace_id, keep_id, next_at, created_at)
         values (?, ?, ?, 1, 1)`,
        ...[lead, world.client.workspaceId, keep],
      );
    }),
  async too_old(world) {
    const found = await asked(world, {});
    await rowsOf(
      "update messages set sent_at = sent_at - ? where id = ?",
      ...[13 * HOUR_MS, found.asked.message_id],
    );
    return found;
  },
  opted_out: (world) => asked(world, {}, (lead) => world.client.post(`/leads/${lead}/opt-out`)),
  run_beginning: (world) =>
    asked(world, {}, async (lead) => {
      await says(world, lead);
      await decideDue(world.client);
      await rowsOf("update runs set ended_at = 1, state = 'completed' where lead_id = ?", lead);
    }),
  too_many_starts: (world) => asked(world, {}, startedBefore(world, 10)),
  async internal_error(world) {
    const found = await asked(world, {});
    await rowsOf("update messages set payload = '{' where id = ?", found.asked.message_id);
    return found;
  },
};

/** The lead says the word of a trigger; then something is done. */
async function afterwards(world: World, done: (message: number) => Promise<unknown>) {
  const { id: scenario } = await byWord(world);
  const asked = await says(world, (await newLead(world.client)).id);
  await done(asked.message_id);
  return { client: world.client, scenario, asked };
}

/** The event of a message, which outlives it. */
async function eventOf({ client, asked, ...rest }: Asked) {
  const { event_id } = await explainStart(client, asked);
  return { client, ...rest, asked: { event_id } };
}

async function byStage({ client }: World) {
  await newTriggered(client, [{ id: "t", type: "stage_changed", data: { to: ["won"] } }]);
}

/** A situation for each reason for which something starts nothing, whatever the triggers are. */
export const refusalCases: Record<CauseRefusal, (world: World) => Promise<Asked>> = {
  async consent_word(world) {
    const client = world.client;
    const { id: scenario } = await newTriggered(client, [keyword({ ...world, word: "STOP" })]);
    return { client, scenario, asked: await says(world, (await newLead(client)).id, "STOP") };
  },
  async taken_by_run() {
    const world = await newWorld();
    const { client } = world;
    const ask = flowOf({ ask: ["wait_for_reply", {}], end: ["exit"] }, "ask:reply > end");
    const { id: scenario } = await newTriggered(client, [keyword(world)], ask);
    const lead = (await newLead(client)).id;
    await enrol(client, scenario, lead);
    await settle(client);
    return { client, scenario, asked: await says(world, lead) };
  },
  async never_starts({ client }) {
    const lead = (await newLead(client)).id;
    return { client, asked: await act(client, lead, "lead.opted_out", "opt-out", {}) };
  },
  async quiet_import(world) {
    const { client } = world;
    await byStage(world);
    const lead = await newLead(client, { ext_id: world.word });
    const file = `ext_id,pipeline_stage\n${world.word},won\n`;
    const mapping = { ext_id: "ext_id", pipeline_stage: "pipeline_stage" };
    const { id } = await newImport(client, file);
    await runImport(client, id, { mode: "upsert", notify: false, mapping });
    const { data } = (await client.get(`/events?lead_id=${lead.id}`)).body;
    return { client, asked: { event_id: data[0].id } };
  },
  async lead_gone(world) {
    const { client } = world;
    const lead = (await newLead(client)).id;
    const { id } = await newTag(client);
    const asked = await act(client, lead, "lead.tag_added", "tags", { tag_ids: [id] });
    await client.delete(`/leads/${lead}`);
    return { client, asked };
  },
  message_gone: async (world) => {
    const found = await eventOf(await afterwards(world, async () => {}));
    const message = "data ->> 'message_id' from events where id = ?";
    await rowsOf(`delete from messages where id in (select ${message})`, found.asked.event_id);
    return found;
  },
  async comment_gone({ client }) {
    const instagram = await newChannel(client, { platform: "instagram" });
    await newTriggered(client, [{ id: "t", type: "comment" }], { platform: "instagram" });
    const body = { from: "5", media_id: "1", text: "Hi" };
    const { data } = (await client.post(`/channels/${instagram.id}/comments`, body)).body;
    const event = (await client.get("/events?type[]=comment.received")).body.data[0].id;
    await rowsOf("delete from comments where id = ?", data.comment.id);
    return { client, asked: { event_id: event } };
  },
  channel_gone: async () => {
    const world = await newWorld();
    return afterwards(world, () => world.client.delete(`/channels/${world.channel}`));
  },
  event_gone: (world) =>
    // Its event is looked for at about the time of the message.
    afterwards(world, (id) => rowsOf("update messages set created_at = 1 where id = ?", id)),
  workspace_suspended: async () => {
    const world = await newWorld();
    const reason = { token: testEnv.OPERATOR_TOKEN, json: { reason: "The invoice is not paid." } };
    return afterwards(world, () =>
      call("POST", `/v1/workspaces/${world.client.workspaceId}/suspend`, reason),
    );
  },
  workspace_full: async () => {
    const world = await newWorld();
    return afterwards(world, () => setQuotas(world.client, { stored_bytes: 1 }));
  },
};
