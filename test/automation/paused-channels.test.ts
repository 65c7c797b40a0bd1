import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newChannel, newScenario, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";

const node = (type: string, data: object) => ({
  nodes: [
    { id: "start", type: "start" },
    { id: "one", type, data },
  ],
  edges: [{ source: "start", target: "one" }],
});
const templates = node("template", { name: "revive", language: "en" });
const texts = node("message", { text: "Hello", on_window_closed: "skip" });
const reviving = { on_window_closed: { name: "revive", language: "en" } };
const either = node("message", { text: "Hello", ...reviving });
const silent = node("add_tag", { tag_ids: [] });

const until = Date.now() + 3_600_000;
const next_try_at = new Date(until).toISOString();

let client: Client;
let channel: { id: number; name: string };

const pause = (reason: string, holds: string | null) =>
  rowsOf(
    `update channels set pause_reason = ?, pause_holds = ?, paused_at = 1, pause_until = ?
     where id = ?`,
    reason,
    holds,
    until,
    channel.id,
  );

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client, { name: "Sales" });
});

describe("a scenario whose channel is paused", () => {
  const pausesIn = async (graph: object, platform = "whatsapp") => {
    const { body } = await client.post("/scenarios/check", { platform, ...graph });
    expect(body.data.is_runnable).toBe(true);
    return body.data.warnings.filter(({ code }: { code: string }) => code === "channel_paused");
  };

  it.each([
    ["payment", "all", [templates, texts, either], [silent]],
    ["outage", null, [templates, texts, either], [silent]],
    ["template_misuse", "templates", [templates, either], [texts, silent]],
    ["spam_rate", "starts", [templates, either], [texts, silent]],
  ])("has a warning by %s for what it would keep alone", async (reason, holds, kept, others) => {
    await pause(reason, holds);
    for (const graph of kept)
      expect(await pausesIn(graph)).toEqual([
        expect.objectContaining({ params: { name: "Sales", reason, until: next_try_at } }),
      ]);
    for (const graph of others) expect(await pausesIn(graph)).toEqual([]);
    expect(await pausesIn(texts, "instagram")).toEqual([]);
  });

  it("is active nevertheless, and its dry run names the channel", async () => {
    await pause("payment", "all");
    const scenario = await newScenario(client, { ...texts, is_active: true });
    const other = await newScenario(client, { ...texts, platform: "instagram" });
    const pausedFor = async ({ id }: { id: number }) => {
      const path = `/scenarios/${id}/leads/bulk?dry_run=1`;
      const { preview } = (await client.post(path, { filter: {} })).body;
      return [preview.has_channel, preview.paused_channels];
    };
    const named = { channel_id: channel.id, name: "Sales", reason: "payment", next_try_at };
    expect(await pausedFor(scenario)).toEqual([true, [named]]);
    expect(await pausedFor(other)).toEqual([false, []]);
    await client.post(`/channels/${channel.id}/resume`);
    expect(await pausedFor(scenario)).toEqual([true, []]);
    expect((await client.get(`/scenarios/${scenario.id}`)).body.data.is_active).toBe(true);
  });
});
