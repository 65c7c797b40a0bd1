import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, newChannel, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import type { Nodes } from "../support/flow";
import { requestsTo } from "../support/graph";
import {
  deliver,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  whatsappBody,
} from "../support/messaging";
import { onlyPersonOf, type Person, peopleOf } from "../support/received";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";
import { serve } from "../support/serve";

let client: Client;
let channel: Channel;
let number: string;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  number = newNumber();
});

const write = (message: object, options?: Parameters<typeof deliver>[2]) =>
  deliver(
    channel,
    whatsappBody(channel, {
      contacts: [{ profile: { name: "Ada" }, wa_id: number }],
      messages: [
        {
          from: number,
          id: newWamid(),
          timestamp: String(Math.floor(Date.now() / 1000)),
          ...message,
        },
      ],
    }),
    options,
  );

const hello = () => write({ type: "text", text: { body: "Hello" } });

const asking = {
  type: "flow",
  text: "What do you like, {{first_name}}?",
  flow: {
    ...{ flow_id: "1123", cta: "Tell us, {{first_name}}", screen: "LIKES" },
    data: { name: "{{first_name}}", sizes: [{ id: "{{ext_id|none}}", count: 2 }] },
  },
};

async function ask(input: object = asking) {
  const { lead } = await onlyPersonOf(client);
  const { body } = await client.post(`/leads/${lead.id}/messages`, input);
  await sendDue(channel.id);
  return body.data;
}

const sentLast = async () => (await requestsTo(channel.external_id ?? "")).at(-1)?.body;

describe("a message with a form", () => {
  it("goes out as WhatsApp's Flow, with a token for this message", async () => {
    await hello();
    const { id } = await ask();
    expect(await sentLast()).toMatchObject({
      type: "interactive",
      interactive: {
        type: "flow",
        body: { text: "What do you like, Ada?" },
        action: {
          name: "flow",
          parameters: {
            flow_message_version: "3",
            flow_token: expect.stringMatching(`^m${id}\\.[\\w-]{16}$`),
            ...{ flow_id: "1123", flow_cta: "Tell us, Ada", mode: "published" },
            flow_action: "navigate",
            flow_action_payload: {
              screen: "LIKES",
              data: { name: "Ada", sizes: [{ id: "none", count: 2 }] },
            },
          },
        },
      },
    });
    await ask({ ...asking, flow: { flow_id: "7", cta: "Open", mode: "draft" } });
    expect((await sentLast()).interactive.action.parameters).toEqual({
      flow_message_version: "3",
      flow_token: expect.any(String),
      ...{ flow_id: "7", flow_cta: "Open", mode: "draft" },
    });
  });

  it.each([
    ["without a form", { flow: undefined }, "flow"],
    ["without a text", { text: undefined }, "text"],
    ["with a long button", { flow: { ...asking.flow, cta: "a".repeat(21) } }, "flow.cta"],
    ["with data for no screen", { flow: { ...asking.flow, screen: null } }, "flow.screen"],
    ["with another id", { flow: { ...asking.flow, flow_id: "my_flow" } }, "flow.flow_id"],
    [
      "with an open placeholder",
      { flow: { ...asking.flow, data: { a: ["{{x"] } } },
      "flow.data.a.0",
    ],
    ["with buttons", { buttons: [{ title: "Yes" }] }, "buttons"],
  ])("is refused %s", async (_, change, field) => {
    await hello();
    const { lead } = await onlyPersonOf(client);
    const { body } = await client.post(`/leads/${lead.id}/messages`, { ...asking, ...change });
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it("is refused on Instagram", async () => {
    await hello();
    const { lead } = await onlyPersonOf(client);
    const instagram = await newChannel(client, { platform: "instagram" });
    const input = { ...asking, channel_id: instagram.id };
    const { body } = await client.post(`/leads/${lead.id}/messages`, input);
    expect(Object.keys(body.errors)).toEqual(["type"]);
  });
});

const answer = (answers: unknown, more: object = {}, options?: Parameters<typeof deliver>[2]) =>
  write(
    {
      type: "interactive",
      interactive: {
        type: "nfm_reply",
        nfm_reply: {
          ...{ name: "flow", body: "Sent" },
          response_json: typeof answers === "string" ? answers : JSON.stringify(answers),
        },
      },
      ...more,
    },
    options,
  );

const lastMessage = async () => (await onlyPersonOf(client)).messages.at(-1)!;

async function tokenOf(input?: object) {
  const { id } = await ask(input);
  return { id, token: (await sentLast()).interactive.action.parameters.flow_token as string };
}

describe("the answers of a form", () => {
  it("are shown on the message and in its event, without the token", async () => {
    await hello();
    const { id, token } = await tokenOf();
    await answer({ flow_token: token, city: "Kigali", sizes: ["42", "43"] });
    const answers = {
      message_id: id,
      unverified: false,
      values: { city: "Kigali", sizes: ["42", "43"] },
    };
    const message = await lastMessage();
    expect(message).toMatchObject({ type: "interactive", text: "Sent", answers });
    expect(message.payload).toEqual({
      type: "nfm_reply",
      nfm_reply: { name: "flow", body: "Sent" },
      context: { id: expect.any(String) },
    });
    expect(JSON.stringify(message)).not.toContain(token);
    const { body } = await client.get("/events?type[]=message.received&per_page=100");
    const events: { data: { message: Message } }[] = body.data;
    expect(events.map(({ data }) => data.message.answers)).toContainEqual(answers);
  });

  it.each([
    ["without a token", () => undefined],
    [
      "with a forged token",
      (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    ],
    ["with another message's token", (token: string) => token.replace(/^m\d+/, "m1")],
    ["with a token of another kind", () => 5],
  ])("are unverified %s", async (_, change) => {
    await hello();
    const { token } = await tokenOf();
    await answer({ flow_token: change(token), city: "Kigali" });
    expect((await lastMessage()).answers).toEqual({
      ...{ message_id: null, unverified: true },
      values: { city: "Kigali" },
    });
  });

  it("of a template's button are verified, unless the client gave it a token of its own", async () => {
    await hello();
    const open = async (parameters?: object[]) => {
      const button = {
        type: "button",
        sub_type: "flow",
        index: "0",
        ...(parameters && { parameters }),
      };
      const template = { name: "survey", language: "en", components: [button] };
      const { id } = await ask({ type: "template", template });
      const [sent] = (await sentLast()).template.components;
      return { id, parameters: sent.parameters, token: sent.parameters[0].action.flow_token };
    };
    const data = { flow_action_data: { city: "Kigali" } };
    const left = await open();
    const given = await open([{ type: "action", action: data }]);
    const theirs = { flow_token: "theirs", ...data };
    const own = await open([{ type: "action", action: theirs }]);
    const ours = (id: number) => expect.stringMatching(`^m${id}\\.[\\w-]{16}$`);
    const action = (members: object) => [{ type: "action", action: members }];
    expect(left.parameters).toEqual(action({ flow_token: ours(left.id) }));
    expect(given.parameters).toEqual(action({ flow_token: ours(given.id), ...data }));
    expect(own.parameters).toEqual(action(theirs));
    await answer({ flow_token: given.token, city: "Kigali" });
    expect((await lastMessage()).answers).toMatchObject({
      ...{ message_id: given.id, unverified: false },
    });
    await answer({ flow_token: own.token, city: "Huye" });
    expect((await lastMessage()).answers).toMatchObject({ message_id: null, unverified: true });
  });

  it("are verified by the key of before, too", async () => {
    await hello();
    const { id, token } = await tokenOf();
    const change = { APP_KEY: "b".repeat(40), APP_KEY_BEFORE: testEnv.APP_KEY };
    const fetcher = (request: Request) => serve(request, change);
    await answer({ flow_token: token, city: "Kigali" }, {}, { fetcher });
    expect((await lastMessage()).answers).toMatchObject({ message_id: id, unverified: false });
  });

  it("are unverified with a token of another lead, of another workspace, or of first answers", async () => {
    await hello();
    const { token } = await tokenOf();
    const [ada, adas] = [number, await onlyPersonOf(client)];
    number = newNumber();
    await hello();
    await answer({ flow_token: token, city: "Huye" });
    number = ada;
    await Promise.all(["Kigali", "Musanze"].map((city) => answer({ flow_token: token, city })));
    await answer({ flow_token: token, city: "Rubavu" });
    const given = (of: Person | undefined) => of!.messages.flatMap(({ answers }) => answers ?? []);
    const people = await peopleOf(client);
    const own = given(people.find(({ lead }) => lead.id === adas.lead.id));
    expect(own.map(({ unverified }) => unverified).sort()).toEqual([false, true, true]);
    expect(given(people.find(({ lead }) => lead.id !== adas.lead.id))).toMatchObject([
      { unverified: true, values: { city: "Huye" } },
    ]);
    client = await newWorkspace();
    channel = await newMetaChannel(client);
    await hello();
    await answer({ flow_token: token, city: "Kigali" });
    expect((await lastMessage()).answers).toMatchObject({ unverified: true });
  });

  it.each([
    ["of 65 kB", JSON.stringify({ a: "x".repeat(65 * 1024) })],
    ["of 6 levels", JSON.stringify({ a: { b: { c: { d: { e: {} } } } } })],
    [
      "of 201 keys",
      JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, 1]))),
    ],
    ["that are a list", "[1]"],
    ["that are no JSON", "{"],
  ])("%s are kept as a message, and not parsed", async (_, json) => {
    await answer(json);
    expect(await lastMessage()).toMatchObject({ type: "interactive", text: "Sent", answers: null });
  });

  it("of 5 levels and 200 keys are parsed, and go with what they are of", async () => {
    const many = Object.fromEntries(Array.from({ length: 195 }, (_, n) => [`k${n}`, n]));
    await answer({ a: { b: { c: { d: {} } } }, ...many, e: "secret words" });
    const { answers, conversation_id } = await lastMessage();
    expect(Object.keys(answers!.values)).toHaveLength(197);
    const found = await client.get(`/messages?text=secret&conversation_id=${conversation_id}`);
    expect(found.body.data).toHaveLength(1);
  });
});

const saving = {
  save: { city: "town", sizes: "sizes", extra: "extra", deep: "deep" },
  required: ["city"],
};

describe("a run that waits for a form", () => {
  const graph = (wait: object, edges: string) =>
    newFlow(
      client,
      {
        ask: ["message", asking],
        wait: ["wait_for_reply", { timeout_seconds: 60, ...wait }],
        done: ["exit", { reason: "done" }],
        not: ["exit", { reason: "not" }],
        other: ["exit", { reason: "other" }],
      },
      edges,
    );
  const EDGES = "ask>wait:answers>done wait:invalid>not wait:reply>other";

  async function start(edges = EDGES) {
    await hello();
    const { lead } = await onlyPersonOf(client);
    const flow = await graph({ flow: saving }, edges);
    const run = await enrol(client, flow.id, lead.id);
    await settle(client);
    const token = (await sentLast()).interactive.action.parameters.flow_token as string;
    return { run, token, lead };
  }

  it("saves the answers as texts, once", async () => {
    const { run, token } = await start();
    await answer({
      flow_token: token,
      city: " Kigali ",
      sizes: ["42", 43],
      extra: 5,
      deep: { a: 1 },
    });
    await settle(client);
    expect((await trailOf(run)).at(-1)).toMatch(/^done /);
    expect((await onlyPersonOf(client)).lead.variables).toEqual({
      ...{ town: "Kigali", sizes: "42, 43", extra: "5", deep: '{"a":1}' },
    });
  });

  it("is not answered by a form of another message, nor without a token", async () => {
    const { run, token } = await start();
    const other = await tokenOf();
    await answer({ flow_token: other.token, city: "Huye" });
    await answer({ city: "Huye" });
    await answer({ flow_token: "m1.AAAAAAAAAAAAAAAA", city: "Huye" });
    await settle(client);
    expect((await runNow(client, run)).state).toBe("waiting");
    expect((await onlyPersonOf(client)).lead.variables).toEqual({});
    await answer({ flow_token: token, city: "Kigali" });
    await settle(client);
    expect((await onlyPersonOf(client)).lead.variables).toEqual({ town: "Kigali" });
  });

  it("leaves by invalid without a required answer, and by reply for a text", async () => {
    const { run, token } = await start();
    await answer({ flow_token: token, city: " ", sizes: ["42"] });
    await settle(client);
    expect((await trailOf(run)).at(-1)).toMatch(/^not /);
    expect((await onlyPersonOf(client)).lead.variables).toEqual({});
    const again = await enrol(client, (await runNow(client, run)).scenario_id, run.lead_id);
    await settle(client);
    await hello();
    await settle(client);
    expect((await trailOf(again)).at(-1)).toMatch(/^other /);
  });

  it("is played by simulations, and by the wait of the message itself", async () => {
    const nodes: Nodes = {
      ask: ["message", { ...asking, wait: { timeout_seconds: 60, flow: saving } }],
      done: ["message", { text: "From {{town|?}}" }],
      not: ["exit", { reason: "not" }],
    };
    const flow = await newFlow(client, nodes, "ask:answers>done ask:invalid>not");
    const simulate = async (answers: object) => {
      const events = [{ after_seconds: 5, answers }];
      const path = `/scenarios/${flow.id}/simulate`;
      const { data } = (await client.post(path, { lead: { phone: "+33639980042" }, events })).body;
      return data.trail.map(({ node_id, outcome }: Record<string, string>) => [node_id, outcome]);
    };
    expect(await simulate({ city: "Kigali" })).toEqual([
      ["ask", "answers"],
      ["done", expect.anything()],
    ]);
    expect(await simulate({ sizes: ["42"] })).toEqual([
      ["ask", "invalid"],
      ["not", expect.anything()],
    ]);
  });
});

describe("a sandbox", () => {
  it("plays the answers of a form, and refuses what no form answers", async () => {
    const sandbox = await newChannel(client);
    const receive = (input: object) =>
      client.post(`/channels/${sandbox.id}/inbound`, { from: number, ...input });
    const { body: first } = await receive({ text: "Hello" });
    const path = `/conversations/${first.data.conversation_id}/messages`;
    const { id } = (await client.post(path, asking)).body.data;
    await sendDue(sandbox.id);
    const named = { answers: { city: "Kigali" }, answered_message_id: id };
    const { data } = (await receive(named)).body;
    expect(data).toMatchObject({
      type: "interactive",
      answers: { message_id: id, unverified: false, values: { city: "Kigali" } },
    });
    expect((await receive(named)).body.data.answers).toMatchObject({ unverified: true });
    const payload = { answers: { message_id: id, unverified: false, values: { city: "Huye" } } };
    expect((await receive({ text: "Hi", payload })).body.data).toMatchObject({
      ...{ answers: null, payload: {} },
    });
    for (const [input, field] of [
      [{ type: "text", text: "Hi", answers: {} }, "answers"],
      [{ answers: { a: { b: { c: { d: { e: {} } } } } } }, "answers"],
      [{ text: "Hi", answered_message_id: id }, "answered_message_id"],
    ] as const)
      expect(Object.keys((await receive(input)).body.errors)).toEqual([field]);
  });
});
