import { describe, expect, it } from "vitest";
import { acceptedBy } from "#domain/gateways";
import { type OutgoingType, outgoingTypes } from "#domain/messaging";
import { platforms, platformTraits, sendableOn } from "#domain/platforms";
import type { Channel } from "#features/messaging/channels/schema";
import guide from "../../src/features/docs/guides/messaging.md?raw";
import { contentOf } from "../fixtures/message-contents";
import { type Client, newChannel, newScenario, newWorkspace } from "../support/api";
import { newComment } from "../support/comments";
import { newGatewayChannel, newRecipient } from "../support/message-sender";
import { newMetaChannel, newWamid, sendDue } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, settle, trailOf } from "../support/run-scheduler";
import { isYes, rowsIn } from "../support/type-table";

// Each type of message is sent to each place, and what the guide's table says happens.

const table = new Map(rowsIn(guide).map((row) => [row.Type?.slice(1, -1), row]));
const cellOf = (type: OutgoingType, column: string) => table.get(type)?.[column];

/** The channels: of the sandbox, of the platform's API, and of gateways, in a workspace each. */
const CARRIERS = platforms.flatMap((platform) =>
  (["sandbox", "api", "gateway", "gateway with accepts"] as const).map((name) => ({
    platform,
    name,
  })),
);
type Carrier = (typeof CARRIERS)[number];

async function newChannelOf(client: Client, { platform, name }: Carrier): Promise<Channel> {
  if (name === "sandbox") return newChannel(client, { platform });
  if (name === "api") return newMetaChannel(client, platformTraits[platform].api.name);
  const accepts = name === "gateway" ? {} : { accepts: sendableOn(platform) };
  return (await newGatewayChannel(client, { platform, ...accepts })).channel;
}

/** True if the guide says that a channel sends a type. */
const isSent = (type: OutgoingType, { platform, name }: Carrier) =>
  isYes(cellOf(type, platformTraits[platform].label)) &&
  (name !== "gateway" || isYes(cellOf(type, "Gateway")));

/** A lead who has just written and commented, and its messages. */
async function newWriter(client: Client, channel: Channel) {
  const { leadId } = await newRecipient(client, channel);
  const [inbound] = await rowsOf<{ id: number }>(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status,
       external_id, sent_at, created_at)
     select workspace_id, id, channel_id, 'inbound', 'text', 'Hello', 'received', ?, ?2, ?2
     from conversations where lead_id = ?3 returning id`,
    ...[newWamid(), Date.now(), leadId],
  );
  const comment = await newComment(client, channel.id, { lead: leadId });
  const inputOf = (type: OutgoingType) => {
    const { reaction, ...content } = contentOf(type, channel.platform);
    return {
      ...{ type, channel_id: channel.id, ...content },
      ...(reaction && { reaction: { ...reaction, message_id: inbound!.id } }),
      ...(type === "comment_reply" && { comment_id: comment }),
    };
  };
  return { leadId, comment, inputOf };
}

/** The most messages to one lead at once: WhatsApp limits them. */
const AT_ONCE = 6;

const refused = (errors: object | undefined) => `refused by ${Object.keys(errors ?? {}).join()}`;

/** The fate of each type, and of its preview. */
async function sendAll(client: Client, channel: Channel) {
  const answers = [];
  for (let first = 0; first < outgoingTypes.length; first += AT_ONCE) {
    const { leadId, inputOf } = await newWriter(client, channel);
    for (const type of outgoingTypes.slice(first, first + AT_ONCE)) {
      const input = inputOf(type);
      const preview = await client.post("/messages/preview", { lead_id: leadId, ...input });
      const sent = await client.post(`/leads/${leadId}/messages`, input);
      answers.push({ type, preview: preview.body, sent: sent.body });
    }
  }
  await sendDue(channel.id);
  const rows = await rowsOf<{ id: number; status: string }>(
    "select id, status from messages where channel_id = ?",
    channel.id,
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return answers.map(({ type, preview, sent }) => ({
    type,
    preview: preview.data ? (preview.data.refusal ?? "shown") : refused(preview.errors),
    api: sent.data
      ? statuses.get(sent.data.id)?.replace("delivered", "sent")
      : refused(sent.errors),
  }));
}

/** The types that some node sends. */
const ofNodes = outgoingTypes.filter((type) => cellOf(type, "Node")?.startsWith("`"));

/** True if a run that no comment has started sends a type. */
const isSentByRuns = (type: OutgoingType, carrier: Carrier) =>
  isSent(type, carrier) && type !== "comment_reply";

/** A scenario with a node for each type, one after the other. */
function graphOf(types: OutgoingType[], carrier: Carrier) {
  const nodes = types.map((type) => {
    const content = contentOf(type, carrier.platform);
    const data: Record<string, object | undefined> = {
      message: { type, ...content },
      template: content.template,
      comment_reply: { texts: ["Thanks"] },
    };
    const node = cellOf(type, "Node")!.slice(1, -1);
    return { id: type, type: node, data: data[node] };
  });
  const edges = types.map((source, index) => ({
    ...{ source, target: types[index + 1] ?? "end" },
    // Runs go on at once from a node without an edge for what fails.
    source_handle: isSentByRuns(source, carrier) ? "next" : "failed",
  }));
  return { nodes: [...nodes, { id: "end", type: "exit", data: {} }], edges };
}

/** The ways by which runs, and simulations, leave the node of each type, and what was sent. */
async function runAll(client: Client, channel: Channel, carrier: Carrier) {
  const ways = { run: [] as string[], simulated: [] as string[], sent: [] as string[] };
  const middle = Math.ceil(ofNodes.length / 2);
  for (const types of [ofNodes.slice(0, middle), ofNodes.slice(middle)]) {
    const { leadId } = await newWriter(client, channel);
    const { platform } = channel;
    const graph = graphOf(types, carrier);
    const { id } = await newScenario(client, { platform, is_active: true, ...graph });
    const { body } = await client.post(`/scenarios/${id}/simulate`, { lead_id: leadId });
    const trail: { node_id: string; outcome: string }[] = body.data.trail;
    const run = await enrol(client, id, leadId);
    await settle(client);
    ways.run.push(...(await trailOf(run)).slice(0, -1));
    ways.simulated.push(
      ...trail.slice(0, -1).map(({ node_id, outcome }) => `${node_id} ${outcome}`),
    );
    const sent = await rowsOf<{ type: string }>(
      "select type from messages where run_id = ? and status in ('sent', 'delivered') order by id",
      run.id,
    );
    ways.sent.push(...sent.map(({ type }) => type));
  }
  return ways;
}

/** The fate of a canned reply of each type, and of its preview. */
async function previewCanned(client: Client, channel: Channel) {
  const { leadId } = await newWriter(client, channel);
  const fates = [];
  for (const type of outgoingTypes) {
    const input = { shortcut: type, type, ...contentOf(type, channel.platform) };
    const { body: canned } = await client.post("/canned-replies", input);
    const { body } = canned.data
      ? await client.post(`/canned-replies/${canned.data.id}/preview`, { lead_id: leadId })
      : { body: canned };
    // A member that would name a message or a comment is a fault besides.
    const errors = body.errors && Object.keys(body.errors)[0];
    fates.push(`${type} ${body.data ? (body.data.refusal ?? "shown") : `refused by ${errors}`}`);
  }
  return fates;
}

describe.each(CARRIERS)("by the $name of $platform, a message", (carrier) => {
  it("of each type is sent, or refused by name, as the guide says", async () => {
    const client = await newWorkspace();
    const channel = await newChannelOf(client, carrier);
    expect(await sendAll(client, channel)).toEqual(
      outgoingTypes.map((type) =>
        isSent(type, carrier)
          ? { type, preview: "shown", api: "sent" }
          : { type, preview: "refused by type", api: "refused by type" },
      ),
    );
    const isShown = (type: OutgoingType) =>
      isSent(type, carrier) && isYes(cellOf(type, "Canned reply"));
    expect(await previewCanned(client, channel)).toEqual(
      outgoingTypes.map((type) => `${type} ${isShown(type) ? "shown" : "refused by type"}`),
    );
    const goesOn = (type: OutgoingType) => isSentByRuns(type, carrier);
    const ways = ofNodes.map((type) => `${type} ${goesOn(type) ? "next" : "failed"}`);
    expect(await runAll(client, channel, carrier)).toEqual({
      ...{ run: ways, simulated: ways, sent: ofNodes.filter(goesOn) },
    });
  });
});

describe("a message", () => {
  it("that answers a comment is of a type that the guide names, on the platform with comments", async () => {
    const client = await newWorkspace();
    const channel = await newChannel(client, { platform: "instagram" });
    const { leadId, comment: comment_id, inputOf } = await newWriter(client, channel);
    for (const type of outgoingTypes) {
      const input = { ...inputOf(type), comment_id, lead_id: leadId };
      const { body } = await client.post("/messages/preview", input);
      const answers = cellOf(type, "After a comment") !== "–";
      expect([type, Object.keys(body.errors ?? {})]).toEqual([
        type,
        answers ? [] : expect.arrayContaining(["comment_id"]),
      ]);
    }
  });

  it("of a node is of a type that the guide names", async () => {
    const client = await newWorkspace();
    const nodes = outgoingTypes.map((type) => ({
      ...{ id: type, type: "message", data: { type, ...contentOf(type, "whatsapp") } },
    }));
    const { body } = await client.post("/scenarios", { name: "x", platform: "whatsapp", nodes });
    const checked = await client.post(`/scenarios/${body.data.id}/check`, {});
    const wrong: { node_id: string; path: string }[] = checked.body.data.warnings;
    expect(
      outgoingTypes.filter((type) =>
        wrong.some(({ node_id, path }) => node_id === type && path === "data.type"),
      ),
    ).toEqual(outgoingTypes.filter((type) => cellOf(type, "Node") !== "`message`"));
  });

  it("is of one of the types in the guide", () => {
    expect([...table.keys()]).toEqual(outgoingTypes);
    for (const platform of platforms)
      expect(acceptedBy({ platform, provider: "webhook" })).toEqual(
        outgoingTypes.filter((type) => isSent(type, { platform, name: "gateway" })),
      );
  });
});
