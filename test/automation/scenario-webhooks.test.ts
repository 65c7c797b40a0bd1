import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newScenario, newWorkspace } from "../support/api";
import { newDelivery, setEndpoint } from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const url = "https://example.com/hooks/scenario";
const other = "https://example.com/hooks/other";
const endpoints = async () => (await client.get("/webhook-endpoints")).body.data;
const replace = (id: number, input: object = {}) =>
  client.put(`/scenarios/${id}`, { name: "S", platform: "whatsapp", ...input });
const disabled = {
  is_active: 0,
  disabled_at: 1,
  disabled_reason: "gone",
  failures: 9,
  failing_since: 1,
  paused_until: 4_000_000_000_000,
};

describe("the webhook_url of a scenario", () => {
  it("is an endpoint for the scenario's events", async () => {
    const { id } = await newScenario(client, { webhook_url: url });
    await newScenario(client);
    expect(await endpoints()).toMatchObject([
      {
        scenario_id: id,
        url,
        event_types: ["run.*", "message.*", "link.clicked", "lead.tag_added"],
        is_active: true,
        status: "active",
      },
    ]);
  });

  it("is changed, kept, removed and set again with the scenario", async () => {
    const { id } = await newScenario(client);
    await replace(id, { webhook_url: url });
    const [{ id: endpoint }] = await endpoints();
    await replace(id, { name: "Renamed" });
    expect(await endpoints()).toMatchObject([{ id: endpoint, url }]);
    await replace(id, { webhook_url: other });
    expect(await endpoints()).toMatchObject([{ id: endpoint, url: other }]);
    await replace(id, { webhook_url: null });
    expect(await endpoints()).toEqual([]);
    await replace(id, { webhook_url: url });
    expect(await endpoints()).toMatchObject([{ scenario_id: id, url }]);
    await client.delete(`/scenarios/${id}`);
    expect(await endpoints()).toEqual([]);
  });

  it.each([url, other])(
    "starts fresh once it is set again after it was disabled: %s",
    async (again) => {
      const { id } = await newScenario(client, { webhook_url: url });
      const [{ id: endpoint }] = await endpoints();
      await setEndpoint(endpoint, disabled);
      expect(await endpoints()).toMatchObject([{ status: "disabled", disabled_reason: "gone" }]);
      await replace(id, { name: "Renamed" });
      expect(await endpoints()).toMatchObject([{ status: "disabled" }]);
      await replace(id, { name: "Renamed", webhook_url: again });
      expect(await endpoints()).toMatchObject([
        {
          id: endpoint,
          url: again,
          status: "active",
          disabled_reason: null,
          disabled_at: null,
          failing_since: null,
          paused_until: null,
        },
      ]);
    },
  );

  it("can't be changed or deleted in another way, and has no secret of its own", async () => {
    const { id } = await newScenario(client, { webhook_url: url });
    const [endpoint] = await endpoints();
    const path = `/webhook-endpoints/${endpoint.id}`;
    const refused = {
      status: 409,
      body: { message: `The endpoint is the webhook_url of scenario ${id}: change it there.` },
    };
    expect(await client.put(path, { url: other })).toMatchObject(refused);
    expect(await client.put(path, { url, is_active: false })).toMatchObject(refused);
    expect(await client.delete(path)).toMatchObject(refused);
    expect(await client.post(`${path}/rotate-secret`)).toMatchObject(refused);
    expect(await endpoints()).toEqual([endpoint]);
    expect((await client.get(`/scenarios/${id}`)).body.data.webhook_url).toBe(url);
  });

  it("can be tested and replayed, and its deliveries sent again", async () => {
    await newScenario(client, { webhook_url: url });
    const [{ id: endpoint }] = await endpoints();
    expect((await client.post(`/webhook-endpoints/${endpoint}/test`)).body.data).toMatchObject({
      endpoint_id: endpoint,
      status: "pending",
    });
    const { status, body } = await client.post(`/webhook-endpoints/${endpoint}/replay`, {
      from: "2020-01-01T00:00:00Z",
    });
    expect([status, body.data]).toEqual([202, { deliveries: 0 }]);
    expect(
      (await client.post(`/webhook-deliveries/${await newDelivery(endpoint)}/retry`)).status,
    ).toBe(202);
  });
});
