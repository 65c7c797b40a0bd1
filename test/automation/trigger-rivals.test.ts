import { expect, it } from "vitest";
import { type Client, make, newTag, newWorkspace } from "../support/api";

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
