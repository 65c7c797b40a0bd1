import { describe, expect, it } from "vitest";
import { newWorkspace, ORIGIN, withAbilities } from "../support/api";
import { connect } from "../support/mcp";
import { meterOf } from "../support/meter";
import { serve } from "../support/serve";

const MAX_CHARACTERS = 28_000;
const TOOLS = [
  ...[
    "who_am_i",
    "recent_events",
    "find_leads",
    "get_lead",
    "upsert_lead",
    "tag_leads",
    "list_bookings",
  ],
  ...["analyze_lead", "list_conversations", "read_conversation", "preview_message"],
  ...["send_message", "list_scenarios", "get_scenario", "list_triggers", "explain_start"],
  ...["check_scenario", "simulate_scenario"],
  ...["save_scenario_draft", "publish_scenario", "enrol_leads", "explain", "scenario_stats"],
  ...["link_stats", "create_link", "search_operations", "call_operation"],
];

const post = (body: unknown, headers: Record<string, string> = {}, fetcher = serve) =>
  fetcher(
    new Request(`${ORIGIN}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "curl", version: "1" },
  },
};

describe("the MCP server", () => {
  it("lets in tokens of a workspace, and no foreign pages", async () => {
    const { token } = await newWorkspace();
    const bearer = { Authorization: `Bearer ${token}` };
    const [without, wrong, foreign, own, operator] = await Promise.all([
      post(LIST),
      post(LIST, { Authorization: "Bearer lea_wrong" }),
      post(LIST, { ...bearer, Origin: "https://evil.example" }),
      post(LIST, { ...bearer, Origin: ORIGIN }),
      post(LIST, { Authorization: "Bearer operator-of-the-tests-0123456789abcdef" }),
    ]);
    expect([without.status, wrong.status, foreign.status, own.status]).toEqual([
      401, 401, 403, 200,
    ]);
    expect(operator.status).toBe(401);
    expect(without.headers.get("WWW-Authenticate")).toBe('Bearer realm="Lead Engagement API"');
    expect(wrong.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
    expect(own.headers.get("Cache-Control")).toBe("no-store");
    expect(own.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it("serves clients of the 2025 revisions, and refuses what is no message", async () => {
    const { token } = await newWorkspace();
    const bearer = { Authorization: `Bearer ${token}` };
    const initialized = await (await post(INITIALIZE, bearer)).text();
    expect(initialized).toContain('"protocolVersion":"2025-06-18"');
    expect(await (await post(LIST, bearer)).text()).toContain("find_leads");
    const long = { ...LIST, params: { cursor: "x".repeat(1_048_576) } };
    const statuses = [
      (await post([LIST, LIST], bearer)).status,
      (await post("{", bearer)).status,
      (await post('{"a\\\\b":1}', bearer)).status,
      (await post(long, bearer)).status,
      (await serve(new Request(`${ORIGIN}/mcp`, { headers: bearer }))).status,
    ];
    expect(statuses).toEqual([400, 400, 400, 413, 405]);
    const codeOf = async (body: unknown) =>
      (await (await post(body, bearer)).json<{ error: { code: number } }>()).error.code;
    expect([await codeOf("{"), await codeOf([LIST])]).toEqual([-32_700, -32_600]);
  });

  it("asks the database once more than the operation that a tool calls", async () => {
    const { token } = await newWorkspace();
    const call = { ...LIST, method: "tools/call", params: { name: "find_leads", arguments: {} } };
    const tripsOf = async (body: object) =>
      (await meterOf((fetcher) => post(body, { Authorization: `Bearer ${token}` }, fetcher))).trips;
    expect([await tripsOf(LIST), await tripsOf(call)]).toEqual([1, 2]);
  });

  it("counts each message as a request, and each call of a tool as another", async () => {
    const { token } = await newWorkspace();
    let left = 3;
    const RATE_LIMITER = { limit: async () => ({ success: left-- > 0 }) };
    const limited = (request: Request) => serve(request, { RATE_LIMITER });
    const send = (body: object) => post(body, { Authorization: `Bearer ${token}` }, limited);
    const call = { ...LIST, method: "tools/call", params: { name: "find_leads", arguments: {} } };
    expect(await (await send(call)).text()).not.toContain("isError");
    expect(await (await send(call)).text()).toContain('\\"status\\":429');
    const refused = await send(LIST);
    expect([refused.status, refused.headers.has("Retry-After")]).toEqual([429, true]);
  });

  it("describes all tools in at most 7,000 tokens", async () => {
    const { client } = await connect((await newWorkspace()).token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS.toSorted());
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(MAX_CHARACTERS);
    const { inputSchema } = tools.find(({ name }) => name === "find_leads")!;
    expect(inputSchema.properties?.created_from).toEqual({
      type: "string",
      description: "Created since this time or UTC day.",
    });
    const outputs = tools.map(({ name, outputSchema }) => [name, outputSchema?.properties]);
    expect(Object.fromEntries(outputs)).toMatchObject({
      find_leads: { data: { type: "array" }, next_cursor: { type: "string" } },
      get_lead: { data: { type: "object" }, timeline: {} },
      send_message: { would: { type: "object" }, confirmation: { type: "string" } },
    });
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.find_leads).toEqual({ readOnlyHint: true, destructiveHint: false });
    expect(hints.tag_leads).toEqual({ readOnlyHint: false, destructiveHint: false });
    for (const name of ["send_message", "publish_scenario", "enrol_leads", "call_operation"])
      expect(hints[name]).toEqual({ readOnlyHint: false, destructiveHint: true });
    expect(client.getInstructions()).toContain("untrusted");
  });

  it("lists the tools that a token's abilities allow, and has the API refuse others", async () => {
    const owner = await newWorkspace();
    const reader = await withAbilities(owner, "leads:read");
    const { client, tell } = await connect(reader.token);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      ["who_am_i", "find_leads", "get_lead", "search_operations", "call_operation"].toSorted(),
    );
    const created = await tell("upsert_lead", { first_name: "Ada" });
    expect(created).toMatchObject({ isError: true, body: { status: 403 } });
    expect((await tell("call_operation", { operation: "listTags" })).body.status).toBe(403);
    const { body } = await tell("search_operations", { query: "send a message to a lead" });
    expect(body.operations.map((found: { operation: string }) => found.operation)).not.toContain(
      "sendMessageToLead",
    );
    await expect(tell("no_such_tool")).rejects.toThrow("no such tool");
  });

  it("has resources and prompts", async () => {
    const { client } = await connect((await newWorkspace()).token);
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      return (contents[0] as { text: string }).text;
    };
    const types = JSON.parse(await read("lead-engagement://node-types"));
    expect(types.map(({ type }: { type: string }) => type)).toContain("wait_for_reply");
    expect(await read("lead-engagement://node-types/delay")).toContain("seconds");
    expect(await read("lead-engagement://glossary")).toContain("**short link**");
    expect(await read("lead-engagement://guides/scenarios")).toMatch(/^# Scenarios/);
    expect(await read("lead-engagement://guides")).toContain("/docs/scenarios.md");
    for (const uri of [
      "lead-engagement://none",
      "lead-engagement://guides/../openapi",
      "file:///a",
    ])
      await expect(read(uri)).rejects.toThrow();
    expect((await client.listResources()).resources).toHaveLength(3);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "why_not_sent",
      "write_scenario",
      "what_happened",
    ]);
    const prompt = await client.getPrompt({ name: "why_not_sent", arguments: { lead: "Zoé" } });
    expect(JSON.stringify(prompt.messages)).toContain("Zoé");
    await expect(client.getPrompt({ name: "write_scenario" })).rejects.toThrow("purpose");
  });

  it("is found by way of /llms.txt", async () => {
    const get = (path: string) => serve(new Request(`${ORIGIN}${path}`));
    const text = await (await get("/llms.txt")).text();
    expect(text).toContain("/mcp");
    for (const [, path] of text.matchAll(/\]\((\/[^)]+)\)/g))
      expect((await get(path!)).status, path).toBe(200);
  });
});
