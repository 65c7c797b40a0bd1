import { setTimeout as wait } from "node:timers/promises";
import { atRate } from "./answers.mjs";
import { meter, newWorkspace } from "./client.mjs";
import { median, withVerdict } from "./figures.mjs";
import { openWindows, untilNone } from "./flow.mjs";
import { meta, textWebhook } from "./messages.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";
import { newSandbox, newStarter } from "./starters.mjs";
import { besideFacts, nothingDue, starts } from "./starts.mjs";
import { CAUSES, killed } from "./trigger-crashes.mjs";
import { importing } from "./trigger-imports.mjs";

/** `LEADS` gives more leads with dates: a million take minutes to be made. */
const [LEADS, MOST_LEADS] = [10_000, Number(process.env.LEADS ?? 10_000)];
const TRIGGERS = 500;
const TRIGGERS_A_SCENARIO = 20;
const ROUNDS = 300;
const MESSAGE_LENGTH = 4_096;

/** The costs of triggers, and kills that they withstand. */
export async function triggers() {
  const matched = await matches();
  const kills = await killed();
  await using bench = await serve("triggers");
  const [service] = bench.services;
  const { workspace } = await seedLeads(service, LEADS);
  const { id: channelId } = await newSandbox(workspace);
  await openWindows(service.db, workspace.id, channelId);
  const place = { ...service, workspace, channelId };
  return {
    tables: [
      { title: "A webhook with a text that fits no trigger", rows: await inbound(service) },
      { title: `${MESSAGE_LENGTH} characters in ${TRIGGERS} triggers`, rows: matched },
      {
        title: `${MOST_LEADS} leads with dates ahead`,
        rows: await nothingDue(place, MOST_LEADS),
      },
      { title: "Messages at a steady rate", rows: [await atRate(place)] },
      { title: "Starts", rows: await starts(place) },
      { title: "Answers beside facts", rows: [await besideFacts(place)] },
      { title: "Imports where a trigger names them", rows: await importing(service) },
      { title: `kill -9 amid ${CAUSES} causes`, rows: kills },
    ],
    notes: [
      "ms: the median of a match, on one thread of the bench's own process.",
      "awake: for how many seconds the worker was at work, with the half that it leaves to others; trips, rows: what it asks of D1.",
      "after: the ms from a message's arrival to its run, two seconds of settling included; facts left: those that were not decided when the last message was.",
      "put off: the starts that wait for an hour with room. In the end: the runs once these hours have passed.",
      "runs: those that there were when workerd was killed. It starts again with nobody woken but by the cron.",
    ],
  };
}

/** A keyword that a message has by its number. */
const keyword = (n) => ({
  id: `k${n}`,
  type: "keyword",
  data: { words: [`word${n}`, `mot ${n}`] },
});

/** The first triggers, `size` for each scenario. */
const groupsOf = (make, count, size) =>
  Array.from({ length: Math.ceil(count / size) }, (_, group) =>
    Array.from({ length: Math.min(size, count - group * size) }, (__, n) => make(group * size + n)),
  );

/** The cost of a known lead's message, by the number of triggers that it is not for. */
async function inbound({ service, metered, db }) {
  const rows = [];
  for (const count of [0, 1, TRIGGERS]) {
    const workspace = await newWorkspace(service);
    const account = `10654035${count}`;
    const number = await workspace.create("/v1/channels", { ...meta, external_id: account });
    for (const group of groupsOf(keyword, count, TRIGGERS_A_SCENARIO))
      await newStarter(workspace, group);
    const receive = async () => {
      const [body, headers] = textWebhook(account);
      const path = `/webhooks/whatsapp/${number.id}`;
      const metering = await meter(metered, { method: "POST", path, body, headers });
      // The next message has to set the wake-up of its lane again.
      await untilNone(
        db,
        "select 1 from trigger_cursors where workspace_id = ? and next_event_id is not null",
        workspace.id,
      );
      return metering;
    };
    await receive();
    // In the same second it would not move the date of the lead's last message.
    await wait(1_000);
    const { trips, rowsRead, rowsWritten } = await receive();
    rows.push({ triggers: count, trips, "rows read": rowsRead, "rows written": rowsWritten });
  }
  const [none] = rows;
  const bars = {
    trips: { exactly: none.trips },
    "rows read": { atMost: none["rows read"] + 1 },
    "rows written": { atMost: none["rows written"] + 1 },
  };
  return rows.map((row, nth) => (nth === 0 ? row : withVerdict(row, bars)));
}

/** The time that it takes to find the triggers that a message fits. */
async function matches() {
  const { compileSet, matchCause } = await import(
    "../../src/features/automation/triggers/match.ts"
  );
  const { readTriggers } = await import("../../src/features/automation/triggers/read.ts");
  const active = (groups) =>
    groups.flatMap((group) =>
      readTriggers(group, "whatsapp").map((read, place) => {
        if (!read.isValid) throw new Error(`${read.id} is invalid`);
        return { ...read, platform: "whatsapp", scenarioId: 1, place, since: 0 };
      }),
    );
  const timed = (what, list, atMost) => {
    const set = compileSet(list);
    const times = Array.from({ length: ROUNDS }, () => {
      const cause = longMessage();
      const start = performance.now();
      const found = matchCause(set, cause);
      const ms = performance.now() - start;
      if (found.length !== 1) throw new Error(`${found.length} triggers fit`);
      return ms;
    });
    return withVerdict(
      { what, triggers: list.length, ms: median(times) },
      { ms: { atMost }, triggers: { exactly: TRIGGERS } },
    );
  };
  const words = (count) => active(groupsOf(keyword, count, TRIGGERS_A_SCENARIO));
  return [timed("words", words(TRIGGERS), 1)];
}

/** A message that has one of the words. */
function longMessage() {
  const text = "Could you tell me more about word7 and about the programme, please? ";
  const ids = { id: 1, eventId: 1, channelId: 1 };
  const said = { ...ids, type: "text", text: text.repeat(99).slice(0, MESSAGE_LENGTH), sentAt: 0 };
  return {
    ...{ type: "message.received", eventId: 1, leadId: 1, actor: null, at: 0 },
    ...{ platform: "whatsapp", previousAt: 1, isAssigned: false },
    messages: [{ ...said, payload: null, referral: null }],
  };
}
