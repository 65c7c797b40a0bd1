import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";
import { leftBy, newDelivery, newEndpoint, newEvent, setEndpoint } from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const url = "https://example.com/hooks";
const FAR = 4_000_000_000_000;
const failing = { failures: 7, failing_since: 1000, paused_until: FAR };
const disabled = { ...failing, is_active: 0, disabled_reason: "gone", disabled_at: 2000 };

describe("a webhook endpoint", () => {
  it("gets all events while it is active, unless it names event types", async () => {
    const { status, body } = await client.post("/webhook-endpoints", { url });
    expect(status).toBe(201);
    const { secret, ...shown } = body.data;
    expect(shown).toMatchObject({
      url,
      scenario_id: null,
      event_types: ["*"],
      is_active: true,
      status: "active",
      failing_since: null,
    });
    expect((await client.get(`/webhook-endpoints/${shown.id}`)).body.data).toEqual(shown);
    expect((await client.get("/webhook-endpoints")).body.data).toEqual([shown]);
  });

  it("can be replaced as a whole, except its secret, and deleted", async () => {
    const { id } = await newEndpoint(client, {
      event_types: ["lead.created", "run.*"],
      is_active: false,
    });
    const [before] = await rowsOf("select secrets from webhook_endpoints where id = ?", id);
    expect((await client.get(`/webhook-endpoints/${id}`)).body.data).toMatchObject({
      event_types: ["lead.created", "run.*"],
      is_active: false,
    });
    const { body } = await client.put(`/webhook-endpoints/${id}`, { url });
    expect(body.data).toMatchObject({ url, event_types: ["*"], is_active: true, status: "active" });
    expect(await rowsOf("select secrets from webhook_endpoints where id = ?", id)).toEqual([
      before,
    ]);
    await newDelivery(id);
    expect((await client.delete(`/webhook-endpoints/${id}`)).body).toEqual({
      success: true,
      deleted: 1,
    });
    expect((await client.get(`/webhook-endpoints/${id}`)).status).toBe(404);
    expect((await client.get("/webhook-deliveries")).body.data).toEqual([]);
  });

  it.each([
    [[], "event_types", "must have at least 1 item"],
    ["lead.*", "event_types", "must be an array"],
    [["lead.*", "lead.*"], "event_types.1", "has a duplicate value"],
    [["lead.*", "lead.sold"], "event_types.1", "is invalid"],
    [["lead*"], "event_types.0", "is invalid"],
    [["[a-z]*"], "event_types.0", "is invalid"],
    [[""], "event_types.0", "is invalid"],
    [[7], "event_types.0", "must be a string"],
  ])(
    "is refused with the event types %j, beside all other faults",
    async (event_types, field, message) => {
      const { status, body } = await client.post("/webhook-endpoints", {
        url: "https://10.0.0.1/",
        event_types,
        is_active: "yes",
      });
      expect(status).toBe(422);
      expect(body.errors).toEqual({
        url: ["The url field must be the https URL of a public host, on port 443 or 8443."],
        is_active: ["The is active field must be true or false."],
        [field]: [expect.stringContaining(message)],
      });
      expect((await client.get("/webhook-endpoints")).body.data).toEqual([]);
    },
  );

  it("is one of at most 50, not counting those of scenarios", async () => {
    for (let i = 0; i < 2; i++)
      await client.post("/scenarios", { name: "S", platform: "whatsapp", webhook_url: url });
    const { id } = await newEndpoint(client);
    await rowsOf(
      `insert into webhook_endpoints (workspace_id, url, event_types, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 48) select ?, 'https://example.com/', '["*"]', 1, 1 from n`,
      client.workspaceId,
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => client.post("/webhook-endpoints", { url })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe(
      "A workspace has at most 50 webhook endpoints.",
    );
    await client.delete(`/webhook-endpoints/${id}`);
    expect((await client.post("/webhook-endpoints", { url })).status).toBe(201);
  });
});

describe("the status of an endpoint", () => {
  it.each([
    ["active", { failures: 0 }],
    ["failing", failing],
    ["inactive", { ...failing, is_active: 0 }],
    ["disabled", disabled],
  ])("is %s", async (status, columns) => {
    const { id } = await newEndpoint(client);
    await setEndpoint(id, columns);
    const isFailing = columns.failures > 0;
    expect((await client.get(`/webhook-endpoints/${id}`)).body.data).toMatchObject({
      status,
      is_active: status === "active" || status === "failing",
      failing_since: isFailing ? "1970-01-01T00:00:01.000Z" : null,
      paused_until: isFailing ? new Date(FAR).toISOString() : null,
      disabled_reason: status === "disabled" ? "gone" : null,
      disabled_at: status === "disabled" ? "1970-01-01T00:00:02.000Z" : null,
    });
  });
});

describe("replacing an endpoint", () => {
  const replaceBy = async (
    columns: Record<string, string | number | null>,
    body: object,
    hasPending = true,
  ) => {
    const { id } = await newEndpoint(client, { url });
    if (hasPending) await newDelivery(id, { status: "pending", next_attempt_at: FAR });
    await setEndpoint(id, { next_at: hasPending ? FAR : null, ...columns });
    const { answer, endpoint, deliveries } = await leftBy(id, (options) =>
      client.put(`/webhook-endpoints/${id}`, { url, ...body }, options),
    );
    expect(answer.status, answer.text).toBe(200);
    return { endpoint: endpoint!, deliveries };
  };
  const started = {
    is_active: 1,
    failures: 0,
    failing_since: null,
    paused_until: null,
    disabled_reason: null,
    disabled_at: null,
  };
  it("stops it: nothing is due, and waiting deliveries go on waiting", async () => {
    const { endpoint, deliveries } = await replaceBy(
      { next_event_id: 5, ...failing },
      { is_active: false },
    );
    expect(endpoint).toMatchObject({ is_active: 0, next_event_id: 5, next_at: null });
    expect(deliveries).toMatchObject([{ status: "pending", next_attempt_at: FAR }]);
  });

  it.each([
    ["inactive", { is_active: 0, next_at: null }],
    ["disabled", { ...disabled, next_at: null }],
  ])("restarts one that is %s, with its waiting deliveries", async (_, columns) => {
    const { endpoint, deliveries } = await replaceBy(columns, {});
    expect(endpoint).toMatchObject({ ...started, next_at: 0 });
    expect(deliveries).toMatchObject([{ status: "pending" }]);
  });

  it("keeps one disabled that is not activated", async () => {
    expect(
      (await replaceBy({ ...disabled, next_at: null }, { is_active: false })).endpoint,
    ).toMatchObject({ ...disabled, next_at: null });
  });

  it("tries a new URL at once, with waiting deliveries and new events", async () => {
    const other = { url: "https://example.com/other" };
    const { endpoint } = await replaceBy(failing, other);
    expect(endpoint).toMatchObject({ ...started, ...other });
    expect(endpoint.next_at).toBe(0);
    const behind = (await replaceBy({ ...failing, next_event_id: 5, next_at: FAR }, other, false))
      .endpoint;
    expect(behind).toMatchObject({ ...started, next_event_id: 5 });
    expect(behind.next_at).toBe(0);
    expect((await replaceBy(failing, other, false)).endpoint.next_at).toBeNull();
  });

  it("with the same URL and other types keeps it paused", async () => {
    const { endpoint } = await replaceBy(
      { ...failing, next_event_id: 5 },
      { event_types: ["run.*"] },
    );
    expect(endpoint).toMatchObject({
      ...failing,
      event_types: '["run.*"]',
      next_event_id: 5,
      next_at: FAR,
    });
  });

  it("to start it sends it what has happened meanwhile", async () => {
    const { id } = await newEndpoint(client, { is_active: false });
    const event = await newEvent(client.workspaceId);
    const { endpoint } = await leftBy(id, (options) =>
      client.put(`/webhook-endpoints/${id}`, { url }, options),
    );
    expect(endpoint).toMatchObject({ is_active: 1, next_event_id: event, next_at: 0 });
  });
});

it("an endpoint can be on this machine only if the service is", async () => {
  const local = { url: "http://127.0.0.1:9/hooks" };
  expect((await client.post("/webhook-endpoints", local)).body.errors).toEqual({
    url: ["The url field must be the https URL of a public host, on port 443 or 8443."],
  });
  const fetcher = (request: Request) => serve(request, { SHORT_URL_BASE: "http://localhost:8787" });
  const { status, body } = await client.post(
    "/webhook-endpoints",
    { ...local, is_active: false },
    { fetcher },
  );
  expect([status, body.data.url]).toEqual([201, local.url]);
});
