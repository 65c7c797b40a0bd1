import { assert } from "vitest";
import { mergeLeads } from "#features/leads/merge/store";
import { LeadMergeQueue } from "#features/operations/chunks/lead-merges";
import { ChunkSize } from "#lib/chunks";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
} from "./api";
import { click, flushAndClassify } from "./clicks";
import { testEnv } from "./env";
import { rowsOf } from "./rows";
import { addMessage, addStep, seedRun } from "./runs";
import { scopeOf } from "./scope";

type Id = { id: number };

/** Begins a merge that is too large for one transaction. */
export const beginMerge = (client: Client, keep: Id, gone: Id, most = 0) =>
  mergeLeads(scopeOf(client.workspaceId), { keep: keep.id, merge: gone.id }, most);

/** Works chunks of open merges until none is left, with other bindings if they are given. */
export async function workMerges(env: Partial<typeof testEnv> = {}, limit = 2) {
  const size = new ChunkSize(limit, limit, limit);
  const queue = new LeadMergeQueue({ ...testEnv, ...env }, "DB", { size });
  for (let chunks = 0; chunks < 200; chunks++) {
    if (!(await queue.workNext())) return chunks;
  }
  return assert.fail("A merge is still open after 200 chunks.");
}

/** Two leads that have written by the same channel, with what there can be much of. */
export async function newPair(client: Client) {
  const channel = await newChannel(client);
  const [both, link] = [await newScenario(client), await newShortLink(client)];
  const lead = async () => {
    const made = await newLead(client);
    await client.post(`/leads/${made.id}/opt-out`);
    await client.post(`/leads/${made.id}/opt-in`);
    const first = await newInbound(client, channel.id, made.id, { text: "One" });
    const conversation = first.conversation_id;
    await newInbound(client, channel.id, made.id, { text: "Two" });
    const ended = { state: "completed", ended_at: 2, end_reason: "reached_end", waiting_for: null };
    for (let n = 0; n < 3; n++) await seedRun(client, both, made, ended);
    const run = await seedRun(client, both, made);
    await addStep(run, 1);
    const message = await addMessage(client, run, conversation, { channel_id: channel.id });
    const send = await newLinkSend(client, link.id, made.id);
    for (let n = 0; n < 5; n++) await click(send.url);
    for (let n = 0; n < 2; n++) await newLinkSend(client, link.id, made.id);
    await flushAndClassify(link.id);
    await testEnv.DB.batch(
      [
        `insert into profile_claims (lead_id, conversation_id, field, value, confidence, message_id,
           quote, model, prompt_version, created_at)
         values (${made.id}, ${conversation}, 'age', '36', 1, ${first.id}, 'One', 'm', '1', 1)`,
        `insert into analyses (id, workspace_id, lead_id, conversation_id, cause, status,
           created_at, finished_at)
         values (${first.id}, ${client.workspaceId}, ${made.id}, ${conversation}, 'request',
           'completed', 1, 2)`,
      ].map((statement) => testEnv.DB.prepare(statement)),
    );
    return { ...made, conversation, run, message, send };
  };
  const [keep, gone] = [await lead(), await lead()];
  return { channel, both, link, keep, gone };
}

const OF_LEADS = {
  runs: "lead_id",
  link_sends: "lead_id",
  link_clicks: "lead_id",
  consents: "lead_id",
  profile_claims: "lead_id",
  analyses: "lead_id",
  messages: "(select lead_id from conversations where id = conversation_id)",
};

/** The ids of the rows of leads by their tables. */
export const rowsOfLeads = async (...leads: Id[]) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(OF_LEADS).map(async ([table, lead]) => {
        const rows = await rowsOf<{ id: number }>(
          `select id from ${table} where ${lead} in (select value from json_each(?)) order by id`,
          JSON.stringify(leads.map(({ id }) => id)),
        );
        return [table, rows.map(({ id }) => id)];
      }),
    ),
  );
