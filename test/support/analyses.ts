import { assert } from "vitest";
import type { Analysis } from "#features/analysis/schema";
import { DAY_MS } from "#lib/time";
import { runUntilIdle } from "./alarms";
import { type Client, newLead } from "./api";
import { testEnv } from "./env";
import { type Completion, llmUrl } from "./graph";
import { newNumber } from "./messaging";
import { bindObject } from "./objects";
import { OFFLINE_ANALYSIS_WORKER } from "./offline-workers";
import { rowsOf } from "./rows";
import { serve } from "./serve";

export const analysisWorkerOf = ({ workspaceId }: Pick<Client, "workspaceId">) =>
  testEnv.ANALYSIS_WORKER.getByName(String(workspaceId));

/** Gives a workspace's analysis worker other bindings, for as long as it stays in memory. */
export const bindAnalysisWorker = (
  client: Pick<Client, "workspaceId">,
  bindings: Partial<typeof testEnv>,
) => bindObject(analysisWorkerOf(client), bindings);

/** Has a workspace's conversations analysed by the double's language model. Returns its name. */
export async function withModel(
  client: Pick<Client, "workspaceId">,
  bindings: Partial<typeof testEnv> = {},
) {
  const name = crypto.randomUUID();
  await bindAnalysisWorker(client, {
    LLM_BASE_URL: llmUrl(name),
    LLM_MODEL: "double-1",
    LLM_API_KEY: "key-of-the-model",
    ...bindings,
  });
  return name;
}

type Written = string | { team: string };

/** Adds messages to a conversation, straight into D1. Returns their ids. */
export async function addMessages(conversationId: number, ...texts: Written[]): Promise<number[]> {
  const ids: number[] = [];
  for (const one of texts) {
    const [text, isOurs] = typeof one === "string" ? [one, false] : [one.team, true];
    const now = Date.now();
    const [row] = await rowsOf<{ id: number }>(
      `insert into messages
         (workspace_id, conversation_id, channel_id, direction, type, text, status, sent_at,
          created_at)
       select workspace_id, id, channel_id, ?, 'text', ?, ?, ?, ? from conversations where id = ?
       returning id`,
      isOurs ? "outbound" : "inbound",
      text,
      isOurs ? "sent" : "received",
      now,
      now,
      conversationId,
    );
    ids.push(row!.id);
  }
  return ids;
}

/** Creates a conversation of a lead, straight into D1. Returns its id. */
export async function newConversation(
  client: Pick<Client, "workspaceId">,
  leadId: number,
  platform = "whatsapp",
) {
  const now = Date.now();
  const [row] = await rowsOf<{ id: number }>(
    `insert into conversations (workspace_id, lead_id, platform, created_at, updated_at)
     values (?, ?, ?, ?, ?) returning id`,
    client.workspaceId,
    leadId,
    platform,
    now,
    now,
  );
  return row!.id;
}

/** Creates a lead and a conversation with these messages. */
export async function newLeadWithMessages(client: Client, ...texts: Written[]) {
  const { id: leadId } = await newLead(client, { phone: `+${newNumber()}` });
  const conversationId = await newConversation(client, leadId);
  return { leadId, conversationId, messageIds: await addMessages(conversationId, ...texts) };
}

/** Has a lead analysed and waits for the analyses. */
export async function analyse(client: Client, leadId: number): Promise<Analysis[]> {
  const { status, body, text } = await client.post(`/leads/${leadId}/analyze?wait=1`);
  assert(status === 200, text);
  return body.data;
}

/**
 * Requests the analysis of a lead's conversations without waking a worker. Returns the first one.
 */
export async function requestAnalysis(
  client: Client,
  leadId: number,
  query = "",
): Promise<Analysis> {
  const fetcher = (request: Request) =>
    serve(request, { ANALYSIS_WORKER: OFFLINE_ANALYSIS_WORKER });
  const { status, body, text } = await client.post(`/leads/${leadId}/analyze${query}`, undefined, {
    fetcher,
  });
  assert(status === 202, text);
  return body.data[0];
}

export const analysisNow = async (
  client: Client,
  { id }: Pick<Analysis, "id">,
): Promise<Analysis> => (await client.get(`/analyses/${id}`)).body.data;

/** The analyses and calls that a workspace has used; attempts made later may fall on tomorrow. */
export async function usageOf(client: Client) {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const { body } = await client.get(`/usage?to=${tomorrow}`);
  const days: { analyses: number; calls: number }[] = body.data.days.flatMap(
    ({ models }: { models: object[] }) => models,
  );
  const sum = (field: "analyses" | "calls") => days.reduce((total, day) => total + day[field], 0);
  return { analyses: sum("analyses"), calls: sum("calls") };
}

/** Wakes the workspace's analysis worker and runs it until it waits for a later time. */
export const runAnalysisWorker = (client: Pick<Client, "workspaceId">) =>
  runUntilIdle(analysisWorkerOf(client), client.workspaceId);

/** The rows of a workspace's analyses, oldest first. */
export const analysisRows = (client: Pick<Client, "workspaceId">) =>
  rowsOf("select * from analyses where workspace_id = ? order by id", client.workspaceId);

/** A text that states an age. */
export const AGE = "I turned 34 last week.";

/** The answer of a model that has found an age in a message. */
export const ageIn = (messageId: number, value = 34, quote = "I turned 34"): Completion => ({
  answer: { age: { value, confidence: 0.9, message_id: messageId, quote }, summary: "Turned 34." },
});
