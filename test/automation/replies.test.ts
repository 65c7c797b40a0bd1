import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, make, newChannel, newLead, newScenario, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf, type Nodes } from "../support/flow";
import {
  deliver,
  heldBack,
  messagesOf,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle, stepDue, trailOf } from "../support/run-scheduler";

const HOUR = 3_600;
const buttons = (text: string) => ({
  type: "buttons",
  text,
  buttons: [
    { id: "yes", title: "Yes" },
    { id: "no", title: "No" },
  ],
});
const list = (text: string, ...titles: string[]) => ({
  type: "list",
  text,
  list: { button: "Choose", sections: [{ rows: titles.map((title) => ({ id: title, title })) }] },
});
const wait = (save_to: string, more: object = {}) => ({
  timeout_seconds: HOUR,
  save_to,
  ...more,
});
const yes = { matches: [{ handle: "yes", op: "equals", value: "yes" }] };

/** The flows by their names: each asks, and waits for the answers. */
const FLOWS = {
  charge: flow(
    {
      q1: ["message", buttons("Do you like it?")],
      w1: ["wait_for_reply", wait("likes", yes)],
      q2: ["message", buttons("Shall we charge your card?")],
      w2: ["wait_for_reply", wait("charge", yes)],
    },
    "q1 > w1:yes > q2 > w2:yes > end w1:reply > end w1:timeout > q2 w2:reply > end w2:timeout > end",
  ),
  city: flow(
    {
      q1: ["message", list("What do you like?", "Code", "Design")],
      w1: ["wait_for_reply", wait("topic")],
      q2: ["message", { text: "Which city?" }],
      w2: ["wait_for_reply", wait("city")],
    },
    "q1 > w1:reply > q2 > w2:reply > end w1:timeout > end w2:timeout > end",
  ),
  mail: flow(
    {
      q1: ["message", { text: "What is your e-mail?" }],
      w1: ["wait_for_reply", wait("mail")],
    },
    "q1 > w1:reply > end w1:timeout > end",
  ),
  between: flow(
    {
      q1: ["message", buttons("Do you like it?")],
      more: ["message", { text: "Take your time." }],
      w1: ["wait_for_reply", wait("likes")],
    },
    "q1 > more > w1:reply > end w1:timeout > end",
  ),
  menu: flow(
    {
      q1: ["message", list("What shall we tell you?", "Prices", "Hours")],
      w1: ["wait_for_reply", wait("topic")],
      told: ["message", { text: "{{topic}}: see above. Tap another." }],
    },
    "q1 > w1:reply > told > w1 w1:timeout > end",
  ),
  reminder: flow(
    {
      q1: ["message", buttons("Do you like it?")],
      w1: ["wait_for_reply", wait("likes")],
      nudge: ["message", { text: "Still there?" }],
      w2: ["wait_for_reply", wait("later")],
    },
    "q1 > w1:timeout > nudge > w2:reply > end w1:reply > end w2:timeout > end",
  ),
  again: flow(
    {
      q1: ["message", list("Your number?", "One", "42")],
      w1: ["wait_for_reply", wait("number", { validate: "number", max_attempts: 1 })],
      told: ["message", { text: "Please tap a number above." }],
    },
    "q1 > w1:invalid > told > w1 w1:reply > end w1:timeout > end",
  ),
  own: flow(
    {
      q1: ["message", { ...buttons("Do you like it?"), wait: wait("likes") }],
      q2: ["message", { ...buttons("Shall we charge your card?"), wait: wait("charge") }],
    },
    "q1:yes > q2:yes > end q1:no > end q1:reply > end q1:timeout > q2:reply > end " +
      "q2:no > end q2:timeout > end q1:failed > end q2:failed > end",
  ),
  listening: flow({ w1: ["wait_for_reply", wait("said")] }, "w1:reply > end w1:timeout > end"),
};
type Flow = keyof typeof FLOWS;

function flow(nodes: Nodes, edges: string) {
  return flowOf({ ...nodes, end: ["exit"] }, edges);
}

let client: Client;
let channel: Channel;
const scenarios = new Map<string, number>();

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client, "whatsapp_cloud", { is_default: true });
});

async function scenarioOf(name: Flow) {
  const known = scenarios.get(name);
  if (known !== undefined) return known;
  const { id } = await newScenario(client, { name, is_active: true, ...FLOWS[name] });
  scenarios.set(name, id);
  return id;
}

/** A lead who has written, so that the window is open. */
async function newPerson() {
  const number = newNumber();
  const lead = await newLead(client, { phone: `+${number}` });
  const say = (message: object) =>
    deliver(channel, whatsappBody(channel, textFrom(number, "", { text: undefined, ...message })));
  await say(written("Hello"));
  const [conversation] = (await client.get(`/conversations?lead_id=${lead.id}`)).body.data;
  const sent = async (text: string): Promise<Message> =>
    (await messagesOf(client, conversation.id)).findLast((message) => message.text === text)!;
  const variables = async () => (await client.get(`/leads/${lead.id}`)).body.data.variables;
  return { number, lead, say, sent, variables, conversationId: conversation.id as number };
}

type Person = Awaited<ReturnType<typeof newPerson>>;

async function start(person: Person, name: Flow) {
  const run = await enrol(client, await scenarioOf(name), person.lead.id);
  await settle(client);
  const now = async () => {
    await settle(client);
    const { state, node_id } = await runNow(client, run);
    return [state, node_id];
  };
  return { id: run.id, now };
}

const written = (body: string, more: object = {}) => ({ type: "text", text: { body }, ...more });
const quoting = (id: string | null) => ({ context: { from: "15550783881", id } });
const tap = (title: string, id: string | null) => ({
  ...{ type: "interactive", ...quoting(id) },
  interactive: { type: "button_reply", button_reply: { id: title.toLowerCase(), title } },
});
const row = (title: string, id: string | null) => ({
  ...{ type: "interactive", ...quoting(id) },
  interactive: { type: "list_reply", list_reply: { id: title, title } },
});
const templateTap = (text: string, id: string | null) => ({
  ...{ type: "button", ...quoting(id) },
  button: { text, payload: text.toUpperCase() },
});

/** The seconds of a moment, as in WhatsApp's webhooks, and those some seconds off. */
const at = (moment: string | null, off = 0) => ({
  timestamp: String(Math.floor(Date.parse(moment!) / 1000) + off),
});

async function newTemplate(person: Person) {
  const template = { name: "offer", language: "en" };
  const body = { channel_id: channel.id, type: "template", template };
  const { id } = await make(client, `/leads/${person.lead.id}/messages`, body);
  await sendDue(channel.id);
  return (await client.get(`/messages/${id}`)).body.data.external_id as string;
}

describe("a tap", () => {
  it("answers the question that it belongs to, and not the next one", async () => {
    const person = await newPerson();
    const run = await start(person, "charge");
    const first = await person.sent("Do you like it?");
    await person.say(tap("Yes", first.external_id));
    expect(await run.now()).toEqual(["waiting", "w2"]);
    await person.say(tap("Yes", first.external_id));
    await person.say(written("Yes", quoting(first.external_id)));
    expect(await run.now()).toEqual(["waiting", "w2"]);
    expect(await person.variables()).toEqual({ likes: "Yes" });
    // It is in the thread all the same.
    expect((await messagesOf(client, person.conversationId)).slice(-2)).toMatchObject([
      { type: "interactive", text: "Yes", payload: { context: { id: first.external_id } } },
      { type: "text", text: "Yes" },
    ]);
    await person.say(tap("Yes", (await person.sent("Shall we charge your card?")).external_id));
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await person.variables()).toEqual({ likes: "Yes", charge: "Yes" });
  });

  it("on a row of a list that was answered answers nothing", async () => {
    const person = await newPerson();
    const run = await start(person, "city");
    const { external_id } = await person.sent("What do you like?");
    await person.say(row("Design", external_id));
    expect(await run.now()).toEqual(["waiting", "w2"]);
    await person.say(row("Code", external_id));
    expect(await run.now()).toEqual(["waiting", "w2"]);
    await person.say(written("Lyon"));
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await person.variables()).toEqual({ topic: "Design", city: "Lyon" });
  });

  it("of an older template, or of a run that has ended, answers nothing", async () => {
    const person = await newPerson();
    const template = await newTemplate(person);
    const ended = await start(person, "between");
    const { external_id } = await person.sent("Do you like it?");
    await person.say(tap("No", external_id));
    expect(await ended.now()).toEqual(["exited", "end"]);
    const run = await start(person, "mail");
    await person.say(templateTap("Show me the offer", template));
    await person.say(tap("Yes", external_id));
    expect(await run.now()).toEqual(["waiting", "w1"]);
    expect(await person.variables()).toEqual({ likes: "No" });
  });

  it("counts where others of the run's messages stand between question and wait", async () => {
    const person = await newPerson();
    const run = await start(person, "between");
    await person.say(tap("Yes", (await person.sent("Do you like it?")).external_id));
    expect(await run.now()).toEqual(["exited", "end"]);
  });

  it.each([
    ["of a message that is not known", () => tap("Yes", "wamid.OF-NOBODY")],
    ["without the message", () => ({ ...tap("Yes", null), context: undefined })],
    ["on a message of the lead's own", (own: string) => tap("Yes", own)],
  ])("%s goes on as a text does", async (_, message) => {
    const person = await newPerson();
    const run = await start(person, "mail");
    await person.say(message((await person.sent("Hello")).external_id!));
    expect(await run.now()).toEqual(["exited", "end"]);
  });

  it("counts before the id of its question is known", async () => {
    const person = await newPerson();
    const run = await start(person, "charge");
    const { id, external_id } = await person.sent("Do you like it?");
    const sending = "status = 'sending', external_id = null, sent_at = null";
    await testEnv.DB.prepare(`update messages set ${sending} where id = ?`).bind(id).run();
    await person.say(tap("Yes", external_id));
    await stepDue(client);
    expect(await trailOf(run)).toContain("w1 yes");
  });

  it("answers a message that waits itself, and not the next one", async () => {
    const [person, late] = [await newPerson(), await newPerson()];
    const [run, unanswered] = [await start(person, "own"), await start(late, "own")];
    expect(await run.now()).toEqual(["waiting", "q1"]);
    const first = await person.sent("Do you like it?");
    await person.say(tap("Yes", first.external_id));
    expect(await run.now()).toEqual(["waiting", "q2"]);
    await person.say(tap("Yes", first.external_id));
    await person.say(written("Yes", quoting(first.external_id)));
    expect(await run.now()).toEqual(["waiting", "q2"]);
    await person.say(written("No."));
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await trailOf(run)).toEqual(["q1 yes", "q2 no", "end exit_node"]);
    expect(await person.variables()).toEqual({ likes: "Yes", charge: "No." });
    await later((HOUR + 1) * 1_000, () => settle(client));
    expect(await unanswered.now()).toEqual(["waiting", "q2"]);
    await late.say(tap("Yes", (await late.sent("Do you like it?")).external_id));
    expect(await trailOf(unanswered)).toEqual(["q1 timeout", "q2 …"]);
    await late.say(tap("Yes", (await late.sent("Shall we charge your card?")).external_id));
    expect(await unanswered.now()).toEqual(["exited", "end"]);
  });

  it("counts while a message that waits itself is not known to be sent", async () => {
    const person = await newPerson();
    const run = await enrol(client, await scenarioOf("own"), person.lead.id);
    await stepDue(client);
    const { id } = await person.sent("Do you like it?");
    const sending = "status = 'sending', external_id = 'wamid.OWN', next_attempt_at = 0";
    await testEnv.DB.prepare(`update messages set ${sending} where id = ?`).bind(id).run();
    await person.say(tap("No", "wamid.OWN"));
    await stepDue(client);
    expect(await runNow(client, run)).toMatchObject({ waiting_for: "sending", node_id: "q1" });
    await testEnv.DB.prepare("update messages set status = 'sent' where id = ?").bind(id).run();
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["q1 no", "end exit_node"]);
    expect(await person.variables()).toEqual({ likes: "No" });
  });

  it("counts once where two come at once", async () => {
    const person = await newPerson();
    const run = await start(person, "charge");
    const { external_id } = await person.sent("Do you like it?");
    await Promise.all([person.say(tap("Yes", external_id)), person.say(tap("Yes", external_id))]);
    expect(await run.now()).toEqual(["waiting", "w2"]);
    expect(await trailOf(run)).toEqual(["q1 next", "w1 yes", "q2 next", "w2 …"]);
  });

  it("on a menu counts each time, while nothing else is asked", async () => {
    const person = await newPerson();
    const run = await start(person, "menu");
    const { external_id } = await person.sent("What shall we tell you?");
    for (const title of ["Prices", "Hours"]) {
      await person.say(row(title, external_id));
      expect(await run.now()).toEqual(["waiting", "w1"]);
      expect(await person.variables()).toEqual({ topic: title });
    }
  });

  it("counts for a question that was answered invalidly", async () => {
    const person = await newPerson();
    const run = await start(person, "again");
    await person.say(written("who knows"));
    expect(await run.now()).toEqual(["waiting", "w1"]);
    await person.say(row("42", (await person.sent("Your number?")).external_id));
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await person.variables()).toEqual({ number: 42 });
  });

  it("counts after a reminder, but not where something else was asked meanwhile", async () => {
    const [reminded, asked] = [await newPerson(), await newPerson()];
    const [one, other] = [await start(reminded, "reminder"), await start(asked, "charge")];
    await later((HOUR + 1) * 1_000, () => settle(client));
    expect([await one.now(), await other.now()]).toEqual([
      ["waiting", "w2"],
      ["waiting", "w2"],
    ]);
    for (const person of [reminded, asked])
      await person.say(tap("Yes", (await person.sent("Do you like it?")).external_id));
    expect([await one.now(), await other.now()]).toEqual([
      ["exited", "end"],
      ["waiting", "w2"],
    ]);
    expect(await reminded.variables()).toEqual({ later: "Yes" });
  });

  it("reaches the one of several runs that has asked", async () => {
    const person = await newPerson();
    const [first, second] = [await start(person, "charge"), await start(person, "mail")];
    await person.say(tap("Yes", (await person.sent("Do you like it?")).external_id));
    expect([await first.now(), await second.now()]).toEqual([
      ["waiting", "w2"],
      ["waiting", "w1"],
    ]);
    // The question that stands last gets what quotes none.
    await person.say(written("Yes"));
    expect([await first.now(), await second.now()]).toEqual([
      ["exited", "end"],
      ["waiting", "w1"],
    ]);
  });

  it("answers a run that asks nothing itself, if the lead has said nothing since", async () => {
    const person = await newPerson();
    const old = await newTemplate(person);
    await person.say(written("Later, please"));
    const latest = await newTemplate(person);
    const run = await start(person, "listening");
    await person.say(templateTap("Show me the offer", old));
    expect(await run.now()).toEqual(["waiting", "w1"]);
    await person.say(templateTap("Show me more", latest));
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await person.variables()).toEqual({ said: "Show me more" });
  });
});

describe("a tap on a card", () => {
  const cardOf = (title: string) => ({
    ...{ title, text: title, media: { url: "https://example.com/a.jpg" } },
    buttons: [{ title: "Take it", id: title.toLowerCase() }],
  });
  const cards = { type: "cards", cards: [cardOf("Design"), cardOf("Code")] };

  it("of WhatsApp answers its message, and one below a template the question after it", async () => {
    const { id } = await newFlow(
      client,
      {
        q1: ["message", { ...cards, text: "Which course?", wait: wait("course") }],
        offer: ["template", { name: "offer", language: "en" }],
        w1: ["wait_for_reply", wait("said", yes)],
        end: ["exit"],
      },
      "q1:code > offer > w1:yes > end",
    );
    const person = await newPerson();
    const run = await enrol(client, id, person.lead.id);
    await settle(client);
    const asked = (await person.sent("Which course?")).external_id;
    // Design has no edge of its own, nor has \`reply\`.
    await person.say({
      ...{ type: "interactive", ...quoting(asked) },
      interactive: { type: "button_reply", button_reply: { id: "code", title: "Take it" } },
    });
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", node_id: "w1" });
    const messages = await messagesOf(client, person.conversationId);
    const template = messages.findLast(({ type }) => type === "template")!;
    await person.say(templateTap("Yes", template.external_id));
    await settle(client);
    expect(await trailOf(run)).toEqual(["q1 code", "offer next", "w1 yes", "end exit_node"]);
    expect(await person.variables()).toEqual({ course: "Take it", said: "Yes" });
  });

  it("of Instagram answers its message as a postback, and a quick reply the next question", async () => {
    const account = await newMetaChannel(client, "instagram");
    const id = newNumber();
    const say = (event: object) =>
      deliver(account, {
        object: "instagram",
        entry: [
          {
            ...{ id: account.external_id, time: Date.now() },
            messaging: [
              {
                ...{ sender: { id }, recipient: { id: account.external_id } },
                ...{ timestamp: Date.now(), ...event },
              },
            ],
          },
        ],
      });
    await say({ message: { mid: `mid.${id}`, text: "Hello" } });
    const [talk] = (await client.get(`/conversations?channel_id=${account.id}`)).body.data;
    const scenario = await newScenario(client, {
      ...{ platform: "instagram", is_active: true },
      ...flow(
        {
          q1: ["message", { ...cards, wait: wait("course") }],
          q2: ["message", { ...buttons("Do you like it?"), wait: wait("likes") }],
        },
        "q1:code > q2:yes > end",
      ),
    });
    const run = await enrol(client, scenario.id, talk.lead_id);
    await settle(client);
    await say({ postback: { mid: `mid.p${id}`, title: "Take it", payload: "code" } });
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", node_id: "q2" });
    await say({ message: { mid: `mid.q${id}`, text: "Yes", quick_reply: { payload: "yes" } } });
    await settle(client);
    expect(await trailOf(run)).toEqual(["q1 code", "q2 yes", "end exit_node"]);
    const { variables } = (await client.get(`/leads/${talk.lead_id}`)).body.data;
    expect(variables).toEqual({ course: "Take it", likes: "Yes" });
  });
});

describe("what was written before the question was sent", () => {
  it.each([
    [-259_200, "waiting"],
    [-600, "waiting"],
    [-1, "waiting"],
    [0, "exited"],
  ] as const)("is no answer to it: %i seconds off, the run is %s", async (off, state) => {
    const person = await newPerson();
    const run = await start(person, "mail");
    const { sent_at } = await person.sent("What is your e-mail?");
    const second = at(sent_at, off);
    await person.say(written("What are your opening hours?", second));
    expect((await run.now())[0]).toBe(state);
    expect((await person.sent("What are your opening hours?")).sent_at).toBe(
      new Date(Number(second.timestamp) * 1000).toISOString(),
    );
  });

  it("is none while it is still queued, or has failed", async () => {
    const person = await newPerson();
    const run = await heldBack(channel.id, async () => {
      const { id } = await enrol(client, await scenarioOf("mail"), person.lead.id);
      await stepDue(client);
      await person.say(written("One more thing"));
      await stepDue(client);
      expect((await runNow(client, { id })).state).toBe("waiting");
      return { id };
    });
    await sendDue(channel.id);
    const { id } = await person.sent("What is your e-mail?");
    const failed = "status = 'failed', sent_at = null";
    await testEnv.DB.prepare(`update messages set ${failed} where id = ?`).bind(id).run();
    await person.say(written("Hello?"));
    await settle(client);
    expect((await runNow(client, run)).state).toBe("waiting");
  });

  it("counts from the first message since the run took an answer", async () => {
    const person = await newPerson();
    const run = await start(person, "between");
    const { id, sent_at } = await person.sent("Take your time.");
    await testEnv.DB.prepare("update messages set sent_at = sent_at + 60000 where id = ?")
      .bind(id)
      .run();
    await person.say(written("I do", at(sent_at)));
    expect(await run.now()).toEqual(["exited", "end"]);
  });

  it("is none of a run that was made later and asks nothing", async () => {
    const person = await newPerson();
    const run = await start(person, "listening");
    const { created_at } = await runNow(client, run);
    await person.say(written("Old news", at(created_at, -60)));
    expect(await run.now()).toEqual(["waiting", "w1"]);
    await person.say(written("Here I am"));
    expect(await run.now()).toEqual(["exited", "end"]);
  });

  it("is none on a channel of the sandbox either", async () => {
    const own = await newWorkspace();
    const sandbox = await newChannel(own, { is_default: true });
    const lead = await newLead(own, { phone: `+${newNumber()}` });
    const say = (body: object) =>
      make(own, `/channels/${sandbox.id}/inbound`, { lead_id: lead.id, ...body });
    await say({ text: "Hello" });
    const { id } = await newScenario(own, { is_active: true, ...FLOWS.mail });
    const run = await enrol(own, id, lead.id);
    await settle(own);
    await say({ text: "What are your opening hours?", at: "2026-11-01T08:00:00Z" });
    await settle(own);
    expect((await runNow(own, run)).state).toBe("waiting");
    await say({ text: "ana@example.com" });
    await settle(own);
    expect((await runNow(own, run)).state).toBe("exited");
  });
});

describe("what is no answer", () => {
  it.each([
    { type: "request_welcome" },
    { type: "unsupported", errors: [{ code: 131051, title: "Message type unknown" }] },
    { type: "interactive" },
    { type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } },
    {
      type: "system",
      system: { body: "Your security code has changed", type: "customer_changed" },
    },
  ])("is $type", async (message) => {
    const person = await newPerson();
    const run = await start(person, "mail");
    await person.say(message);
    expect(await run.now()).toEqual(["waiting", "w1"]);
    expect(await rowsOf("select 1 from run_events where run_id = ?", run.id)).toEqual([]);
  });

  it("is a call, which wakes no wait even where it comes twice", async () => {
    const person = await newPerson();
    const run = await start(person, "mail");
    const rung = {
      ...{ id: newWamid(), from: person.number, event: "connect" },
      ...{ direction: "USER_INITIATED", timestamp: String(Math.floor(Date.now() / 1000)) },
    };
    const body = whatsappBody(channel, { calls: [rung] }, "calls");
    for (let times = 0; times < 2; times++) expect((await deliver(channel, body)).status).toBe(200);
    await settle(client);
    expect(await run.now()).toEqual(["waiting", "w1"]);
    expect(await rowsOf("select 1 from run_events where run_id = ?", run.id)).toEqual([]);
    expect((await messagesOf(client, person.conversationId)).at(-1)).toMatchObject({
      type: "call",
    });
    await person.say(written("ada@example.com"));
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await person.variables()).toEqual({ mail: "ada@example.com" });
  });

  it.each([
    { type: "audio", audio: { id: "1", mime_type: "audio/ogg" } },
    { type: "sticker", sticker: { id: "1", mime_type: "image/webp" } },
    { type: "order", order: { catalog_id: "1", product_items: [] } },
  ])("is not $type, of which nothing is saved", async (message) => {
    const person = await newPerson();
    const run = await start(person, "mail");
    await person.say(message);
    expect(await run.now()).toEqual(["exited", "end"]);
    expect(await person.variables()).toEqual({});
  });
});

describe("on Instagram, a reply", () => {
  it("that quotes an answered question answers nothing", async () => {
    const own = await newWorkspace();
    const account = await newMetaChannel(own, "instagram", { is_default: true });
    const say = (message: object) =>
      deliver(account, {
        object: "instagram",
        entry: [
          {
            id: account.external_id,
            messaging: [
              {
                ...{ sender: { id: "5678" }, recipient: { id: account.external_id } },
                ...{ timestamp: Date.now(), message: { mid: crypto.randomUUID(), ...message } },
              },
            ],
          },
        ],
      });
    await say({ text: "Hello" });
    const [lead] = (await own.get("/leads")).body.data;
    const { id } = await newScenario(own, {
      ...{ platform: "instagram", is_active: true },
      ...FLOWS.charge,
    });
    const run = await enrol(own, id, lead.id);
    await settle(own);
    const [talk] = (await own.get("/conversations")).body.data;
    const question = (await messagesOf(own, talk.id)).at(-1)!;
    const answer = { text: "Yes", reply_to: { mid: question.external_id } };
    for (const node of ["w2", "w2"]) {
      await say(answer);
      await settle(own);
      expect((await runNow(own, run)).node_id).toBe(node);
    }
  });
});
