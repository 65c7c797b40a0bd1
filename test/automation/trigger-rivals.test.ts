import { expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, make, newChannel, newLead, newTag, newWorkspace } from "../support/api";
import { setQuotas } from "../support/quotas";

const nodes = [{ id: "start", type: "start" }];
const base = { name: "Sale", platform: "whatsapp", is_active: true, nodes, edges: [] };
const guide = { id: "guide", type: "keyword", data: { words: ["guide"] } };
const gone = { id: "gone", type: "tag_added", data: { tag_ids: [999_999] } };

type Warned = { code: string; trigger_id?: string; params: object };
const warningsOf = async (client: Client, path: string, body?: object) => {
  const answer = await client.post(path, body);
  const { warnings }: { warnings: Warned[] } = answer.body.warnings
    ? answer.body
    : answer.body.data;
  return warnings.flatMap(({ code, trigger_id }) => (trigger_id ? `${trigger_id} ${code}` : []));
};

it("compares triggers with those of other scenarios that are on, and with words of consents", async () => {
  const client = await newWorkspace();
  await client.patch("/settings", { opt_out_keywords: ["enough"] });
  const check = (own: Client, words: string[]) =>
    warningsOf(own, "/scenarios/check", {
      ...{ platform: "whatsapp", nodes, edges: [] },
      triggers: [{ ...guide, id: "t", data: { words } }],
    });
  const { id } = await make(client, "/scenarios", { ...base, triggers: [guide] });
  expect(await check(client, ["guide"])).toEqual(["t trigger_overlap"]);
  expect(await check(client, ["enough"])).toEqual(["t trigger_shadowed"]);
  expect(await check(client, ["other"])).toEqual([]);
  expect(await check(await newWorkspace(), ["guide"])).toEqual([]);
  expect(await warningsOf(client, `/scenarios/${id}/check`, {})).toEqual([]);
  await client.put(`/scenarios/${id}`, { ...base, is_active: false });
  expect(await check(client, ["guide"])).toEqual([]);
});

it("checks the triggers that a replacement and a draft keep", async () => {
  const client = await newWorkspace();
  const { id } = await make(client, "/scenarios", { ...base, triggers: [guide, gone] });
  await make(client, "/scenarios", { ...base, triggers: [guide] });
  const expected = ["gone unknown_tag", "guide trigger_overlap"];
  const codes = (warnings: Warned[]) =>
    warnings.flatMap(({ code, trigger_id }) => (trigger_id ? `${trigger_id} ${code}` : []));
  const put = await client.put(`/scenarios/${id}`, { ...base, name: "Sale 2" });
  expect(codes(put.body.warnings)).toEqual(expected);
  const draft = await client.put(`/scenarios/${id}/draft`, { ...base, name: "Sale 3" });
  expect(codes(draft.body.data.check.warnings)).toEqual(expected);
  const own = await client.put(`/scenarios/${id}/draft`, { ...base, triggers: [gone] });
  expect(codes(own.body.data.check.warnings)).toEqual(["gone unknown_tag"]);
  expect(await warningsOf(client, `/scenarios/${id}/check`, { nodes, edges: [] })).toEqual(
    expected,
  );
});

it("asks the workspace for channels, variables and hours", async () => {
  const client = await newWorkspace();
  const [own, foreign] = [
    await newChannel(client),
    await newChannel(client, { platform: "instagram" }),
  ];
  const isOpen = { field: "business_open", op: "equals", value: true };
  const asking = { ...guide.data, filter: { all: [isOpen] } };
  const triggers = [
    { ...guide, data: { ...asking, channel_ids: [own.id, foreign.id] } },
    { id: "date", type: "date", data: { of: "variables.res.day", offset_minutes: 1 } },
  ];
  const check = (more: object = {}) =>
    warningsOf(client, "/scenarios/check", { platform: "whatsapp", nodes, triggers, ...more });
  const expected = ["guide channel_not_on_platform", "guide no_business_hours"];
  expect(await check()).toEqual(expected);
  await newLead(client, { variables: { ret: { day: "2027-01-05" } } });
  expect(await check()).toEqual([...expected, "date unknown_variable"]);
  const saving = { id: "start", type: "wait_for_reply", data: { save_to: "res" } };
  expect(await check({ nodes: [saving] })).toEqual(expected);
  const { id } = await make(client, "/scenarios", { ...base, triggers });
  const draft = await client.put(`/scenarios/${id}/draft`, { ...base, triggers });
  const ofDraft = draft.body.data.check.warnings.map(({ code }: Warned) => code);
  expect(ofDraft).toEqual([...expected.map((one) => one.slice(6)), "unknown_variable"]);
  await newLead(client, { variables: { res: 1 } });
  const weekly = { monday: [{ from: "09:00", to: "10:00" }] };
  const open = ({ id, platform, name }: Channel, business_hours: object | null) =>
    client.put(`/channels/${id}`, { platform, name, business_hours });
  await open(foreign, { weekly });
  expect(await check()).toEqual(expected);
  await open(own, { weekly });
  expect(await check()).toEqual(expected.slice(0, 1));
  await open(own, null);
  await client.patch("/settings", { business_hours: { weekly } });
  expect(await check()).toEqual(expected.slice(0, 1));
  await client.patch("/settings", { business_hours: null });
  expect(await check()).toEqual(expected);
});

it("finds what a trigger leads back to", async () => {
  const client = await newWorkspace();
  const [hot, warm] = [await newTag(client), await newTag(client)];
  const adding = (tag: number) => ({
    nodes: [...nodes, { id: "tag", type: "add_tag", data: { tag_ids: [tag] } }],
    edges: [{ source: "start", target: "tag" }],
  });
  const by = (tag: number) => ({ id: "tag", type: "tag_added", data: { tag_ids: [tag] } });
  const check = (added: number) =>
    warningsOf(client, "/scenarios/check", {
      ...{ platform: "whatsapp", ...adding(added) },
      triggers: [by(hot.id)],
    });
  expect(await check(warm.id)).toEqual([]);
  expect(await check(hot.id)).toEqual(["tag trigger_cycle"]);
  const back = { ...base, ...adding(hot.id), triggers: [by(warm.id)] };
  const { id } = await make(client, "/scenarios", back);
  expect(await check(warm.id)).toEqual(["tag trigger_cycle"]);
  await client.put(`/scenarios/${id}`, { ...back, ...adding(warm.id) });
  expect(await check(warm.id)).toEqual([]);
});

it("tells that more triggers would be on than the workspace may have", async () => {
  const client = await newWorkspace();
  const other = { ...base, triggers: [{ ...guide, data: { words: ["other"] } }] };
  const { id } = await make(client, "/scenarios", other);
  await setQuotas(client, { triggers: 2 });
  const check = async (path: string, ids: string[]) => {
    const triggers = ids.map((one) => ({ ...guide, id: one, data: { words: [one] } }));
    const body = { nodes, edges: [], triggers };
    const asked = path === "" ? { platform: "whatsapp", ...body } : body;
    const { warnings } = (await client.post(`/scenarios${path}/check`, asked)).body.data;
    return warnings.map(({ code, params }: Warned) => [code, params]);
  };
  expect(await check("", ["a"])).toEqual([]);
  expect(await check("", ["a", "b"])).toEqual([["too_many_triggers", { count: 3, most: 2 }]]);
  expect(await check(`/${id}`, ["a", "b"])).toEqual([]);
  await setQuotas(client, { triggers: 0 });
  expect(await check(`/${id}`, ["a"])).toEqual([]);
});

it("tells of patterns that are not looked for", async () => {
  const client = await newWorkspace();
  const patterns = ["a", "b", "c", "d", "e"].map((letter) => `${letter}{1,199}`);
  const triggers = [{ id: "t", type: "keyword", data: { patterns, priority: 0 } }];
  const ids: number[] = [];
  for (let n = 0; n < 11; n++) {
    triggers[0]!.data.priority = n;
    ids.push((await make(client, "/scenarios", { ...base, triggers })).id);
  }
  const { data } = (await client.get("/triggers")).body;
  const limited = data.filter(({ state }: { state: string }) => state === "limited");
  expect(limited.map(({ scenario_id: id }: { scenario_id: number }) => id)).toEqual([ids.at(-1)]);
  const check = (id: number | undefined) => warningsOf(client, `/scenarios/${id}/check`, {});
  expect(await check(ids.at(-1))).toEqual(["t too_many_patterns"]);
  expect(await check(ids[0])).toEqual([]);
  await client.put(`/scenarios/${ids[0]}`, { ...base, is_active: false });
  expect(await check(ids.at(-1))).toEqual([]);
});
