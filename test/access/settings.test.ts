import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "#features/access/settings/defaults";
import { DAY_MS, dayOf } from "#lib/time";
import { type Client, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { serve } from "../support/serve";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const get = async () => (await client.get("/settings")).body.data;
const patch = (json: object) => client.patch("/settings", json);
const errorsOf = async (json: object) => {
  const { status, body } = await patch(json);
  return { status, errors: body.errors };
};
const duplicate = (...fields: string[]) => ({
  status: 422,
  errors: Object.fromEntries(
    fields.map((field) => [
      field,
      [
        `The ${field.includes(".") ? field : field.replaceAll("_", " ")} field has a duplicate value.`,
      ],
    ]),
  ),
});

describe("settings", () => {
  it("are the defaults until something is set", async () => {
    expect(await get()).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS).toMatchObject({ opt_out_keywords: [], opt_in_keywords: [] });
    expect((await patch({})).body.data).toEqual(DEFAULT_SETTINGS);
  });

  it("keep what a patch omits, and reset a list that is null", async () => {
    const first = await patch({
      opt_out_keywords: [" Halt ", "STOP"],
      opt_out_confirmation: "Done.",
    });
    const halt = {
      ...DEFAULT_SETTINGS,
      opt_out_keywords: ["Halt", "STOP"],
      opt_out_confirmation: "Done.",
    };
    expect(first.body.data).toEqual(halt);
    expect((await patch({ opt_in_keywords: ["Go"] })).body.data).toEqual({
      ...halt,
      opt_in_keywords: ["Go"],
    });
    expect((await patch({ opt_out_confirmation: null })).body.data.opt_out_confirmation).toBeNull();
    expect((await patch({ opt_out_keywords: null })).body.data).toEqual({
      ...DEFAULT_SETTINGS,
      opt_in_keywords: ["Go"],
      opt_out_confirmation: null,
    });
    expect(await get()).toEqual({
      ...DEFAULT_SETTINGS,
      opt_in_keywords: ["Go"],
      opt_out_confirmation: null,
    });
  });

  it("have a time zone by its name, UTC when null", async () => {
    const paris = await patch({ time_zone: "Europe/Paris" });
    expect(paris.body.data.time_zone).toBe("Europe/Paris");
    expect(await errorsOf({ time_zone: "Mars/Olympus" })).toEqual({
      status: 422,
      errors: { time_zone: ["The selected time zone is invalid."] },
    });
    expect((await patch({ time_zone: null })).body.data).toEqual(DEFAULT_SETTINGS);
  });

  it("have business hours and quiet hours, none at first", async () => {
    const business_hours = {
      weekly: {
        monday: [
          { from: "09:00", to: "12:30" },
          { from: "14:00", to: "18:00" },
        ],
        friday: [{ from: "22:00", to: "24:00" }],
      },
      closed: ["2026-12-25"],
    };
    const hours = { business_hours, quiet_hours: { from: "21:00", to: "08:00" } };
    expect((await patch(hours)).body.data).toEqual({ ...DEFAULT_SETTINGS, ...hours });
    const { weekly } = business_hours;
    const { body } = await patch({ business_hours: { weekly } });
    expect(body.data.business_hours).toEqual({ weekly });
    const none = await patch({ business_hours: null, quiet_hours: null });
    expect(none.body.data).toEqual(DEFAULT_SETTINGS);
  });

  const monday = (...intervals: unknown[]) => ({
    business_hours: { weekly: { monday: intervals } },
  });
  const nine = { from: "09:00", to: "12:00" };
  it.each<[string, object, string, string]>([
    ["that are never open", monday(), "business_hours.weekly", "at least 1 item"],
    ["without a week", { business_hours: {} }, "business_hours.weekly", "is required"],
    [
      "at no time of the clock",
      monday({ from: "9:00", to: "12:00" }),
      "business_hours.weekly.monday.0.from",
      "format is invalid",
    ],
    [
      "after midnight",
      monday({ from: "22:00", to: "24:01" }),
      "business_hours.weekly.monday.0.to",
      "format is invalid",
    ],
    [
      "over midnight",
      monday({ from: "22:00", to: "06:00" }),
      "business_hours.weekly.monday.0.to",
      "must be a time after 22:00",
    ],
    [
      "that overlap",
      monday(nine, { from: "11:00", to: "13:00" }),
      "business_hours.weekly.monday.1.from",
      "must be a time after 12:00",
    ],
    [
      "six times a day",
      monday(...[0, 1, 2, 3, 4, 5].map((hour) => ({ from: `0${hour}:00`, to: `0${hour}:30` }))),
      "business_hours.weekly.monday",
      "must not have more than 5 items",
    ],
    [
      "closed on no day",
      { business_hours: { weekly: { monday: [nine] }, closed: ["2026-02-30"] } },
      "business_hours.closed.0",
      "must be a valid date",
    ],
    [
      "closed on too many days",
      {
        business_hours: {
          weekly: { monday: [nine] },
          closed: Array.from({ length: 101 }, (_, day) => dayOf(day * DAY_MS)),
        },
      },
      "business_hours.closed",
      "must not have more than 100 items",
    ],
    [
      "that never end",
      { quiet_hours: { from: "09:00", to: "09:00" } },
      "quiet_hours.to",
      "duplicate",
    ],
    ["that are a text", { quiet_hours: "night" }, "quiet_hours", "must be an object"],
  ])("refuse hours %s", async (_, json, field, message) => {
    const { status, errors } = await errorsOf(json);
    expect(status).toBe(422);
    expect(errors).toEqual({ [field]: [expect.stringContaining(message)] });
  });

  it("have what the pages for recipients show, all none at first", async () => {
    const shown = {
      public_name: "Atelier <Horizon>",
      contact: "hello@example.com",
      fallback_url: "https://example.com/a?b=c",
    };
    expect((await patch(shown)).body.data).toEqual({ ...DEFAULT_SETTINGS, ...shown });
    const none = { public_name: null, contact: " ", fallback_url: "" };
    expect((await patch(none)).body.data).toEqual(DEFAULT_SETTINGS);
    expect((await patch({ public_name: "x".repeat(101), contact: "x".repeat(201) })).status).toBe(
      422,
    );
    for (const fallback_url of [
      "javascript:alert(1)",
      "data:text/html,x",
      "http://example.com/",
      "https://a:b@example.com/",
      "https://localhost/",
      "https://10.0.0.1/",
      "//example.com",
      `https://example.com/${"x".repeat(2_048)}`,
    ])
      expect((await errorsOf({ fallback_url })).errors, fallback_url).toHaveProperty(
        "fallback_url",
      );
    expect(await get()).toEqual(DEFAULT_SETTINGS);
  });

  it("belong to their workspace", async () => {
    const other = await newWorkspace();
    await patch({ opt_in_keywords: ["Go"] });
    expect((await other.get("/settings")).body.data).toEqual(DEFAULT_SETTINGS);
  });

  it("report every invalid field at once", async () => {
    expect(
      await errorsOf({
        opt_out_keywords: "STOP",
        opt_in_keywords: ["x".repeat(51), "", 7],
        opt_out_confirmation: "x".repeat(1001),
      }),
    ).toEqual({
      status: 422,
      errors: {
        opt_out_keywords: ["The opt out keywords field must be an array."],
        "opt_in_keywords.0": [
          "The opt_in_keywords.0 field must not be greater than 50 characters.",
        ],
        "opt_in_keywords.1": ["The opt_in_keywords.1 field is required."],
        "opt_in_keywords.2": ["The opt_in_keywords.2 field must be a string."],
        opt_out_confirmation: [
          "The opt out confirmation field must not be greater than 1000 characters.",
        ],
      },
    });
    const many = Array.from({ length: 101 }, (_, index) => `Word ${index}`);
    expect((await errorsOf({ opt_out_keywords: many })).errors).toEqual({
      opt_out_keywords: ["The opt out keywords field must not have more than 100 items."],
    });
    expect((await errorsOf({ opt_in_keywords: ["\u0301"] })).errors).toEqual({
      "opt_in_keywords.0": ["The opt_in_keywords.0 field format is invalid."],
    });
    expect(await errorsOf({ opt_in_keywords: ["stop"], opt_out_confirmation: 7 })).toEqual({
      status: 422,
      errors: {
        ...duplicate("opt_in_keywords.0").errors,
        opt_out_confirmation: ["The opt out confirmation field must be a string."],
      },
    });
    expect(await get()).toEqual(DEFAULT_SETTINGS);
  });

  it("store a keyword once, whatever its case and accents", async () => {
    expect(await errorsOf({ opt_out_keywords: ["Arrêt", "Fin", "ARRET "] })).toEqual(
      duplicate("opt_out_keywords.2"),
    );
  });

  it("reject a keyword that would mean both, also by what is built in", async () => {
    expect(await errorsOf({ opt_in_keywords: ["Go", "árret"] })).toEqual(
      duplicate("opt_in_keywords.1"),
    );
    expect(await errorsOf({ opt_out_keywords: ["unstop"] })).toEqual(
      duplicate("opt_out_keywords.0"),
    );
    expect(
      await errorsOf({ opt_out_keywords: ["Start"], opt_in_keywords: ["Go", "Stop promotions"] }),
    ).toEqual(duplicate("opt_in_keywords.1", "opt_out_keywords.0"));
    expect(await errorsOf({ opt_out_keywords: ["Off"], opt_in_keywords: ["On", "OFF"] })).toEqual(
      duplicate("opt_in_keywords.1"),
    );
    expect(await get()).toEqual(DEFAULT_SETTINGS);
  });

  it("take a built-in word, and no words at all", async () => {
    const stored = { opt_out_keywords: ["Stop", "Cancel"], opt_in_keywords: ["Start"] };
    expect((await patch(stored)).body.data).toMatchObject(stored);
    expect((await patch({ opt_out_keywords: [], opt_in_keywords: null })).body.data).toEqual(
      DEFAULT_SETTINGS,
    );
  });
});

describe("patches at once", () => {
  it("of different members all take effect", async () => {
    const answers = await Promise.all([
      patch({ opt_out_keywords: ["Halt"] }),
      patch({ opt_in_keywords: ["Go"] }),
      patch({ opt_out_confirmation: "Done." }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await get()).toEqual({
      ...DEFAULT_SETTINGS,
      opt_out_keywords: ["Halt"],
      opt_in_keywords: ["Go"],
      opt_out_confirmation: "Done.",
    });
  });

  it("never give a keyword both meanings", async () => {
    const answers = await Promise.all([
      patch({ opt_out_keywords: ["Word"] }),
      patch({ opt_in_keywords: ["Word"] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("are refused when other patches keep changing the settings", async () => {
    let changes = 0;
    const DB = new Proxy(testEnv.DB, {
      get(db, name) {
        if (name !== "batch") return Reflect.get(db, name).bind(db);
        return async (statements: D1PreparedStatement[]) => {
          const settings = JSON.stringify({ opt_out_confirmation: `Change ${++changes}` });
          await db
            .prepare("update workspaces set settings = ? where id = ?")
            .bind(settings, client.workspaceId)
            .run();
          return db.batch(statements);
        };
      },
    });
    const fetcher = (request: Request) => serve(request, { DB });
    const { status, body } = await client.patch(
      "/settings",
      { opt_in_keywords: ["Go"] },
      { fetcher },
    );
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: "The request conflicts with another.", code: "conflict" },
    });
    expect(await get()).toEqual({ ...DEFAULT_SETTINGS, opt_out_confirmation: `Change ${changes}` });
  });
});
