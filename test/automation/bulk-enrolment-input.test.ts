import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { activeRuns, enrolMany } from "../support/bulk";
import { noDay } from "../support/choices";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("an invalid body", () => {
  const refused = async (body: object) => {
    const scenario = await newScenario(client);
    const { status, body: answer } = await enrolMany(client, scenario, body);
    expect(status).toBe(422);
    expect(await activeRuns(scenario)).toBe(0);
    return answer.errors;
  };

  it.each<[string, object, object]>([
    ["nothing", {}, { lead_ids: ["The lead ids field is required when there is no filter."] }],
    [
      "null for both",
      { lead_ids: null, filter: null },
      { lead_ids: ["The lead ids field is required when there is no filter."] },
    ],
    [
      "an empty list",
      { lead_ids: [] },
      { lead_ids: ["The lead ids field must have at least 1 item."] },
    ],
    [
      "both",
      { lead_ids: [4_000_000_000], filter: {} },
      {
        filter: ["The filter field can't be used with lead ids."],
        "lead_ids.0": ["The selected lead_ids.0 is invalid."],
      },
    ],
    [
      "an unknown filter",
      { filter: { tag_id: 1, zzzzzz: 1 } },
      {
        filter: ["The filter field has unknown members: tag_id (did you mean tag_ids?), zzzzzz."],
      },
    ],
    [
      "a page",
      { filter: { per_page: 25 } },
      { filter: ["The filter field has unknown members: per_page."] },
    ],
    [
      "filters of the wrong kind",
      {
        filter: {
          name: 7,
          age_min: "7",
          is_lost: "yes",
          created_from: "2026-02-30",
          warmth: "boiling",
          tag_ids: "1",
        },
      },
      {
        "filter.name": ["The filter.name field must be a string."],
        "filter.age_min": ["The filter.age_min field must be an integer."],
        "filter.is_lost": ["The filter.is_lost field must be true or false."],
        "filter.created_from": [noDay("filter.created_from")],
        "filter.warmth": ["The selected filter.warmth is invalid. Choose one of: cold, warm, hot."],
        "filter.tag_ids": ["The filter.tag_ids field must be an array."],
      },
    ],
    [
      "a range that ends before it starts",
      { filter: { age_min: 5, age_max: 4 } },
      { "filter.age_max": ["The filter.age_max field must be at least 5."] },
    ],
    [
      "an invalid time",
      { filter: {}, enrolled_at: "soon" },
      { enrolled_at: ["The enrolled at field must be a valid date."] },
    ],
  ])("is refused: %s", async (_, body, errors) => {
    expect(await refused(body)).toEqual(errors);
  });

  it("is refused with leads of other workspaces, each at its index, beside other faults", async () => {
    const [own, foreign] = [await newLead(client), await newLead(await newWorkspace())];
    const errors = {
      "lead_ids.1": ["The selected lead_ids.1 is invalid."],
      "lead_ids.2": ["The selected lead_ids.2 is invalid."],
    };
    const lead_ids = [own.id, foreign.id, 4_000_000_000];
    expect(await refused({ lead_ids })).toEqual(errors);
    expect(await refused({ lead_ids, enrolled_at: 7 })).toEqual({
      ...errors,
      enrolled_at: ["The enrolled at field must be a valid date."],
    });
  });

  it("is refused with a lead twice", async () => {
    const { id } = await newLead(client);
    expect(await refused({ lead_ids: [id, id] })).toEqual({
      "lead_ids.1": ["The lead_ids.1 field has a duplicate value."],
    });
  });

  it("is refused with more than 10,000 leads", async () => {
    const lead_ids = Array.from({ length: 10_001 }, (_, index) => index + 1);
    expect(await refused({ lead_ids })).toEqual({
      lead_ids: ["The lead ids field must not have more than 10000 items."],
    });
  });

  it("is refused with a bounded answer when all 10,000 leads are unknown", async () => {
    const lead_ids = Array.from({ length: 10_000 }, (_, index) => 5_000_000_000 + index);
    expect(Object.keys(await refused({ lead_ids }))).toHaveLength(1_000);
  });

  it("is refused with tags that are not the workspace's, beside other faults", async () => {
    const [own, foreign] = [await newTag(client), await newTag(await newWorkspace())];
    const filter = { tag_ids: [own.id, foreign.id], exclude_tag_ids: [foreign.id] };
    const errors = {
      "filter.tag_ids.1": ["The selected filter.tag_ids.1 is invalid."],
      "filter.exclude_tag_ids.0": ["The selected filter.exclude_tag_ids.0 is invalid."],
    };
    expect(await refused({ filter })).toEqual(errors);
    expect(await refused({ filter: { ...filter, warmth: 1 } })).toEqual({
      ...errors,
      "filter.warmth": ["The filter.warmth field must be a string."],
    });
  });
});
