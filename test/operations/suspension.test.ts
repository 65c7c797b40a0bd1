import { beforeAll, describe, expect, it } from "vitest";
import { actsAfter, lastActId } from "../support/acts";
import {
  AGE,
  newLeadWithMessages,
  requestAnalysis,
  runAnalysisWorker,
  withModel,
} from "../support/analyses";
import { type Client, call, make, newLead, newShortLink, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { filesOf, newExport } from "../support/exports";
import { order, release, requestsTo, webhookUrl } from "../support/graph";
import { uploaded } from "../support/media";
import {
  alarmOf,
  newChannelAndRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { deliver, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { serveWith } from "../support/meter";
import {
  OFFLINE_ANALYSIS_WORKER,
  OFFLINE_MESSAGE_SENDER,
  OFFLINE_RUN_SCHEDULER,
  OFFLINE_WEBHOOK_SENDER,
} from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { alarmOfRunScheduler, enrol, newFlow, stepDue } from "../support/run-scheduler";
import { bindRunScheduler } from "../support/run-scheduler-faults";
import { serve } from "../support/serve";
import { deliveriesOf } from "../support/source-inbox";
import { alarmOfWebhookSender, deliverDue, newEvent, newReceiver } from "../support/webhooks";

const token = testEnv.OPERATOR_TOKEN;
const REASON = "The invoice of October is not paid.";

let client: Client;
/** A client none of whose writes wakes a worker: none begins before the workspace is suspended. */
const withoutWakeUps = (owner: Client): Client => ({
  ...owner,
  post: (path, json, options) =>
    owner.post(path, json, {
      ...options,
      fetcher: (request) =>
        serve(request, {
          RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER,
          MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
          WEBHOOK_SENDER: OFFLINE_WEBHOOK_SENDER,
          ANALYSIS_WORKER: OFFLINE_ANALYSIS_WORKER,
        }),
    }),
});

/** Waits until the workers have been woken. */
const fetcher = serveWith(testEnv.DB);
const suspend = (reason = REASON) =>
  call("POST", `/v1/workspaces/${client.workspaceId}/suspend`, {
    token,
    fetcher,
    json: { reason },
  });
const resume = () => call("POST", `/v1/workspaces/${client.workspaceId}/resume`, { token });
const shown = async () =>
  (await call("GET", `/v1/workspaces/${client.workspaceId}`, { token })).body.data;

describe("a suspended workspace", () => {
  /** The names under which the doubles know who is asked, by the worker that asks. */
  const keys: Record<string, string> = {};
  let channel: Awaited<ReturnType<typeof newChannelAndRecipient>>["channel"];
  let endpoint: number;
  let slug: string;
  let urls: string[];
  let source: { id: number; inbound_url: string };

  const asked = async () => {
    const counts: Record<string, number> = {};
    for (const [worker, key] of Object.entries(keys))
      counts[worker] = (await requestsTo(key)).length;
    return counts;
  };
  const statuses = async () => (await deliveriesOf(source)).map(({ status }) => status);
  const work = async () => {
    await runMessageSender(channel.id);
    await stepDue(client);
    await deliverDue(endpoint);
    await runAnalysisWorker(client);
  };

  beforeAll(async () => {
    client = withoutWakeUps(await newWorkspace());
    const sender = await newChannelAndRecipient(client);
    channel = sender.channel;
    keys.messages = sender.key;
    keys.analyses = await withModel(client);
    await order(keys.analyses, { queue: [{ do: "complete", answer: { summary: "Said hello." } }] });
    keys.runs = crypto.randomUUID();
    await bindRunScheduler(client, { SHORT_URL_BASE: "http://localhost:8787" });
    const receiver = await newReceiver(client, { event_types: ["scenario.paused"] });
    endpoint = receiver.id;
    keys.webhooks = receiver.key;
    slug = (await newShortLink(client)).slug;
    source = await make(client, "/sources", { kind: "webhook", name: "Landing page" });
    const flow = await newFlow(client, { ask: ["webhook", { url: webhookUrl(keys.runs) }] });
    await enrol(client, flow.id, (await newLead(client)).id);
    const { leadId } = await newLeadWithMessages(client, AGE);
    await requestAnalysis(client, leadId);
    await queueWithoutWakeUp(client, sender.leadId);
    const [file] = await filesOf(client, (await newExport(client)).id);
    urls = [(await uploaded(client, "image/png")).url!, file!.url];
    for (const url of urls) expect((await call("GET", url)).status).toBe(200);
    await suspend();
    await newEvent(client.workspaceId, "scenario.paused");
  });

  it("is shown with the reason to the operator, and told to its tokens", async () => {
    const first = await shown();
    expect(first).toMatchObject({ suspended_at: expect.any(String), suspended_reason: REASON });
    const before = await lastActId();
    expect((await suspend()).body.data).toEqual(first);
    expect(await actsAfter(before)).toEqual([]);
    for (const path of ["/me", "/leads"]) {
      const { status, body } = await client.get(path);
      const message = `The workspace is suspended: ${REASON}`;
      expect({ status, body }).toEqual({ status: 403, body: { message, code: "suspended" } });
    }
    expect((await client.post("/tags", { label: "Refused" })).status).toBe(403);
    const refused = `/v1/workspaces/${client.workspaceId}/suspend`;
    expect((await call("POST", refused, { token, json: { reason: " " } })).status).toBe(422);
  });

  it("gives out no files by the URLs that it has signed", async () => {
    for (const url of urls) {
      expect((await call("GET", url)).status).toBe(403);
      expect((await call("GET", url)).body.message).toBe("The workspace is suspended.");
    }
  });

  it("sends nothing by any worker, which then sleep", async () => {
    await work();
    expect(await asked()).toEqual({ messages: 0, analyses: 0, runs: 0, webhooks: 0 });
    // They may have woken each other.
    await eventually(async () => {
      expect(await alarmOf(channel.id)).toBeNull();
      expect(await alarmOfRunScheduler(client)).toBeNull();
      expect(await alarmOfWebhookSender(endpoint)).toBeGreaterThan(Date.now() + 3_000_000);
    });
    expect(await asked()).toEqual({ messages: 0, analyses: 0, runs: 0, webhooks: 0 });
  });

  it("keeps what leads write, and redirects", async () => {
    const number = newNumber();
    const answer = await deliver(channel, whatsappBody(channel, textFrom(number, "Still there?")));
    expect(answer.status).toBe(200);
    const kept = "select text from messages where workspace_id = ? and direction = 'inbound'";
    expect(await rowsOf(kept, client.workspaceId)).toContainEqual({ text: "Still there?" });
    expect((await call("GET", `/${slug}`)).status).toBe(302);
    const { pathname } = new URL(source.inbound_url);
    expect((await call("POST", pathname, { json: { name: "Maud" } })).status).toBe(202);
    await eventually(async () => expect(await statuses()).toEqual(["held"]));
  });

  it("does what is due once after it resumes", async () => {
    const before = await lastActId();
    const { body } = await resume();
    expect(body.data).toMatchObject({ suspended_at: null, suspended_reason: null });
    expect((await resume()).status).toBe(200);
    expect((await actsAfter(before)).map(({ action }) => action)).toEqual(["workspace.resumed"]);
    expect((await client.get("/me")).status).toBe(200);
    for (const url of urls) expect((await call("GET", url)).status).toBe(200);
    await eventually(async () =>
      expect(await asked()).toEqual({ messages: 1, analyses: 1, runs: 1, webhooks: 1 }),
    );
    await eventually(async () => expect(await statuses()).toEqual(["created"]));
    await work();
    expect(await asked()).toEqual({ messages: 1, analyses: 1, runs: 1, webhooks: 1 });
  });
});

describe("a suspension in the middle of a batch of webhooks", () => {
  it("ends the batch after the request that is open, and the rest is sent later", async () => {
    client = withoutWakeUps(await newWorkspace());
    const { id, key } = await newReceiver(client, { event_types: ["scenario.paused"] });
    await order(key, { queue: [{ do: "hold" }] });
    for (let times = 3; times > 0; times--) await newEvent(client.workspaceId, "scenario.paused");
    const working = deliverDue(id);
    await eventually(async () => expect(await requestsTo(key)).toHaveLength(1));
    await suspend();
    await release(key);
    await working;
    expect(await requestsTo(key)).toHaveLength(1);
    await resume();
    await eventually(async () => expect(await requestsTo(key)).toHaveLength(3));
  });
});
