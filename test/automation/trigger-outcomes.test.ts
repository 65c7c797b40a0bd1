import { beforeAll, describe, expect, it } from "vitest";
import {
  causeRefusalNames,
  type TriggerMismatch,
  triggerMismatchNames,
} from "#domain/trigger-mismatches";
import { triggerOutcomeNames } from "#domain/triggers";
import { explainStart as explainWith } from "#features/automation/triggers/explanation/store";
import { foretell, sentenceOf } from "#features/automation/triggers/sentences";
import { HOUR_MS } from "#lib/time";
import { type Client, make, newChannel, newLead } from "../support/api";
import { evaluated, explainStart, foretold } from "../support/explanations";
import {
  type Asked,
  byWord,
  newWorld,
  outcomeCases,
  refusalCases,
  says,
  type World,
} from "../support/outcome-cases";
import { rowsOf } from "../support/rows";
import { scopeOf } from "../support/scope";
import { decideDue, newTriggered } from "../support/trigger-worker";

// Each outcome that triggers and causes can have: its situation, its sentence in an explanation,
// and the evaluation that the worker then leaves.

let shared: World;
beforeAll(async () => {
  shared = await newWorld();
});

const triggerOf = ({ client, asked, scenario }: Asked) =>
  explainStart(client, asked).then(({ triggers, ...rest }) => ({
    ...rest,
    triggers,
    trigger: triggers.find((one) => one.scenario_id === scenario && one.trigger_id === "t"),
  }));

/** When triggers ask again after the only message that was written to a lead. */
async function twelveHoursAfterReply({ client }: Asked) {
  const [talk] = await rowsOf<{ at: number }>(
    "select max(last_person_at) as at from conversations where workspace_id = ?",
    client.workspaceId,
  );
  return new Date((talk?.at ?? 0) + 12 * HOUR_MS).toISOString();
}

describe("an outcome is foretold with its sentence, and then evaluated", () => {
  it.each(triggerOutcomeNames)("%s", async (outcome) => {
    const found = await outcomeCases[outcome]({ ...shared, word: outcome });
    const before = await triggerOf(found);
    expect(before).toMatchObject({
      refusal: null,
      is_pending: true,
      trigger: { outcome, message: foretell(outcome) },
      handled_until: outcome === "handled_by_person" ? await twelveHoursAfterReply(found) : null,
    });
    await decideDue(found.client);
    const { evaluation, trigger } = await triggerOf(found);
    expect(evaluated(evaluation)).toEqual(foretold(before));
    for (const one of evaluation?.candidates ?? [])
      expect(one.message).toBe(sentenceOf(one.outcome));
    expect(trigger?.time?.due_at ?? null).toEqual(
      ["put_off", "being_merged"].includes(outcome) ? expect.stringMatching(/Z$/) : null,
    );
  });
});

/** A trigger, and what might happen to a lead. */
async function imagine(
  { client }: World,
  type: string,
  data: object,
  happens: object,
  more: object = {},
): Promise<Asked> {
  const { id: scenario } = await newTriggered(client, [{ id: "t", type, data }], more);
  const lead = (await newLead(client, { variables: { later: "soon", over: "2026-01-01" } })).id;
  return { client, scenario, asked: { lead_id: lead, happens } };
}

const HI = { type: "message", text: "Hi" };
const HAPPENS = { state: "booked" };
const TIME = { type: "time" };
const ofDate = (world: World, of: string) =>
  imagine(world, "date", { of, offset_minutes: 0 }, TIME);

async function ofSegment(world: World, filter: object, isGone = false) {
  const { client, word: name } = world;
  const segment = await make(client, "/segments", { name, filter });
  const data = { every: "day", at: "09:30", segment_id: segment.id };
  const found = await imagine(world, "recurring", data, TIME);
  if (isGone) await client.delete(`/segments/${segment.id}`);
  return found;
}

const mismatchCases: Record<TriggerMismatch, (world: World) => Promise<Asked>> = {
  paused: (world) => imagine(world, "keyword", { words: ["Hi"] }, HI, { is_active: false }),
  invalid: (world) => imagine(world, "keyword", {}, HI),
  not_on_platform: (world) => imagine(world, "story_mention", {}, HI),
  async too_many_patterns() {
    const world = await newWorld();
    const sizes = ["v", "w", "x", "y", "z"].map((letter) => `${letter}{1,199}`);
    for (let n = 0; n < 10; n++) await byWord(world, { words: null, patterns: sizes });
    return imagine(world, "keyword", { patterns: [...sizes.slice(1), "h"] }, HI);
  },
  async before_activation(world) {
    const lead = (await newLead(world.client)).id;
    const asked = await says(world, lead);
    const { id: scenario } = await byWord(world);
    const since = (Date.now() + 60_000) * 1_000;
    await rowsOf("update scenario_triggers set since = ? where scenario_id = ?", since, scenario);
    return { client: world.client, scenario, asked };
  },
  other_platform: (world) =>
    imagine(world, "keyword", { words: ["Hi"] }, HI, { platform: "instagram" }),
  other_channel: (world) =>
    imagine(world, "keyword", { words: ["Hi"], channel_ids: [world.channel + 1] }, HI),
  words_differ: (world) => imagine(world, "keyword", { words: ["Ho"] }, HI),
  button_differs: (world) => imagine(world, "tap", { payloads: ["a"] }, HI),
  link_differs: (world) => imagine(world, "link_referral", { texts: ["Ho"] }, HI),
  ad_differs: (world) => imagine(world, "ad_click", {}, HI),
  async story_differs() {
    const world = await newWorld();
    const { id: channel_id } = await newChannel(world.client, { platform: "instagram" });
    const happens = { ...HI, story_id: "1" };
    const own = { platform: "instagram" };
    const found = await imagine(world, "story_reply", { words: ["Ho"] }, happens, own);
    return { ...found, asked: { ...found.asked, channel_id } };
  },
  async written_before() {
    const world = await newWorld();
    const found = await imagine(world, "first_message", {}, HI);
    await says(world, Object(found.asked).lead_id);
    return found;
  },
  type_differs: (world) => imagine(world, "any_message", { types: ["image"] }, HI),
  async comment_differs(world) {
    const instagram = { platform: "instagram" };
    await newChannel(world.client, instagram);
    const happens = { type: "comment", media_id: "1", text: "Hi" };
    return imagine(world, "comment", { words: ["Ho"] }, happens, instagram);
  },
  tag_differs: (world) =>
    imagine(world, "tag_added", { tag_ids: [2] }, { type: "tag_added", tag_id: 1 }),
  stage_differs: (world) =>
    imagine(world, "stage_changed", { to: ["lost"] }, { type: "stage_changed", to: "won" }),
  source_differs: (world) =>
    imagine(world, "lead_created", { sources: ["import"] }, { type: "lead_created" }),
  booking_differs: (world) =>
    imagine(world, "booking", { states: ["held"] }, { type: "booking", booking: HAPPENS }),
  name_differs: (world) => imagine(world, "event", { name: "x" }, { type: "event", name: "y" }),
  time_ahead: (world) => ofSegment(world, {}),
  no_date: (world) => ofDate(world, "variables.none"),
  date_unreadable: (world) => ofDate(world, "variables.later"),
  async date_over(world) {
    const found = await ofDate(world, "variables.over");
    await rowsOf("update scenario_triggers set since = 1 where scenario_id = ?", found.scenario);
    return found;
  },
  not_in_segment: (world) => ofSegment(world, { warmth: "hot" }),
  segment_gone: (world) => ofSegment(world, {}, true),
};

it.each(triggerMismatchNames)(
  "a trigger that starts nothing by it says so: %s",
  async (outcome) => {
    const found = await mismatchCases[outcome]({ ...shared, word: outcome });
    const { trigger, starts } = await triggerOf(found);
    expect(trigger?.outcome).toBe(outcome);
    expect(trigger?.message.startsWith(sentenceOf(outcome).slice(0, -1))).toBe(true);
    expect(starts).toEqual([]);
  },
);

/** Tokens of a workspace that is suspended read nothing: the operator asks by the store. */
const refusedIn = ({ workspaceId }: Client, asked: object) =>
  explainWith(scopeOf(workspaceId), asked as Parameters<typeof explainWith>[1]);

it.each(causeRefusalNames)(
  "what starts nothing whatever the triggers are says so: %s",
  async (reason) => {
    const { client, asked } = await refusalCases[reason]({ ...shared, word: reason });
    const isRefused = reason === "workspace_suspended";
    const { refusal, starts, triggers } = isRefused
      ? await refusedIn(client, asked)
      : await explainStart(client, asked);
    expect(refusal).toMatchObject({ reason, message: sentenceOf(reason) });
    expect(starts).toEqual([]);
    for (const { fits, outcome } of triggers) if (fits) expect(outcome).toBe(reason);
  },
);
