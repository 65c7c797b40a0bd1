import { beforeAll, describe, expect, it } from "vitest";
import { occupations, warmths } from "#domain/leads";
import { type Client, newScenario, newTag, newWorkspace } from "../support/api";
import { notOneOf } from "../support/choices";
import { hello } from "../support/simulation";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("an invalid simulation", () => {
  const refused = async (body: object) => {
    const scenario = await newScenario(client, hello);
    const answer = await client.post(`/scenarios/${scenario.id}/simulate`, body);
    expect(answer.status, answer.text).toBe(422);
    return answer.body.errors;
  };
  const selected = (field: string) => [`The selected ${field} is invalid.`];

  it.each<[string, object, object]>([
    ["without a lead", {}, { lead_id: ["The lead id field is required when there is no lead."] }],
    [
      "of two leads",
      { lead_id: 4_000_000_000, lead: {} },
      { lead: ["The lead field can't be used with lead id."], lead_id: selected("lead id") },
    ],
    ["of an unknown lead", { lead_id: 4_000_000_000 }, { lead_id: selected("lead id") }],
    [
      "of a lead of the wrong kind",
      { lead: { first_name: 7, age: -1, warmth: "boiling", last_inbound_at: "once" } },
      {
        "lead.first_name": ["The lead.first_name field must be a string."],
        "lead.age": ["The lead.age field must be at least 0."],
        "lead.warmth": notOneOf("lead.warmth", warmths),
        "lead.last_inbound_at": ["The lead.last_inbound_at field must be a valid date."],
      },
    ],
    [
      "with impossible analyses",
      {
        lead: { blockers: "Time", levers: [""] },
        events: [
          { after_seconds: 1, analysis: {} },
          {
            after_seconds: 1,
            analysis: {
              status: "skipped",
              reason: "unchanged",
              fields: { age: -1, blockers: [7], occupation_status: "king" },
            },
          },
          { after_seconds: 1, analysis: { status: "completed" }, nothing: true },
        ],
      },
      {
        "lead.blockers": ["The lead.blockers field must be an array."],
        "lead.levers.0": ["The lead.levers.0 field is required."],
        "events.0.analysis.status": ["The events.0.analysis.status field is required."],
        "events.1.analysis.status": notOneOf("events.1.analysis.status", ["completed", "failed"]),
        "events.1.analysis.reason": [expect.stringMatching(/Choose one of: .*no_text.*\.$/)],
        "events.1.analysis.fields.age": [
          "The events.1.analysis.fields.age field must be at least 0.",
        ],
        "events.1.analysis.fields.blockers.0": [
          "The events.1.analysis.fields.blockers.0 field must be a string.",
        ],
        "events.1.analysis.fields.occupation_status": notOneOf(
          "events.1.analysis.fields.occupation_status",
          occupations,
        ),
        "events.2.nothing": ["The events.2.nothing field can't be used with analysis."],
      },
    ],
    [
      "with an unknown event",
      { lead: {}, events: [null, { after_seconds: 1, read: true }] },
      { "events.0": ["The events.0 field is required."] },
    ],
    [
      "with an empty event",
      { lead: {}, events: [{ after_seconds: 1, click: false }] },
      {
        "events.0.reply": ["The events.0.reply field is required."],
      },
    ],
    [
      "with two events in one",
      {
        lead: {},
        events: [
          { after_seconds: 1, nothing: true },
          { after_seconds: 1, reply: "Hi", read: true },
        ],
      },
      {
        "events.1.read": ["The events.1.read field can't be used with reply."],
      },
    ],
    [
      "with an event without a time",
      { lead: {}, events: [{ reply: "Hi" }, { after_seconds: -1, reply: "Hi" }] },
      {
        "events.0.after_seconds": ["The events.0.after_seconds field is required."],
        "events.1.after_seconds": ["The events.1.after_seconds field must be at least 0."],
      },
    ],
    ...[
      "1999-12-31T23:59:59Z",
      "0050-06-01T00:00:00Z",
      "9990-01-01T00:00:01Z",
      "9999-12-31T23:59:59Z",
    ].map((start_at): [string, object, object] => [
      `that begins at ${start_at}`,
      { lead: {}, start_at },
      {
        start_at: [
          "The start at field must be a date from 2000-01-01T00:00:00Z to 9990-01-01T00:00:00Z.",
        ],
      },
    ]),
    [
      "that begins at an invalid time",
      { lead: {}, start_at: "soon" },
      { start_at: ["The start at field must be a valid date."] },
    ],
    [
      "with edges between unknown nodes",
      { lead: {}, edges: [{ source: "a", target: "b" }] },
      {
        "edges.0.source": selected("edges.0.source"),
        "edges.0.target": selected("edges.0.target"),
      },
    ],
    [
      "with more than 1,000 events",
      { lead: {}, events: Array(1_001).fill({ after_seconds: 1, nothing: true }) },
      {
        events: ["The events field must not have more than 1000 items."],
      },
    ],
  ])("is refused %s", async (_, body, errors) => {
    expect(await refused(body)).toEqual(errors);
  });

  it("is refused with tags that are not the workspace's, beside other faults", async () => {
    const [own, foreign] = [await newTag(client), await newTag(await newWorkspace())];
    const body = {
      lead: { tag_ids: [own.id, foreign.id] },
      events: [
        { after_seconds: 1, tag_added: own.id },
        { after_seconds: 2, tag_added: foreign.id },
      ],
    };
    const errors = {
      "lead.tag_ids.1": selected("lead.tag_ids.1"),
      "events.1.tag_added": selected("events.1.tag_added"),
    };
    expect(await refused(body)).toEqual(errors);
    expect(await refused({ ...body, run_id: 0 })).toEqual({
      ...errors,
      run_id: ["The run id field must be at least 1."],
    });
  });

  it("can't use another workspace's scenario", async () => {
    const scenario = await newScenario(client, hello);
    expect(
      (await (await newWorkspace()).post(`/scenarios/${scenario.id}/simulate`, { lead: {} }))
        .status,
    ).toBe(404);
  });
});
