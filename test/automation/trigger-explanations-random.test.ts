import { expect, it } from "vitest";
import type { StartExplanation } from "#features/automation/triggers/explanation/schema";
import { triggerRows } from "#features/automation/triggers/rows";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { explainStart, foretold } from "../support/explanations";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

// Random triggers and leads: what an explanation says before the worker decides, and its decision.

const [SETS, WORLDS, LEADS] = [200, 10, 5];

type World = ReturnType<typeof generator> & {
  client: Client;
  /** The id of its token. */
  me: number;
  channels: number[];
  tag: number;
  scenarios: { id: number }[];
  people: number[];
};

function randomTrigger(index: number, { channels, tag, number, pick }: World) {
  const [type, data] = pick([
    ["keyword", { words: [pick(["guide", "hello"])], match: pick(["word", "is", "begins"]) }],
    ["keyword", { words: ["price"], exclude: ["guide"] }],
    ["any_message", {}],
    ["first_message", {}],
    ["tag_added", { tag_ids: [tag] }],
    ["event", { name: "seen" }],
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

/** A lead with a past. */
async function newPerson({ client, channels, me, number, pick }: World) {
  const lead = await newLead(client, { warmth: pick(["hot", "cold"]), phone: null });
  if (number() < 0.7) {
    const { conversation_id: talk } = await newInbound(client, pick(channels), lead.id);
    if (number() < 0.3) await client.patch(`/conversations/${talk}`, { assignee_id: me });
    if (number() < 0.5)
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
async function act({ client, channels, tag, number, pick }: World, lead: number) {
  if (number() < 0.6) {
    const text = pick(["GUIDE", "Guide please", "Hello", "The price of the guide", "STOP"]);
    const { id } = await newInbound(client, pick(channels), lead, { text });
    return { message_id: id };
  }
  const [type, path, body] =
    number() < 0.5
      ? ["lead.tag_added", "tags", { tag_ids: [tag] }]
      : ["lead.event_reported", "events", { name: pick(["paid", "seen"]) }];
  // A tag that the lead has is no event.
  if (path === "tags") await client.delete(`/leads/${lead}/tags/${tag}`);
  await client.post(`/leads/${lead}/${path}`, body);
  const [event] = await rowsOf<{ id: number }>(
    "select max(id) as id from events where lead_id = ? and type = ?",
    ...[lead, type],
  );
  return { event_id: event!.id };
}

async function newWorld(seed: number): Promise<World> {
  const client = clientAsleep(await newWorkspace());
  const channels = [(await newChannel(client)).id, (await newChannel(client)).id];
  const me = (await client.get("/me")).body.data.token.id;
  const tag = (await newTag(client)).id;
  // The lanes read what these react to, whichever triggers follow.
  const kinds = [
    ...[
      { id: "any", type: "any_message" },
      { id: "tag", type: "tag_added", data: { tag_ids: [tag] } },
    ],
    { id: "event", type: "event", data: { name: "paid" } },
  ];
  const scenarios = await Promise.all([1, 2, 3].map(() => newTriggered(client, kinds)));
  const world: World = {
    ...{ ...generator(seed), client, me, channels, tag, scenarios, people: [] },
  };
  for (let index = 0; index < LEADS; index++) world.people.push(await newPerson(world));
  await decideDue(client);
  await letTimePass(world);
  return world;
}

/** Gives the workspace another set of triggers, as publishing stores them. */
async function nextSet(world: World) {
  const { number, upTo, client, scenarios } = world;
  const rows = scenarios.flatMap(({ id }) => {
    const triggers = Array.from({ length: 1 + upTo(2) }, (_, place) => randomTrigger(place, world));
    const isOn = number() < 0.85;
    return triggerRows(triggers, "whatsapp").whatsapp!.map((row) => ({
      ...row,
      scenario: id,
      isOn,
    }));
  });
  await rowsOf("delete from scenario_triggers where workspace_id = ?", client.workspaceId);
  await rowsOf(
    `insert into scenario_triggers (scenario_id, trigger_id, workspace_id, type, platform,
       lane, place, data, is_on, since)
     select value ->> 'scenario', value ->> 'id', ?1, value ->> 'type', 'whatsapp',
       value ->> 'lane', value ->> 'place', value -> 'data', value ->> 'isOn', 1
     from json_each(?2)`,
    ...[client.workspaceId, JSON.stringify(rows)],
  );
  await rowsOf(
    "update trigger_cursors set revision = revision + 1 where workspace_id = ?",
    client.workspaceId,
  );
}

/** Lets a while pass, in which some runs end, so that starts do not hold up all that follows. */
const letTimePass = ({ client }: World) =>
  rowsOf(
    `update runs set created_at = created_at - 600000, ended_at = iif(id % 4 = 0, ended_at, 1),
       state = iif(id % 4 = 0, state, 'completed')
     where workspace_id = ?`,
    client.workspaceId,
  );

/** The evaluation that the worker has left of an event. */
async function evaluationOf({ event_id, lead_id }: StartExplanation) {
  const [found] = await rowsOf<{ outcome: string; candidates: string }>(
    `select outcome, candidates from trigger_evaluations
     where lead_id = ?1 and ?2 between event_id and last_event_id order by id desc limit 1`,
    ...[lead_id, event_id],
  );
  return found ? { outcome: found.outcome, candidates: JSON.parse(found.candidates) } : null;
}

/** A lead does something, which is explained and then decided. Returns the outcome. */
async function play(world: World): Promise<string> {
  const { client, people } = world;
  await nextSet(world);
  const before = await explainStart(client, await act(world, world.pick(people)));
  // The worker's own alarm was faster: nothing was foretold.
  if (before.evaluation) return play(world);
  await decideDue(client);
  const said = foretold(before);
  expect({ ...before, said }).toEqual({ ...before, said: await evaluationOf(before) });
  await letTimePass(world);
  const { refusal, outcome, lead_id: lead } = before;
  if (refusal?.reason === "consent_word") await client.post(`/leads/${lead}/opt-in`);
  return refusal?.reason ?? outcome ?? "nothing";
}

it(`agrees with the later evaluation in ${SETS} random sets of triggers`, async () => {
  const worlds = await Promise.all(Array.from({ length: WORLDS }, (_, seed) => newWorld(seed)));
  const seen = await Promise.all(
    worlds.map(async (world) => {
      const outcomes: string[] = [];
      for (let set = 0; set < SETS / WORLDS; set++) outcomes.push(await play(world));
      return outcomes;
    }),
  );
  const counts = Map.groupBy(seen.flat(), (outcome) => outcome);
  // None is rare.
  for (const name of ["started", "nothing", "opted_out", "already_active", "handled_by_person"])
    expect(counts.get(name)?.length ?? 0, name).toBeGreaterThan(2);
}, 60_000);
