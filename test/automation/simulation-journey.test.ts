/// <reference types="vite/client" />
import { beforeAll, describe, expect, it } from "vitest";
import type { Simulation } from "#features/automation/runs/simulation/schema";
import demoSql from "../../drizzle/demo/demo.sql?raw";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import { clientOf } from "../support/api";
import { testEnv } from "../support/env";
import { allRows } from "../support/received";
import { serve } from "../support/serve";
import { after, DAY, HOUR, MINUTE, START, simulate, wayOf } from "../support/simulation";

beforeAll(async () => {
  const statements = demoSql.split(/;\n+/).filter((statement) => statement !== "");
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
});

const textsIn = ({ trail }: Simulation) =>
  trail.flatMap(({ at, message }) => (message ? [[at, message.text]] : []));

describe("the demo's webinar follow-up", () => {
  // The demo's links are those of a server on this machine.
  const fetcher = (request: Request) => serve(request, { SHORT_URL_BASE: "http://localhost:8787" });
  const { post } = clientOf(token, 1);
  const demo = {
    ...clientOf(token, 1),
    post: (path: string, json?: unknown) => post(path, json, { fetcher }),
  };
  const webinar = { id: 1 };
  const ada = { first_name: "Ada", variables: { language: "fr" } };

  const clicked = { after_seconds: HOUR, click: true };

  it("greets in French, waits for a click, asks, and books a call after an answer nearly three days later", async () => {
    const answered = HOUR + 4 * HOUR + 3 * DAY - MINUTE;
    const simulation = await simulate(demo, webinar, {
      lead: ada,
      events: [clicked, { after_seconds: answered, reply: "1" }],
    });
    expect(wayOf(simulation)).toEqual([
      "start next",
      "language french",
      "hello-fr next",
      "watched event",
      "attendee next",
      "pause next",
      "question next",
      "answer call",
      "book next",
    ]);
    expect(textsIn(simulation)).toEqual([
      [START, "Bonjour Ada 👋 Le replay de l'atelier est là : http://localhost:8787/webinar"],
      [
        after(5 * HOUR),
        "What did you think of it? Answer 1 to talk about it on a call, 2 for the guide.",
      ],
      [after(answered), "Choose your hour: http://localhost:8787/call"],
    ]);
    expect(simulation).toMatchObject({
      state: "completed",
      end_reason: "reached_end",
      node_id: "book",
      waiting_for: null,
      ended_at: after(answered),
      stopped_by: "ended",
      ignored_events: [],
      lead: {
        tag_ids: [3],
        variables: { language: "fr", webinar_answer: "1" },
        fields: { first_name: "Ada", pipeline_stage: "engaged" },
      },
    });
    const pause = simulation.trail.find(({ node_id }) => node_id === "pause");
    expect(pause).toMatchObject({
      at: after(HOUR),
      left_at: after(5 * HOUR),
      visit: 6,
      type: "delay",
      message: null,
    });
  });

  it.each<[string, object, object[], string[], object]>([
    [
      "goes cold when there is no click within two days",
      {},
      [],
      ["hello-en next", "watched timeout", "cold next", "end exit_node"],
      {
        state: "exited",
        end_reason: "exit_node",
        ended_at: after(2 * DAY),
      },
    ],
    [
      "ends three days after an unanswered question",
      ada,
      [clicked],
      ["question next", "answer timeout", "end exit_node"],
      {
        state: "exited",
        end_reason: "exit_node",
        ended_at: after(5 * HOUR + 3 * DAY),
      },
    ],
    [
      "hands over to a person who answers in their own words",
      ada,
      [clicked, { after_seconds: DAY, reply: "Hm" }],
      ["answer reply", "person handoff"],
      {
        state: "handed_off",
        end_reason: "handoff",
        ended_at: after(DAY),
      },
    ],
    [
      "ends when the lead unsubscribes",
      ada,
      [{ after_seconds: MINUTE, opt_out: true }],
      ["watched opted_out"],
      {
        state: "exited",
        end_reason: "opted_out",
        ended_at: after(MINUTE),
      },
    ],
  ])("%s", async (_, lead, events, way, end) => {
    const simulation = await simulate(demo, webinar, { lead, events });
    expect(wayOf(simulation).slice(-way.length)).toEqual(way);
    expect(simulation).toMatchObject({ stopped_by: "ended", ...end });
  });

  it("asks by template when the click comes as the window has nearly closed", async () => {
    const { trail } = await simulate(demo, webinar, {
      lead: ada,
      events: [{ after_seconds: 23 * HOUR, click: true }],
    });
    const question = trail.find(({ node_id }) => node_id === "question");
    expect(question).toMatchObject({
      at: after(27 * HOUR),
      message: { type: "template", payload: { template: { name: "after_the_webinar" } } },
    });
  });

  it("writes nothing, even with a lead of the workspace", async () => {
    const body = { events: [clicked, { after_seconds: DAY, reply: "2" }] };
    await simulate(demo, webinar, { lead: ada, ...body });
    const before = await allRows();
    await simulate(demo, webinar, { lead: ada, ...body });
    await simulate(demo, webinar, { lead_id: 5, ...body });
    expect(await allRows()).toEqual(before);
  });
});

describe("the demo's welcome on Instagram", () => {
  const fetcher = (request: Request) => serve(request, { SHORT_URL_BASE: "http://localhost:8787" });
  const { post } = clientOf(token, 1);
  const demo = {
    ...clientOf(token, 1),
    post: (path: string, json?: unknown) => post(path, json, { fetcher }),
  };
  const lead = { first_name: "Ada" };
  const events = [{ after_seconds: HOUR, reply: "A picture book" }];

  it.each<[string, object, string, string[]]>([
    [
      "answers a comment below it and in private",
      { type: "comment", text: "Price?" },
      "price",
      ["start next", "begun comment", "under next", "prices next", "dream reply"],
    ],
    [
      "thanks whoever answers a story",
      { type: "message", text: "Lovely!", story_id: "1" },
      "story",
      ["start next", "begun now", "thanks next", "dream reply"],
    ],
  ])("%s, and waits for an answer", async (_, started_by, trigger_id, way) => {
    const simulation = await simulate(demo, { id: 2 }, { lead, events, started_by });
    expect(wayOf(simulation).slice(0, way.length)).toEqual(way);
    expect(simulation).toMatchObject({
      ...{ start: { outcome: "started", trigger_id }, end_reason: "exit_node" },
      lead: { variables: { dream: "A picture book" } },
    });
  });
});
