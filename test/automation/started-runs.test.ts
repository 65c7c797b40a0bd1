import { beforeAll, describe, expect, it } from "vitest";
import type { RunCause } from "#db/schema/automation";
import type { Run } from "#features/automation/runs/schema";
import { type Client, idsOf, newLead, newWorkspace } from "../support/api";
import { dataOf } from "../support/events";
import { enrol, newFlow } from "../support/run-scheduler";
import { seedRun } from "../support/runs";

// Runs that triggers have started, as the API shows them.

let client: Client;
let scenario: { id: number };
let started: Run;
let enrolled: Run;

const CAUSE: RunCause = {
  type: "tag_added",
  trigger_id: "vip",
  event_id: 1_795_169_730_123_000,
  by: 15,
  depth: 2,
};
const STARTED_BY = {
  type: "tag_added",
  trigger_id: "vip",
  event_id: 1_795_169_730_123_000,
  message_id: null,
  by_run_id: 15,
};

beforeAll(async () => {
  client = await newWorkspace();
  scenario = await newFlow(client, { wait: ["wait_for_reply", {}] }, "wait:reply > wait");
  started = await seedRun(client, scenario, await newLead(client), {
    cause: JSON.stringify(CAUSE),
  });
  enrolled = await enrol(client, scenario.id, (await newLead(client)).id);
});

describe("what has started a run", () => {
  it("is said by the run, its explanation and its event", async () => {
    for (const [run, startedBy] of [
      [started, STARTED_BY],
      [enrolled, null],
    ] as const) {
      expect(run.started_by).toEqual(startedBy);
      const { body } = await client.get(`/runs/${run.id}/explain`);
      expect(body.data.started_by).toEqual(startedBy);
      const events = await dataOf(client, "run.started");
      const event = events.find(({ run_id }) => run_id === run.id);
      expect(event?.started_by).toEqual(startedBy);
    }
  });

  it("finds runs by their trigger", async () => {
    for (const path of [`/scenarios/${scenario.id}/runs`, "/runs"]) {
      expect(await idsOf(client, `${path}?trigger_id=vip`)).toEqual([started.id]);
      expect(await idsOf(client, `${path}?trigger_id=other`)).toEqual([]);
    }
  });
});
