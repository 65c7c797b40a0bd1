import { describe, expect, it } from "vitest";
import { call, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { reachedQuotas, setQuotas } from "../support/quotas";

const caps = [
  ["channels", "channels", "/channels", { platform: "whatsapp", name: "C" }],
  ["scenarios", "scenarios", "/scenarios", { name: "S", platform: "whatsapp" }],
  ["short_links", "short links", "/short-links", { destination_url: "https://example.com" }],
  ["sources", "sources", "/sources", { kind: "webhook", name: "S" }],
  ["tags", "tags", "/tags", undefined],
] as const;

describe("the caps of a workspace", () => {
  it("are those of the configuration, until the operator sets others", async () => {
    const { workspaceId } = await newWorkspace();
    const { body } = await call("GET", `/v1/workspaces/${workspaceId}`, {
      token: testEnv.OPERATOR_TOKEN,
    });
    const defaults = { channels: 20, scenarios: 1_000, short_links: 10_000, tags: 1_000 };
    expect(body.data.quotas).toMatchObject(defaults);
    expect(await setQuotas({ workspaceId }, { channels: 21, tags: 0 })).toMatchObject({
      ...defaults,
      channels: 21,
      tags: 0,
    });
    expect(await setQuotas({ workspaceId }, { tags: null })).toMatchObject({
      ...defaults,
      channels: 21,
    });
  });

  it.each(caps)(
    "hold for %s, also for some that are created at once",
    async (cap, words, path, input) => {
      const client = await newWorkspace();
      const other = await newWorkspace();
      await setQuotas(client, { [cap]: 2 });
      let serial = 0;
      const create = (owner = client) =>
        owner.post(path, input ?? { label: `Tag ${serial++}` }, {
          headers: { "Idempotency-Key": `key-${serial++}` },
        });
      const first = await create();
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({
        message: `The workspace has at most 2 ${words}.`,
        code: "quota_reached",
      });
      expect((await client.get(path)).body.data).toHaveLength(2);
      expect(await reachedQuotas(client)).toEqual([{ quota: cap, limit: 2 }]);
      expect((await create(other)).status).toBe(201);
      await client.delete(`${path}/${first.body.data.id}`);
      expect((await create()).status).toBe(201);
      expect((await create()).status).toBe(409);
      await setQuotas(client, { [cap]: 3 });
      expect((await create()).status).toBe(201);
      expect(await reachedQuotas(client)).toHaveLength(1);
    },
  );

  it("refuse the first, too, where nothing has been used yet", async () => {
    const client = await newWorkspace();
    await setQuotas(client, { leads: 0, tags: 0 });
    expect((await client.post("/tags", { label: "First" })).status).toBe(409);
    expect((await client.post("/leads", { first_name: "Ann" })).status).toBe(422);
    expect(await reachedQuotas(client)).toHaveLength(2);
  });

  it("refuse what is no number", async () => {
    const { workspaceId } = await newWorkspace();
    const { body } = await call("PATCH", `/v1/workspaces/${workspaceId}`, {
      token: testEnv.OPERATOR_TOKEN,
      json: { quotas: { leads: -1, tags: "many" } },
    });
    expect(body.errors).toEqual({
      "quotas.leads": ["The quotas.leads field must be at least 0."],
      "quotas.tags": ["The quotas.tags field must be an integer."],
    });
  });
});
