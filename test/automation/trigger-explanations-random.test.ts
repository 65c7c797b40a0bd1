import { expect, it } from "vitest";
import type { TriggerEvaluation } from "#features/automation/triggers/evaluations/schema";
import type { StartExplanation } from "#features/automation/triggers/explanation/schema";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

// Random triggers and leads: what an explanation says before the worker decides, and its decision.

const [SETS, LEADS, ACTS] = [10, 10, 2];
const { number, upTo, pick } = generator(23);

type World = {
  client: Client;
  /** The id of its token. */
  me: number;
  channels: number[];
  tag: number;
  scenarios: { id: number }[];
};

function randomTrigger(index: number, { channels, tag }: World) {
  const [type, data] = pick([
    ["keyword", { words: [pick(["guide", "hello"])], match: pick(["word", "is", "begins"]) }],
    ["keyword", { words: ["price"], exclude: ["guide"] }],
    ["any_message", {}],
    ["first_message", {}],
    ["tag_added", { tag_ids: [tag] }],
    ["stage_changed", { to: ["won"] }],
    ["event", { name: "paid" }],
  ] as [string, object][]);
  const clause = pick([
    { field: "warmth", op: "equals", value: "hot" },
    { field: "tags", op: "contains", value: tag },
    { field: "last_reply", op: "contains", value: "please" },
  ]);
  const ofSpeech = ["keyword", "any_message", "first_message"].includes(type);
  return {
    ...{ id: `t${index}`, type },
    data: {
      ...data,
      priority: pick([0, 0, 5]),
      again: pick(["always", "never", { after_days: 1 }]),
      ...(number() < 0.4 && { filter: { all: [clause] } }),
      ...(ofSpeech && number() < 0.3 && { channel_ids: [pick(channels)] }),
      ...(ofSpeech && number() < 0.3 && { while_handled: true }),
    },
  };
}

/** A lead with a past, in which no trigger was on. */
async function newPerson({ client, channels, me }: World) {
  const lead = await newLead(client, { warmth: pick(["hot", "cold"]), phone: null });
  if (number() < 0.7) {
    const { conversation_id: talk } = await newInbound(client, pick(channels), lead.id);
    if (number() < 0.4) await client.patch(`/conversations/${talk}`, { assignee_id: me });
    if (number() < 0.4)
      await client.post(`/conversations/${talk}/messages`, {
        type: "text",
        text: "I am Ada",
        as: "person",
      });
  }
  if (number() < 0.15) await client.post(`/leads/${lead.id}/opt-out`);
  return lead.id;
}

/** Does something to a lead. Returns how an explanation names it. */
async function act({ client, channels, tag }: World, lead: number, index: number) {
  if (number() < 0.6) {
    const text = pick(["GUIDE", "Guide please", "Hello", "The price of the guide", "STOP"]);
    const { id } = await newInbound(client, pick(channels), lead, { text });
    return { message_id: id };
  }
  // A tag that the lead has is no event.
  const [type, path, body] =
    index === 0 && number() < 0.5
      ? ["lead.tag_added", "tags", { tag_ids: [tag] }]
      : ["lead.event_reported", "events", { name: pick(["paid", "seen"]) }];
  await client.post(`/leads/${lead}/${path}`, body);
  const { data } = (await client.get(`/events?lead_id=${lead}&type[]=${type}`)).body;
  return { event_id: data[0].id as number };
}

/** The outcomes as an explanation and an evaluation have them: null where nothing fitted. */
const foretold = ({ outcome, triggers }: StartExplanation) =>
  outcome && {
    outcome,
    candidates: triggers
      .filter((one) => one.fits && !["paused", "before_activation"].includes(one.outcome))
      .map((one) => [one.scenario_id, one.trigger_id, one.outcome]),
  };
const decided = (found: TriggerEvaluation | null) =>
  found && {
    outcome: found.outcome,
    candidates: found.candidates.map((one) => [one.scenario_id, one.trigger_id, one.outcome]),
  };

async function newWorld(): Promise<World> {
  const client = clientAsleep(await newWorkspace());
  const channels = [(await newChannel(client)).id, (await newChannel(client)).id];
  const me = (await client.get("/me")).body.data.token.id;
  return { client, me, channels, tag: (await newTag(client)).id, scenarios: [] };
}

async function addTriggers(world: World) {
  for (let index = 0; index < 5; index++) {
    const triggers = Array.from({ length: 1 + upTo(2) }, (_, place) => randomTrigger(place, world));
    const isActive = number() < 0.85;
    const scenario = await newTriggered(world.client, triggers, { is_active: isActive });
    if (isActive) world.scenarios.push(scenario);
  }
}

/** Moves the starts a while into the past, so that they do not hold up all that follows. */
const letTimePass = ({ client }: World) =>
  rowsOf(
    "update runs set created_at = created_at - 10000 where workspace_id = ?",
    client.workspaceId,
  );

it(`agrees with the later evaluation of ${SETS * LEADS * ACTS} random causes`, async () => {
  const seen = new Map<string, number>();
  for (let set = 0; set < SETS; set++) {
    const world = await newWorld();
    const { client } = world;
    const people: number[] = [];
    for (let index = 0; index < LEADS; index++) people.push(await newPerson(world));
    await addTriggers(world);
    for (const lead of people)
      if (number() < 0.3)
        await client.post(`/scenarios/${pick(world.scenarios).id}/leads`, { lead_id: lead });
    for (let index = 0; index < ACTS; index++) {
      const explained: StartExplanation[] = [];
      for (const lead of people) {
        const asked = await act(world, lead, index);
        explained.push((await client.post("/triggers/explain", asked)).body.data);
      }
      await decideDue(client);
      for (const before of explained) {
        const { body } = await client.post("/triggers/explain", { event_id: before.event_id });
        const { evaluation, refusal }: StartExplanation = body.data;
        const said = foretold(before);
        expect({ ...before, said }).toEqual({ ...before, said: decided(evaluation) });
        const name = refusal?.reason ?? said?.outcome ?? "nothing";
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }
      await letTimePass(world);
    }
  }
  // Neither is rare.
  for (const name of ["started", "nothing", "opted_out", "already_active", "handled_by_person"])
    expect(seen.get(name) ?? 0, name).toBeGreaterThan(2);
}, 60_000);
