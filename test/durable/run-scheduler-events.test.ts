import { beforeAll, describe, expect, it } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import {
  deliver,
  newMetaChannel,
  newNumber,
  sendDue,
  textFrom,
  textsTo,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";
import { clientWithoutWakeUps, stepUntilDone } from "../support/run-scheduler-faults";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newChannel(client);
});

const says = (lead: Lead, text: string) => newInbound(client, channel.id, lead.id, { text });

async function newWriter(input: object = {}): Promise<Lead> {
  const lead = await newLead(client, input);
  await says(lead, "Hello");
  return lead;
}

/** Creates a scenario that asks two questions, one after the other. */
const twoQuestions = async () =>
  newFlow(
    client,
    {
      first: ["wait_for_reply", { timeout_seconds: 60 }],
      thanks: ["add_tag", { tag_ids: [(await newTag(client)).id] }],
      second: ["wait_for_reply", { timeout_seconds: 3600 }],
    },
    "first:reply > thanks > second",
    "first:timeout > second",
  );

describe("a reply to several runs that wait for one", () => {
  const asking = (text: string, owner = client) =>
    newFlow(
      owner,
      {
        ask: ["message", { text }],
        wait: ["wait_for_reply", { timeout_seconds: 3600 }],
        done: ["exit"],
      },
      "ask > wait:reply > done",
    );
  const statesOf = async (runs: Run[], owner = client) =>
    Promise.all(runs.map(async (run) => (await runNow(owner, run)).state));

  it("is taken by the run whose message stands last; the next reply by the other", async () => {
    const lead = await newWriter();
    const runs: Run[] = [];
    for (const text of ["Your size?", "Your colour?"]) {
      runs.push(await enrol(client, (await asking(text)).id, lead.id));
      await settle(client);
    }
    const without = await newFlow(client, { wait: ["wait_for_reply", { timeout_seconds: 3600 }] });
    runs.push(await enrol(client, without.id, lead.id));
    await settle(client);
    const states = [];
    for (const text of ["Red", "XL", "Thanks"]) {
      await says(lead, text);
      await settle(client);
      states.push(await statesOf(runs));
    }
    expect(states).toEqual([
      ["waiting", "exited", "waiting"],
      ["exited", "exited", "waiting"],
      ["exited", "exited", "completed"],
    ]);
  });

  it("is taken by the run whose message it quotes", async () => {
    const own = clientWithoutWakeUps(await newWorkspace());
    const account = await newMetaChannel(own);
    const number = newNumber();
    const lead = await newLead(own, { phone: `+${number}` });
    const hears = (more = {}) =>
      deliver(account, whatsappBody(account, textFrom(number, "Yes", more)));
    await hears();
    const runs: Run[] = [];
    for (const text of ["Your size?", "Your colour?"]) {
      runs.push(await enrol(own, (await asking(text, own)).id, lead.id));
      await settle(own);
      await sendDue(account.id);
    }
    const [quoted] = await rowsOf<{ id: string }>(
      "select external_id as id from messages where run_id = ?",
      runs[0]!.id,
    );
    await hears({ context: { from: "15550783881", id: quoted!.id } });
    await settle(own);
    expect(await statesOf(runs, own)).toEqual(["exited", "waiting"]);
  });
});

describe("two events at the same instant", () => {
  it("end a run's wait once if they are a message by Meta and one by a gateway", async () => {
    const account = await newMetaChannel(client);
    const number = newNumber();
    const [scenario, lead] = [await twoQuestions(), await newWriter({ phone: `+${number}` })];
    const run = await enrol(client, scenario.id, lead.id);
    await stepUntilDone(client);
    const [{ status }] = await Promise.all([
      deliver(account, whatsappBody(account, textFrom(number, "One"))),
      says(lead, "Two"),
    ]);
    expect(status).toBe(200);
    await stepUntilDone(client);
    expect(await trailOf(run)).toEqual(["first reply", "thanks next", "second …"]);
    const query =
      "select text from messages where direction = 'inbound' and conversation_id in (select id from conversations where lead_id = ?)";
    expect(
      (await rowsOf<{ text: string }>(query, lead.id)).map(({ text }) => text).toSorted(),
    ).toEqual(["Hello", "One", "Two"]);
    expect(await rowsOf("select * from run_events where run_id = ?", run.id)).toEqual([]);
  });

  it("end a run's wait once if they come in one platform webhook", async () => {
    const account = await newMetaChannel(client);
    const number = newNumber();
    const [scenario, lead] = [await twoQuestions(), await newWriter({ phone: `+${number}` })];
    const run = await enrol(client, scenario.id, lead.id);
    await stepUntilDone(client);
    const [one, two] = [textFrom(number, "One"), textFrom(number, "Two")];
    await deliver(
      account,
      whatsappBody(account, { ...one, messages: [...one.messages, ...two.messages] }),
    );
    await stepUntilDone(client);
    expect(await trailOf(run)).toEqual(["first reply", "thanks next", "second …"]);
  });

  it("end the wait by the reply if the other one is the timeout", async () => {
    const [scenario, lead] = [await twoQuestions(), await newWriter()];
    const run = await enrol(client, scenario.id, lead.id);
    await stepUntilDone(client);
    await later(61_000, async () => {
      await says(lead, "Just in time");
      await stepUntilDone(client);
    });
    expect(await trailOf(run)).toEqual(["first reply", "thanks next", "second …"]);
  });

  it("reach each of two runs of a lead that wait for one of them", async () => {
    const clicked = await newTag(client);
    const link = await newShortLink(client, { tag_on_clicked_id: clicked.id });
    const watching = await newFlow(
      client,
      {
        send: ["message", { text: `Look: ${link.template_variable_url}` }],
        watch: ["wait_for_event", { event: "link_clicked" }],
        more: ["wait_for_event", { event: "link_clicked" }],
      },
      "send > watch:event > more",
    );
    const tagged = await newFlow(
      client,
      {
        tag: ["wait_for_event", { event: "tag_added", filter: { tag_ids: [clicked.id] } }],
        more: ["wait_for_event", { event: "tag_added" }],
      },
      "tag:event > more",
    );
    const lead = await newWriter();
    const runs = [
      await enrol(client, watching.id, lead.id),
      await enrol(client, tagged.id, lead.id),
    ] as const;
    await settle(client);
    const [text] = await textsTo(lead.id);
    const url = text!.replace("Look: ", "");
    await later(10_000, () =>
      Promise.all([click(url), client.post(`/leads/${lead.id}/tags`, { tag_ids: [clicked.id] })]),
    );
    await later(10_000, () => flushAndClassify(link.id));
    await later(20_000, () => stepUntilDone(client));
    expect(await trailOf(runs[0])).toEqual(["send next", "watch event", "more …"]);
    expect(await trailOf(runs[1])).toEqual(["tag event", "more …"]);
  });
});

describe("a change of the lead by a run itself", () => {
  it("does not count for its own wait when it came before", async () => {
    const tag = await newTag(client, { pipeline_stage: "engaged" });
    const flows = {
      tag_added: await newFlow(
        client,
        {
          tag: ["add_tag", { tag_ids: [tag.id] }],
          wait: ["wait_for_event", { event: "tag_added", timeout_seconds: 60 }],
        },
        "tag > wait",
      ),
      stage_changed: await newFlow(
        client,
        {
          move: ["update_lead", { pipeline_stage: "won" }],
          wait: ["wait_for_event", { event: "stage_changed", timeout_seconds: 60 }],
        },
        "move > wait",
      ),
    };
    for (const [event, flow] of Object.entries(flows)) {
      const run = await enrol(client, flow.id, (await newWriter()).id);
      await stepUntilDone(client);
      expect((await trailOf(run)).at(-1)).toBe("wait …");
      expect(await rowsOf("select * from run_events where run_id = ?", run.id)).toEqual([]);
      const now = await runNow(client, run);
      expect(now).toMatchObject({ state: "waiting", waiting_for: event });
      expect(Date.parse(now.next_at!)).toBeGreaterThan(Date.now());
    }
  });

  it("reaches the other runs of the lead", async () => {
    const tag = await newTag(client);
    const waiting = await newFlow(client, { wait: ["wait_for_event", { event: "tag_added" }] });
    const tagging = await newFlow(
      client,
      { pause: ["delay", { seconds: 60 }], tag: ["add_tag", { tag_ids: [tag.id] }] },
      "pause > tag",
    );
    const lead = await newWriter();
    const runs = [
      await enrol(client, waiting.id, lead.id),
      await enrol(client, tagging.id, lead.id),
    ] as const;
    await stepUntilDone(client);
    await later(61_000, () => stepUntilDone(client));
    expect(await trailOf(runs[0])).toEqual(["wait event"]);
    expect(await trailOf(runs[1])).toEqual(["pause next", "tag next"]);
  });
});
