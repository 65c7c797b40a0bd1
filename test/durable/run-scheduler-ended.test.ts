import { beforeAll, describe, expect, it } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import { recordAnswer } from "#features/automation/runs/worker/answers";
import { claimBatch } from "#features/automation/runs/worker/claim";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { textsTo } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";
import {
  clientWithoutWakeUps,
  stepUncommitted,
  stepUntilDone,
} from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";

let client: Client;
let channel: Channel;
let tag: { id: number; label: string };
let link: { id: number; template_variable_url: string };

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newChannel(client);
  tag = await newTag(client, { pipeline_stage: "won" });
  link = await newShortLink(client);
});

const says = (lead: Lead, text: string) => newInbound(client, channel.id, lead.id, { text });

const newLongFlow = () =>
  newFlow(
    client,
    {
      hello: ["message", { text: `Look: ${link.template_variable_url}` }],
      answer: [
        "wait_for_reply",
        {
          timeout_seconds: 3600,
          matches: ["human", "dance"].map((value) => ({ handle: value, op: "equals", value })),
        },
      ],
      human: ["handoff", { reason: "Asked for" }],
      dance: ["dance"],
      late: ["exit", { reason: "No answer" }],
    },
    "hello > answer:human > human",
    "answer:dance > dance",
    "answer:timeout > late",
  );

const ends: Record<string, [end: (run: Run, lead: Lead) => Promise<unknown>, reason: string]> = {
  completed: [(_, lead) => says(lead, "Well"), "reached_end"],
  exited: [() => later(3_601_000, () => stepUntilDone(client)), "exit_node"],
  handed_off: [(_, lead) => says(lead, "human"), "handoff"],
  cancelled: [(run) => client.post(`/runs/${run.id}/cancel`), "cancelled"],
  failed: [(_, lead) => says(lead, "dance"), "unknown_type"],
  "exited by STOP": [(_, lead) => says(lead, "STOP"), "opted_out"],
};

const snapshot = async ({ id }: Run) => ({
  run: await rowsOf("select * from runs where id = ?", id),
  steps: await rowsOf("select * from run_steps where run_id = ? order by visit", id),
  events: await rowsOf("select * from run_events where run_id = ?", id),
});

describe("a run that has ended", () => {
  it.each(Object.entries(ends))(
    "as %s never changes, whatever happens",
    async (name, [end, reason]) => {
      const [scenario, lead] = [await newLongFlow(), await newLead(client)];
      await says(lead, "Hello");
      const run = await enrol(client, scenario.id, lead.id);
      const scope = scopeOf(client.workspaceId);
      // A step that was made before the end and is committed after it.
      const late = await stepUncommitted(client, "late");
      await settle(client);
      await end(run, lead);
      await settle(client);
      expect(await runNow(client, run)).toMatchObject({
        state: name.split(" ")[0],
        end_reason: reason,
        next_at: null,
        waiting_for: null,
      });
      const [before, trail, texts] = [
        await snapshot(run),
        await trailOf(run),
        await textsTo(lead.id),
      ];
      expect(before.events).toEqual([]);
      expect(trail.filter((step) => step.endsWith("…"))).toEqual([]);

      expect((await client.post(`/runs/${run.id}/cancel`)).status).toBe(409);
      expect((await claimBatch(scope, late, 0, [])).committed).toEqual([]);
      for (const visit of [0, 1, 2, 3])
        await recordAnswer(scope, run.id, visit, { isOk: true, status: 200 });
      await says(lead, "yes");
      await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
      await client.patch(`/leads/${lead.id}`, { pipeline_stage: "lost" });
      const [message] = await rowsOf<{ id: number }>(
        "select id from messages where run_id = ?",
        run.id,
      );
      await client.post(`/messages/${message!.id}/status`, { status: "read" });
      const { data: sends } = (await client.get(`/link-sends?lead_id=${lead.id}`)).body;
      for (const { url } of sends) await later(10_000, () => click(url));
      await later(10_000, () => flushAndClassify(link.id));
      for (const action of ["opt-out", "opt-in"]) await client.post(`/leads/${lead.id}/${action}`);
      for (const is_active of [false, true])
        await client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active });
      expect((await client.post(`/scenarios/${scenario.id}/migrate`)).status).toBe(200);
      expect((await client.post(`/leads/${lead.id}/events`, { name: "paid" })).status).toBe(201);
      await later(86_400_000, () => stepUntilDone(client));
      expect(await snapshot(run)).toEqual(before);
      expect(await textsTo(lead.id)).toEqual(texts);

      await make(client, `/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
      await stepUntilDone(client);
      expect(await snapshot(run)).toEqual(before);
      expect(await rowsOf("select id from runs where lead_id = ?", lead.id)).toHaveLength(2);
    },
  );
});
