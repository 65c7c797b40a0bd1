import { beforeAll, describe, expect, it } from "vitest";
import { consentMethods, ownMethods } from "#domain/consents";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newLead, newWorkspace } from "../support/api";
import { dataOf } from "../support/events";
import {
  deliver,
  messagesOf,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  whatsappBody,
} from "../support/messaging";
import { ledgerOf, optoutsOf, personOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, settle } from "../support/run-scheduler";

let client: Client;
let channel: Channel;
let sandbox: Channel;
/** A workspace with a sandbox alone, in which its runs send. */
let flows: Client;
let stage: Channel;

beforeAll(async () => {
  [client, flows] = [await newWorkspace(), await newWorkspace()];
  channel = await newMetaChannel(client);
  sandbox = await newChannel(client);
  stage = await newChannel(flows);
});

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1000) - ago);

/** A lead with a WhatsApp number of its own, and what it does. */
async function person(owner = client, box = sandbox) {
  const number = newNumber();
  const lead: Lead = await newLead(owner, { phone: `+${number}` });
  const send = (message: object, ago = 0) =>
    deliver(
      channel,
      whatsappBody(channel, {
        messages: [{ from: number, id: newWamid(), timestamp: seconds(ago), ...message }],
      }),
    );
  const preference = (value: string, ago: number | null) =>
    whatsappBody(
      channel,
      {
        user_preferences: [
          {
            wa_id: number,
            category: "marketing_messages",
            value,
            ...(ago !== null && { timestamp: Number(seconds(ago)) }),
          },
        ],
      },
      "user_preferences",
    );
  return {
    lead,
    number,
    send,
    say: (body: string, ago = 0) => send({ type: "text", text: { body } }, ago),
    tap: (text: string, ago = 0) => send({ type: "button", button: { text, payload: text } }, ago),
    preference,
    prefer: (value: string, ago: number | null) => deliver(channel, preference(value, ago)),
    now: () => personOf(owner, lead.id),
    isOptout: async () => (await personOf(owner, lead.id)).lead.is_optout,
    play: (json: object) =>
      owner.post(`/channels/${box.id}/inbound`, { lead_id: lead.id, ...json }),
  };
}

type Acting = Awaited<ReturnType<typeof person>>;

describe("a button of Meta's own", () => {
  it.each([
    ["Stop promotions", "marketing"],
    ["Parar promoções", "marketing"],
    ["Interrompi promozioni", "marketing"],
    ["Unsubscribe from All", "all"],
  ])("%j unsubscribes by its tap, from %s: all is confirmed, once", async (label, scope) => {
    const { tap, now, lead } = await person();
    await tap(label, 20);
    await tap(label, 10);
    await sendDue(channel.id);
    const { messages, conversations, ...rest } = await now();
    const isAll = scope === "all";
    const method = isAll ? "button" : "platform_button";
    const entry = `opted_out${isAll ? "" : " of marketing"} by ${method}`;
    expect(await optoutsOf(lead.id)).toEqual([isAll, !isAll]);
    expect(ledgerOf({ messages, conversations, ...rest })).toEqual([entry, entry]);
    const sent = (await messagesOf(client, conversations[0]!.id)).filter(
      ({ direction }) => direction === "outbound",
    );
    expect(sent).toHaveLength(isAll ? 1 : 0);
    const event = isAll ? "lead.opted_out" : "lead.marketing_opted_out";
    expect(await dataOf(client, event, `lead_id=${lead.id}`)).toMatchObject([
      { method, message_id: messages[0]!.id },
    ]);
  });

  it("unsubscribes as a text, in the sandbox and on Instagram too", async () => {
    const { play, now } = await person();
    await play({ text: "stop promotions." });
    await play({ type: "button", text: "Detener promociones", tapped: "x" });
    expect(ledgerOf(await now())).toEqual([
      "opted_out of marketing by platform_button",
      "opted_out of marketing by platform_button",
    ]);
    const instagram = await newMetaChannel(client, "instagram");
    const event = {
      sender: { id: "97531" },
      timestamp: Date.now(),
      message: { mid: "mid.p", text: "Stop promotions", quick_reply: { payload: "S" } },
    };
    await deliver(instagram, {
      object: "instagram",
      entry: [{ id: instagram.external_id, messaging: [event] }],
    });
    const [{ id }] = (await client.get("/leads?source=instagram")).body.data;
    expect(ledgerOf(await personOf(client, id))).toEqual([
      "opted_out of marketing by platform_button",
    ]);
  });

  it("can be undone by the lead's page, as each method by which the lead itself has spoken", async () => {
    for (const method of consentMethods) {
      const { lead } = await person();
      await rowsOf(
        `insert into consents (workspace_id, lead_id, kind, method, at, created_at)
         values (?, ?, 'opted_out', ?, 1, 1)`,
        client.workspaceId,
        lead.id,
        method,
      );
      await rowsOf("update leads set is_optout = 1 where id = ?", lead.id);
      const [{ held }] = (await rowsOf<{ held: number }>(
        `select count(*) as held from suppressions join leads on hash = phone_hash
         where leads.id = ? and suppressions.lead_id is null`,
        lead.id,
      )) as [{ held: number }];
      expect(held === 0, method).toBe((ownMethods as readonly string[]).includes(method));
    }
  });
});

/** Opts a lead out of all messages by a method that says no more than marketing by now. */
async function enterOld({ lead }: Acting, method: string) {
  await rowsOf(
    `insert into consents (workspace_id, lead_id, kind, method, at, created_at)
     values (?, ?, 'opted_out', ?, ?, 1)`,
    ...[client.workspaceId, lead.id, method, Date.now() - 60_000],
  );
  await rowsOf("update leads set is_optout = 1 where id = ?", lead.id);
}

describe("a setting on the platform", () => {
  it.each<[string, (one: Acting) => Promise<unknown>, boolean]>([
    ["the platform's stop", ({ prefer }) => prefer("stop", 50), false],
    ["the platform's button", ({ tap }) => tap("Stop promotions", 50), false],
    ["STOP", ({ say }) => say("STOP", 50), true],
    ["a button with STOP", ({ tap }) => tap("STOP", 50), true],
    ["the API", ({ lead }) => client.post(`/leads/${lead.id}/opt-out`), true],
    ["an old preference", (one) => enterOld(one, "preference"), false],
    ["an old report", (one) => enterOld(one, "provider"), false],
    ["an old button", (one) => enterOld(one, "platform_button"), false],
    [
      "STOP, and an old preference",
      (one) => one.say("STOP", 80).then(() => enterOld(one, "preference")),
      true,
    ],
    [
      "an old preference, and the API",
      (one) => enterOld(one, "preference").then(() => client.post(`/leads/${one.lead.id}/opt-out`)),
      true,
    ],
    ["an old opt-out from another lead", (one) => enterOld(one, "merge"), true],
  ])("after %s", async (_, stop, stays) => {
    for (const value of ["resume", "signup"]) {
      const one = await person();
      await stop(one);
      await one.prefer(value, 0);
      await one.prefer(value, 0);
      expect(await optoutsOf(one.lead.id), value).toEqual([stays, false]);
      await one.say("START");
      expect(await optoutsOf(one.lead.id), `${value}, then START`).toEqual([false, false]);
    }
  });

  it("does not take back a keyword that came between, before or late", async () => {
    for (const acts of [
      ["stop 50", "STOP 40", "resume 30"],
      ["STOP 50", "stop 40", "resume 30"],
      ["stop 50", "resume 30", "STOP 40"],
      ["resume 30", "STOP 40", "stop 50"],
    ]) {
      const { prefer, say, isOptout } = await person();
      for (const [what = "", ago] of acts.map((act) => act.split(" ")))
        await (what === "STOP" ? say(what, Number(ago)) : prefer(what, Number(ago)));
      expect(await isOptout(), acts.join()).toBe(true);
    }
  });

  it("that is older than the stop that follows does not lift it, in any order of arrival", async () => {
    for (const acts of [
      ["stop 20", "resume 40"],
      ["resume 40", "stop 20"],
      ["stop 60", "stop 20", "signup 40"],
    ]) {
      const { prefer, lead } = await person();
      for (const [what = "", ago] of acts.map((act) => act.split(" ")))
        await prefer(what, Number(ago));
      expect(await optoutsOf(lead.id), acts.join()).toEqual([false, true]);
    }
  });

  it("is entered once, however often it is delivered, at once and later, with a time or without", async () => {
    const one = await person();
    const twice = (body: object) => Promise.all([deliver(channel, body), deliver(channel, body)]);
    const signup = one.preference("signup", 20);
    await twice(one.preference("stop", 30));
    await twice(signup);
    await twice(signup);
    expect(ledgerOf(await one.now())).toEqual([
      "opted_out of marketing by preference",
      "opted_in of marketing by preference",
    ]);
    await one.say("STOP", 10);
    await twice(one.preference("resume", null));
    expect([ledgerOf(await one.now()).length, await one.isOptout()]).toEqual([3, true]);
  });

  it("does not lift what the API has said while the lead was unsubscribed by the platform", async () => {
    const { prefer, lead, now } = await person();
    await prefer("stop", 50);
    await client.post(`/leads/${lead.id}/opt-out`);
    await client.post(`/leads/${lead.id}/opt-out`);
    await prefer("resume", 0);
    const person_ = await now();
    expect([person_.lead.is_optout, ledgerOf(person_)]).toEqual([
      true,
      [
        "opted_out of marketing by preference",
        "opted_out by api",
        "opted_in of marketing by preference",
      ],
    ]);
  });
});

const ASK = { timeout_seconds: 3_600, save_to: "answer" };

/** A run of a person of its own that waits in the sandbox. */
async function asked(data: object, message: object = { text: "Keep it?" }) {
  const one = await person(flows, stage);
  await one.play({ text: "Hello" });
  const scenario = await newFlow(
    flows,
    { ask: ["message", message], wait: ["wait_for_reply", { ...ASK, ...data }], no: ["exit"] },
    "ask > wait",
    "wait:no > no",
  );
  await enrol(flows, scenario.id, one.lead.id);
  await settle(flows);
  const run = async () => {
    await settle(flows);
    return (await flows.get(`/scenarios/${scenario.id}/runs`)).body.data[0];
  };
  return { ...one, run };
}

describe("a weak word", () => {
  const matches = [{ handle: "no", op: "in", value: ["Cancel", "annuler"] }];

  it("answers a run that has a match for it, and is no opt-out then, however often it comes", async () => {
    const { play, run, now } = await asked({ matches });
    const cancel = { text: "Cancel!", external_id: `gw-${newWamid()}` };
    await play({ ...cancel, text: "cancel" });
    expect((await run()).end_reason).toBe("exit_node");
    await play({ ...cancel, text: "cancel" });
    const { lead, consents } = await now();
    expect([lead.is_optout, lead.variables.answer, consents]).toEqual([false, "cancel", []]);
  });

  it("that comes again with the id of another message lifts nothing", async () => {
    const { play, now } = await person();
    for (const text of ["STOP", "START", "START"]) await play({ text, external_id: "gw-again" });
    expect(ledgerOf(await now())).toEqual(["opted_out by keyword"]);
  });

  it("may come twice at once", async () => {
    const { play, run, isOptout } = await asked({ matches });
    const message = { text: "Annuler", external_id: `gw-${newWamid()}` };
    await Promise.all([play(message), play(message), play(message)]);
    expect([(await run()).end_reason, await isOptout()]).toEqual(["exit_node", false]);
  });

  it.each<[string, object, string]>([
    ["is another than the run's", { matches }, "quit"],
    ["meets a run without matches", {}, "cancel"],
    [
      "meets a match that takes anything",
      { matches: [{ handle: "no", op: "matches", value: ".*" }] },
      "cancel",
    ],
    ["is strong: STOP", { matches: [{ handle: "no", value: "STOP" }] }, "stop"],
  ])("unsubscribes where it %s", async (_, data, word) => {
    const { play, run, isOptout } = await asked(data);
    await play({ text: word });
    expect([await isOptout(), (await run()).end_reason]).toEqual([true, "opted_out"]);
  });

  it("unsubscribes whoever is asked nothing, and who has answered already", async () => {
    const { play, run, isOptout } = await asked({ matches });
    await play({ text: "Yes, I do" });
    await run();
    await play({ text: "cancel" });
    expect(await isOptout()).toBe(true);
  });

  it("is no opt-out as the title or payload of what is tapped", async () => {
    const { play, isOptout, send } = await person();
    for (const tapped of ["cancel", "b1"])
      for (const type of ["button", "interactive", "text"])
        await play({ type, text: "Cancel", tapped });
    const row = { id: "end", title: "Quit" };
    await send({ type: "interactive", interactive: { type: "list_reply", list_reply: row } });
    await send({ type: "button", button: { text: "Annuler", payload: "Annuler" } });
    expect(await isOptout()).toBe(false);
  });

  it("is simulated in the same way", async () => {
    const play = async (data: object, reply: object) => {
      const scenario = await newFlow(
        flows,
        { ask: ["message", { text: "Keep it?" }], wait: ["wait_for_reply", { ...ASK, ...data }] },
        "ask > wait",
      );
      const { body } = await flows.post(`/scenarios/${scenario.id}/simulate`, {
        lead: {},
        events: [{ after_seconds: 5, ...reply }],
      });
      return body.data.end_reason;
    };
    expect([
      await play({ matches }, { reply: "Cancel" }),
      await play({}, { reply: "Cancel" }),
      await play({}, { reply: "Cancel", tapped: "1" }),
      await play({ matches }, { reply: "stop" }),
    ]).toEqual(["reached_end", "opted_out", "reached_end", "opted_out"]);
  });
});
