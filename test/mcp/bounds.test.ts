import { describe, expect, it } from "vitest";
import { fitted, MAX_SIZE, placeOf, sizeOf } from "#mcp/fit";
import { newChannel, newInbound, newLead, newScenario, newWorkspace } from "../support/api";
import { flowOf } from "../support/flow";
import { connect, type Told } from "../support/mcp";

/** With what stands around an answer. */
const MAX = 32_000;
const PARTS = 60;

/** Follows the cursor to its end. */
async function walk(page: (cursor: object) => Promise<Told> | Told) {
  const pages: Told[] = [];
  let cursor: string | undefined;
  do {
    const body = await page(cursor === undefined ? {} : { cursor });
    expect(sizeOf(body)).toBeLessThanOrEqual(MAX);
    pages.push(body);
    cursor = body.next_cursor;
  } while (cursor && pages.length < 100);
  expect(cursor).toBeUndefined();
  return pages;
}

const walkThrough = (answer: Record<string, unknown>, max = MAX_SIZE) =>
  walk(({ cursor }: { cursor?: string }) =>
    fitted(answer, placeOf(cursor) ?? { from: 0, cursor: "" }, max),
  );

describe("an answer within 8,000 tokens", () => {
  it("counts letters that are no ASCII as a token each", () => {
    expect(sizeOf("abcd")).toBe(6);
    expect(sizeOf("é字")).toBe(10);
    expect(sizeOf("🦜".repeat(1_000))).toBe(8_002);
  });

  it("shows the items of each large array once, in their order", async () => {
    const rows = (name: string, count: number) =>
      Array.from({ length: count }, (_, id) => ({
        id: `${name}${id}`,
        text: "x".repeat(id % 900),
      }));
    const answer = {
      data: { nodes: rows("a", 500), edges: rows("b", 800), tags: rows("t", 5) },
      draft: { nodes: rows("c", 300) },
    };
    const pages = await walkThrough(answer);
    expect(pages.flatMap(({ data }) => data.nodes)).toEqual(answer.data.nodes);
    expect(pages.flatMap(({ data }) => data.edges)).toEqual(answer.data.edges);
    expect(pages.flatMap(({ draft }) => draft.nodes)).toEqual(answer.draft.nodes);
  });

  it("leaves out no item, however large it is, and says so", async () => {
    const tree = (depth: number): unknown =>
      depth === 0
        ? 123_456_789
        : Object.fromEntries(Array.from({ length: 10 }, (_, key) => [`k${key}`, tree(depth - 1)]));
    const data = [
      { id: 1, text: "🦜".repeat(40_000) },
      { id: 2, [`${"key".repeat(30_000)}`]: 1 },
      { id: 3, ...Object.fromEntries(Array.from({ length: 9_000 }, (_, key) => [`k${key}`, key])) },
      { id: 4, tree: tree(4) },
      { id: 5, text: "last" },
    ];
    const shown = (await walkThrough({ data })).flatMap((page) => page.data);
    expect(shown.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(shown[0].text).toMatch(/^(🦜)+… \(\d+ more characters\)$/u);
    expect(shown[2]["…"]).toContain("more");
    expect(shown[3]).toEqual({ id: 4, too_large: expect.any(String) });
    expect(shown[4].text).toBe("last");
    expect(fitted({ data: tree(5) }, null)).toEqual({ too_large: expect.any(String) });
    expect(fitted({ data: data[0] }, null)).toHaveProperty("data.id", 1);
  });

  it("counts what is left out where nothing can be repeated", () => {
    const data = Array.from({ length: 100 }, (_, id) => ({ id, text: "x".repeat(1_000) }));
    const { data: shown, ...rest } = fitted({ data }, null) as Told;
    expect(rest).toEqual({ left_out: 100 - shown.length });
  });
});

describe("tools with the most that the API holds", () => {
  it("show leads, conversations and graphs whole, piece by piece", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const parts = Array.from({ length: PARTS }, (_, key) => [`v${key}`, "é".repeat(1_000)]);
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, key) => [`n${key}`, key]));
    const lead = await newLead(owner, { variables: Object.fromEntries(parts) });
    await newLead(owner, { variables: many });
    await newLead(owner, { variables: { ["k".repeat(60_000)]: 1 } });
    const { use } = await connect(owner.token);
    const found = await walk((cursor) => use("find_leads", cursor));
    expect(new Set(found.flatMap(({ data }) => data.map(({ id }: Told) => id))).size).toBe(3);
    const [first] = await walk((cursor) => use("get_lead", { lead_id: lead.id, ...cursor }));
    expect(first.data.id).toBe(lead.id);

    const text = "🦜".repeat(2_048);
    const said = [];
    for (let count = 0; count < 12; count++)
      said.push(await newInbound(owner, channel.id, lead.id, { text }));
    const conversation_id = said[0]!.conversation_id;
    const read = await walk((cursor) => use("read_conversation", { conversation_id, ...cursor }));
    const texts = read.flatMap(({ messages }) => messages.map((one: Told) => one.text.untrusted));
    expect(texts).toEqual(said.map(() => text));

    const nodes = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, id) => [`m${id}`, ["message", { text: "Hello there" }]]),
    ) as Parameters<typeof flowOf>[0];
    const chain = Object.keys(nodes).join(" > ");
    const graph = flowOf(nodes, chain);
    const { id: scenario_id } = await newScenario(owner, graph);
    const pages = await walk((cursor) => use("get_scenario", { scenario_id, ...cursor }));
    const idsOf = (rows: Told[]) => rows.map(({ id }) => id);
    expect(pages.flatMap(({ data }) => idsOf(data.nodes))).toEqual(idsOf(graph.nodes));
    expect(pages.flatMap(({ data }) => data.edges)).toHaveLength(graph.edges.length);
    for (const name of ["scenario_stats", "check_scenario", "simulate_scenario"])
      await walk((cursor) =>
        use(name, { scenario_id, ...(name.startsWith("sim") && { lead: {} }), ...cursor }),
      );
    const paged = { operation: "listLeads", arguments: { per_page: 10 } };
    const inner = await walk(({ cursor }: { cursor?: string }) =>
      use("call_operation", { ...paged, arguments: { per_page: 10, ...(cursor && { cursor }) } }),
    );
    expect(inner.flatMap(({ data }) => data)).toHaveLength(3);
  });

  it("show the most hours of a link", async () => {
    const owner = await newWorkspace();
    const { use } = await connect(owner.token);
    const { data: link } = await use("create_link", { destination_url: "https://example.com/" });
    const from = new Date(Date.now() - 743 * 3_600_000).toISOString();
    const asked = { short_link_id: link.id, interval: "hour", from };
    const pages = await walk((cursor) => use("link_stats", { ...asked, ...cursor }));
    const hours = pages.flatMap(({ data }) => data.series.map((one: Told) => one.starts_at));
    expect(new Set(hours).size).toBe(744);
    expect(hours).toHaveLength(744);
  });
});
