import { expect, it } from "vitest";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newTag,
  newWorkspace,
} from "../support/api";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import { settle } from "../support/run-scheduler";
import { simulate, wayOf } from "../support/simulation";
import { clientAsleep, decideDue } from "../support/trigger-worker";

// Random scenarios with triggers: a simulation of what a lead does, and the lead who does it.

const SCENARIOS = 200;
const SOME_TEXTS = ["GUIDE", "The guide, please!", "Hello", "STOP", "Precio", "guidebook"];
const { number, upTo, pick } = generator(41);

/** A cause as simulations take it. */
type Cause = {
  type: string;
  text?: string;
  tapped?: string;
  ad_id?: string;
  tag_id?: number;
  to?: string;
  name?: string;
  data?: object;
  media_id?: string;
  parent_id?: string;
  is_live?: boolean;
};

const randomCause = (tagId: number): Cause =>
  pick([
    () => ({ type: "message", text: pick(SOME_TEXTS) }),
    () => ({ type: "message", text: pick(SOME_TEXTS), ad_id: pick(["120", "121"]) }),
    () => ({ type: "message", text: "Start", tapped: pick(["GO", "GO_ON", "STAY"]) }),
    () => ({ type: "tag_added", tag_id: tagId }),
    () => ({ type: "stage_changed", to: pick(["won", "engaged"]) }),
    () => ({ type: "lead_created" }),
    () => ({ type: "event", name: pick(["paid", "seen"]), data: { total: upTo(200) } }),
    ...[1, 2, 3].map(() => () => ({
      ...{ type: "comment", text: pick(SOME_TEXTS), media_id: pick(["p1", "p2"]) },
      ...(number() < 0.1 && { parent_id: "c1" }),
      ...(number() < 0.1 && { is_live: true }),
    })),
  ])();

/** Comments are Instagram's. */
const platformOf = ({ type }: Cause) => (type === "comment" ? "instagram" : "whatsapp");

const OF_SPEECH = ["keyword", "any_message", "first_message", "tap", "ad_click"];

/** Some triggers, of which most react to such causes. Only the leads of the round pass them. */
function randomTriggers(round: number, cause: Cause, tagId: number) {
  const words = () => ({
    words: [pick(["guide", "hello", "the guide", "precio"])],
    match: pick(["word", "is", "begins", "contains"]),
  });
  const all = () => [
    { field: "variables.round", op: "equals", value: round },
    ...(number() < 0.4
      ? [
          pick([
            { field: "trigger.text", op: "contains", value: "please" },
            { field: "trigger.data.total", op: "at_least", value: 100 },
            { field: "warmth", op: "equals", value: "hot" },
            { field: "tags", op: "contains", value: tagId },
            { field: "window_open", op: "equals", value: true },
          ]),
        ]
      : []),
  ];
  const types: [string, () => object][] = [
    ["keyword", words],
    ["keyword", words],
    ["any_message", () => ({})],
    ["first_message", () => ({})],
    ["tap", () => ({ payloads: ["GO"], match: pick(["is", "begins"]) })],
    ["ad_click", () => pick([{}, { ad_ids: ["120"] }])],
    ["tag_added", () => ({ tag_ids: [tagId] })],
    ["stage_changed", () => pick([{ to: ["won"] }, { to: ["won"], from: ["engaged"] }])],
    ["lead_created", () => ({ sources: pick([["api"], ["webhook"]]) })],
    ["event", () => ({ name: "paid" })],
    ["comment", words],
    [
      "comment",
      () => pick<object>([{}, { media_ids: ["p1"] }, { live: "also" }, { replies: true }]),
    ],
  ];
  const fitting = types.filter(([type]) =>
    cause.type === "message" ? OF_SPEECH.includes(type) : type === cause.type,
  );
  return Array.from({ length: 1 + upTo(2) }, (_, index) => {
    const [type, data] = pick(number() < 0.8 ? fitting : types);
    const priority = pick([0, 0, 5]);
    return { id: `t${index}`, type, data: { ...data(), priority, filter: { all: all() } } };
  });
}

const KINDS: [type: string, data: () => object, ...handles: string[]][] = [
  ["message", () => ({ text: "{{trigger.id}} {{trigger.text|-}} {{trigger.ad_id|-}}" }), "next"],
  ["message", () => ({ text: "{{trigger.data.total|no}} {{full_name}}" }), "next", "failed"],
  ["wait_for_reply", () => ({}), "reply"],
  [
    "comment_reply",
    () => ({ texts: ["See your messages", "{{trigger.text|-}} {{trigger.media_id|-}}"] }),
    ...["next", "failed"],
  ],
  ["update_lead", () => ({ variables: { said: "{{trigger.text|-}}" } }), "next"],
  [
    "split",
    () => ({ branches: ["a", "b"].map((handle) => ({ handle, percent: 50 })) }),
    ...["a", "b"],
  ],
  ["handoff", () => ({ reason: "ask" })],
  [
    "condition",
    () => {
      const clause = pick([
        { field: "trigger.id", op: "equals", value: pick(["t0", "t1"]) },
        { field: "trigger.type", op: "in", value: ["keyword", "event", "tag_added", "comment"] },
        { field: "trigger.media_id", op: "equals", value: "p1" },
        { field: "trigger.text", op: "equals", value: "guide" },
        { field: "trigger.data.total", op: "less_than", value: 100 },
        { field: "last_reply", op: "contains", value: "guide" },
        { field: "window_open", op: "equals", value: true },
      ]);
      return { branches: [{ handle: "yes", all: [clause] }] };
    },
    ...["yes", "else"],
  ],
];

/** A graph of two to eight nodes. Most edges lead on, some of them back. */
function randomGraph({ type: cause }: Cause) {
  const speaking = KINDS.filter(([type]) => ["message", "comment_reply"].includes(type));
  const isAfterComment = cause === "comment";
  const kinds = Array.from({ length: 2 + upTo(6) }, () =>
    pick(isAfterComment && number() < 0.5 ? speaking : KINDS),
  );
  const nodes = kinds.map(([type, data], index) => ({ id: `n${index}`, type, data: data() }));
  const edges = kinds.flatMap(([, , ...handles], index) =>
    handles.flatMap((source_handle) => {
      const next = number() < 0.05 ? upTo(index) : index + 1 + upTo(2);
      if (next >= nodes.length) return [];
      return [{ source: `n${index}`, target: `n${next}`, source_handle }];
    }),
  );
  // It stays the only entry where an edge leads back.
  const entry = { id: "start", type: "start" };
  return { nodes: [entry, ...nodes], edges: [{ source: "start", target: "n0" }, ...edges] };
}

type Lead = { id: number };
type Round = { round: number; cause: Cause; scenario: { id: number }; twin: Lead; lead: Lead };

const twinOf = (round: number) => ({
  ...{ first_name: "Ada", last_name: "Byron", pipeline_stage: "new", phone: null },
  variables: { round },
  warmth: round % 2 ? "hot" : "cold",
});
const newTwin = (client: Client, round: number) => newLead(client, twinOf(round));

/** Two leads for each round. */
async function newTwins(client: Client): Promise<Lead[]> {
  const leads = Array.from({ length: 2 * SCENARIOS }, (_, index) => twinOf(index >> 1));
  return (await client.post("/leads/batch", { mode: "create", leads })).body.data;
}

type Run = { id: number; lead: number; state: string; reason: string | null; trigger: string };

/** The runs of a workspace by their leads, each with its texts and its visits. */
async function runsByLead({ workspaceId }: Client) {
  const runs = await rowsOf<Run>(
    `select id, lead_id as lead, state, end_reason as reason, cause ->> 'trigger_id' as "trigger"
     from runs where workspace_id = ? order by id`,
    workspaceId,
  );
  const texts = await rowsOf<{ run: number; text: string }>(
    "select run_id as run, text from messages where workspace_id = ? and run_id > 0 order by id",
    workspaceId,
  );
  const visits = await rowsOf<{ run: number; text: string }>(
    `select run_id as run, node_id || ' ' || ifnull(outcome, '…') as text from run_steps
     where run_id in (select id from runs where workspace_id = ?) order by run_id, visit`,
    workspaceId,
  );
  const of = (rows: typeof texts, { id }: Run) =>
    rows.flatMap(({ run, text }) => (run === id ? [text] : []));
  return new Map(
    runs.map((run) => [run.lead, { ...run, texts: of(texts, run), way: of(visits, run) }]),
  );
}

/** The id of a lead's account on Instagram. */
const accountOf = ({ id }: Lead) => `1784${id}`;

/** Has the leads known on Instagram, where they comment. */
const makeKnown = ({ workspaceId }: Client, leads: Lead[], channelId: number) =>
  rowsOf(
    `insert into lead_identities (workspace_id, kind, value, lead_id, channel_id, created_at,
       updated_at)
     select ?, 'instagram_id', '1784' || value, value, ?, 1, 1 from json_each(?)
     returning lead_id`,
    ...[workspaceId, channelId, JSON.stringify(leads.map(({ id }) => id))],
  );

type Channels = Record<"whatsapp" | "instagram", Lead>;

/** The replies of a workspace to comments: in private, those that came too late, and in public. */
async function repliesIn({ workspaceId }: Client) {
  const [counts] = await rowsOf<Record<"sent" | "spent" | "public", number>>(
    `select count(*) filter (where type <> 'comment_reply') as sent,
            count(*) filter (where type = 'comment_reply') as "public",
            (select count(*) from run_steps
             where detail ->> 'reason' = 'private_reply_spent'
               and run_id in (select id from runs where workspace_id = ?1)) as spent
     from messages where workspace_id = ?1 and comment_id is not null and status <> 'failed'`,
    workspaceId,
  );
  return counts!;
}

/** Does what the cause says. Returns the lead, who is made only now if that is the cause. */
async function act(client: Client, channels: Channels, { round, cause, lead }: Round) {
  const { text, tapped, ad_id, tag_id, to, name, data } = cause;
  const channel = channels[platformOf(cause)];
  switch (cause.type) {
    case "message":
      return newInbound(client, channel.id, lead.id, {
        ...{ text, ...(tapped && { type: "interactive", tapped }) },
        ...(ad_id && { payload: { referral: { ad_id } } }),
      });
    case "tag_added":
      return client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag_id] });
    case "stage_changed":
      return client.patch(`/leads/${lead.id}`, { pipeline_stage: to });
    case "event":
      return client.post(`/leads/${lead.id}/events`, { name, data });
    case "comment": {
      const { type, ...comment } = cause;
      return client.post(`/channels/${channel.id}/comments`, { from: accountOf(lead), ...comment });
    }
    default:
      lead.id = (await newTwin(client, round)).id;
  }
}

it(`is what ${SCENARIOS} random scenarios with triggers really do`, async () => {
  const client = clientAsleep(await newWorkspace());
  const channels: Channels = {
    whatsapp: await newChannel(client),
    instagram: await newChannel(client, { platform: "instagram" }),
  };
  const tag = await newTag(client);
  const twins = await newTwins(client);
  await makeKnown(client, twins, channels.instagram.id);
  const rounds: Round[] = [];
  for (let round = 0; round < SCENARIOS; round++) {
    const cause = randomCause(tag.id);
    const [twin, lead] = twins.slice(2 * round) as [Lead, Lead];
    const writes = { lead_created: 0, comment: 0.2 }[cause.type] ?? 0.5;
    const hasWritten = number() < writes;
    const { id: channel } = channels[platformOf(cause)];
    for (const { id } of hasWritten ? [twin, lead] : []) await newInbound(client, channel, id);
    rounds.push({ round, cause, twin, lead, scenario: { id: 0 } });
  }
  for (const one of rounds)
    one.scenario = await make(client, "/scenarios", {
      ...{ name: `Round ${one.round}`, platform: platformOf(one.cause), is_active: true },
      ...{ ...randomGraph(one.cause), triggers: randomTriggers(one.round, one.cause, tag.id) },
    });
  for (const one of rounds) await act(client, channels, one);
  await decideDue(client);
  await settle(client);

  const runs = await runsByLead(client);
  const started = { yes: 0, no: 0 };
  for (const { cause, scenario, twin, lead } of rounds) {
    const run = runs.get(lead.id);
    const simulated = await simulate(client, scenario, {
      ...{ lead_id: twin.id, started_by: cause, start_at: new Date().toISOString() },
      run_id: run?.id ?? 1,
    });
    started[run ? "yes" : "no"]++;
    expect({
      cause,
      trigger: simulated.start?.trigger_id ?? null,
      state: simulated.state,
      reason: simulated.end_reason,
      way: wayOf(simulated),
      texts: simulated.trail.flatMap(({ message }) => message?.text ?? []),
    }).toEqual({
      cause,
      trigger: run?.trigger ?? null,
      state: run?.state ?? "not_started",
      reason: run?.reason ?? null,
      way: run?.way ?? [],
      texts: run?.texts ?? [],
    });
  }
  // Neither is rare.
  expect(Math.min(started.yes, started.no)).toBeGreaterThan(SCENARIOS / 5);
  const ofComments = await repliesIn(client);
  expect(Math.min(...Object.values(ofComments)), JSON.stringify(ofComments)).toBeGreaterThan(5);
}, 120_000);
