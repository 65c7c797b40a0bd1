import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { HOUR_MS, nextDay } from "#lib/time";
import {
  type Client,
  newChannel,
  newLead,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { newWorkspaceWithLeads } from "../support/bulk";
import { atTime, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { seedRecipients, sendQueued } from "../support/message-sender";
import { type Around, databaseWith, down, unanswered } from "../support/message-sender-faults";
import { bindObject } from "../support/objects";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue } from "../support/run-scheduler";
import {
  atCall,
  bindRunScheduler,
  clientWithoutWakeUps,
  killed,
  stepOnce,
  stepUntilDone,
} from "../support/run-scheduler-faults";
import { enrolAll } from "../support/runs";

const LEADS = 300;

let client: Client;
let channelId: number;

/** Pseudo-random numbers from 0 to 1, the same each time (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two schedulers of the workspace. About every second D1 call of one of them fails in some way. */
async function stepThroughFaults(random: () => number) {
  const faults: Around[] = [down, unanswered, killed.before, killed.after];
  const faulty: Around = (call) =>
    random() < 0.5 ? faults[Math.floor(random() * faults.length)]!(call) : call();
  for (let times = 6; times > 0; times--) {
    // The stub of an object that was killed stays broken.
    const other = testEnv.RUN_SCHEDULER.getByName(`other of ${client.workspaceId}`);
    await bindRunScheduler(client, {
      DB: databaseWith(faulty),
      MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
    });
    await bindObject(other, {
      MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
      DB: databaseWith((call) => (random() < 0.5 ? down(call) : call())),
    });
    const beside = runInDurableObject(other, async (instance) => {
      await instance.wake(client.workspaceId);
      await instance.alarm();
    }).catch(() => {});
    await stepOnce(client);
    await beside;
  }
  await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  await stepUntilDone(client);
}

/** Inserts a reply of every second lead; every third reply comes twice. */
const reply = () =>
  testEnv.DB.prepare(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, sent_at, created_at)
     select workspace_id, id, channel_id, 'inbound', 'text', 'Yes', 'received', ?2, ?2 from conversations cross join (select 1 as n union all select 2)
     where channel_id = ?1 and lead_id % 2 = 0 and (n = 1 or lead_id % 3 = 0)`,
  )
    .bind(channelId, Date.now())
    .run();

describe("300 leads, whatever goes wrong", () => {
  it.each([1, 2])("get each message, link and tag once (seed %i)", async (seed) => {
    const random = randomFrom(seed);
    client = clientWithoutWakeUps(await newWorkspace());
    channelId = (await newChannel(client)).id;
    const [link, tag] = [await newShortLink(client), await newTag(client)];
    const scenario = await newFlow(
      client,
      {
        hello: ["message", { text: `Hello ${link.template_variable_url}` }],
        answer: ["wait_for_reply", { timeout_seconds: 60, save_to: "said" }],
        tag: ["add_tag", { tag_ids: [tag.id] }],
        thanks: ["message", { text: "Thanks for {{said}}" }],
        pity: ["message", { text: "Pity" }],
      },
      "hello > answer:reply > tag > thanks",
      "answer:timeout > pity",
    );
    await seedRecipients(client, channelId, LEADS);
    const runs = await enrolAll(client, scenario.id);
    expect(runs).toHaveLength(LEADS);
    await stepThroughFaults(random);
    await sendQueued(channelId);
    await reply();
    await stepThroughFaults(random);
    await later(61_000, () => stepThroughFaults(random));

    const isEven = (run: { lead_id: number }) => run.lead_id % 2 === 0;
    const trails = await rowsOf<{ trail: string }>(
      `select (select group_concat(visit || ' ' || node_id || ' ' || outcome, ', ' order by visit) from run_steps where run_id = runs.id) as trail
       from runs where scenario_id = ? order by id`,
      scenario.id,
    );
    expect(trails.map(({ trail }) => trail)).toEqual(
      runs.map((run) =>
        isEven(run)
          ? "1 hello next, 2 answer reply, 3 tag next, 4 thanks next"
          : "1 hello next, 2 answer timeout, 3 pity next",
      ),
    );
    const texts = await rowsOf<{ texts: string; links: number }>(
      `select group_concat(iif(text like 'Hello https://%/%/%', 'Hello', text), ', ' order by messages.id) as texts,
         (select count(*) from link_sends where link_sends.lead_id = conversations.lead_id and short_link_id = ?2) as links
       from conversations cross join messages on messages.conversation_id = conversations.id
       where conversations.channel_id = ?1 and direction = 'outbound' group by conversations.id order by lead_id`,
      channelId,
      link.id,
    );
    expect(texts).toEqual(
      runs.map((run) => ({
        texts: isEven(run) ? "Hello, Thanks for Yes" : "Hello, Pity",
        links: 1,
      })),
    );
    const tagged = await rowsOf<{ lead_id: number }>(
      "select lead_id from lead_tags where tag_id = ? order by lead_id",
      tag.id,
    );
    expect(tagged.map(({ lead_id }) => lead_id)).toEqual(
      runs.filter(isEven).map(({ lead_id }) => lead_id),
    );
    const ended = await rowsOf(
      "select state, end_reason, next_at, count(*) as n from runs where scenario_id = ? group by 1, 2, 3",
      scenario.id,
    );
    expect(ended).toEqual([
      { state: "completed", end_reason: "reached_end", next_at: null, n: LEADS },
    ]);
    expect(
      await rowsOf(
        "select * from run_events where run_id in (select id from runs where scenario_id = ?)",
        scenario.id,
      ),
    ).toEqual([]);
  });
});

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

it("300 runs that wait for an opening end once each then, and hold up no other workspace", async () => {
  const hours = [{ from: "09:00", to: "09:30" }];
  const { owner } = await newWorkspaceWithLeads(LEADS);
  client = clientWithoutWakeUps(owner);
  const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, hours]));
  await client.patch("/settings", { business_hours: { weekly } });
  const scenario = await newFlow(
    client,
    {
      open: ["delay", { seconds: 0, within: "business_hours" }],
      warm: ["update_lead", { warmth: "hot" }],
    },
    "open > warm",
  );
  await enrolAll(client, scenario.id);
  const opensAt = nextDay(nextDay(Date.now())) + 9 * HOUR_MS;
  await atTime(opensAt - 6 * HOUR_MS, () => stepUntilDone(client));
  const states = (columns: string) =>
    rowsOf(
      `select ${columns}, count(*) as n from runs where scenario_id = ? group by ${columns}`,
      scenario.id,
    );
  expect(await states("next_at")).toEqual([{ next_at: opensAt, n: LEADS }]);

  const other = clientWithoutWakeUps(await newWorkspace());
  const flow = await newFlow(other, { pause: ["delay", { seconds: 0 }] });
  const lead = await newLead(other);
  let meanwhile: unknown;
  // The third call commits the second batch of runs.
  await atCall(client, 3, async (call) => {
    const run = await enrol(other, flow.id, lead.id);
    await stepDue(other);
    meanwhile = [(await runNow(other, run)).state, await states("state")];
    return call();
  });
  await atTime(opensAt, () => stepUntilDone(client));
  expect(meanwhile).toMatchObject(["completed", [{ state: "completed" }, { state: "waiting" }]]);
  expect(await states("state, visits, next_at")).toEqual([
    { state: "completed", visits: 2, next_at: null, n: LEADS },
  ]);
});
