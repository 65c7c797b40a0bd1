import { describe, expect, it } from "vitest";
import { call, newLead, newScenario, newWorkspace, ORIGIN, withAbilities } from "../support/api";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { connect } from "../support/mcp";
import { serve } from "../support/serve";

const post = (token: string, body: string, headers: Record<string, string> = {}) =>
  serve(
    new Request(`${ORIGIN}/mcp`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body,
    }),
  );
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

describe("a hostile agent", () => {
  it("gets clear errors for names of objects' own, depth and what is no argument", async () => {
    const owner = await newWorkspace();
    const { client, tell } = await connect(owner.token);
    for (const operation of ["constructor", "__proto__", "toString", "hasOwnProperty", ""]) {
      const { body } = await tell("call_operation", { operation });
      expect(body.errors, operation).toHaveProperty("operation");
      const uri = `lead-engagement://node-types/${operation || "none"}`;
      await expect(client.readResource({ uri })).rejects.toThrow();
      await expect(tell(operation || "none")).rejects.toThrow("no such tool");
    }
    for (const args of ["[1]", '{"a":1}', 7, ["x"]]) {
      const { body } = await tell("call_operation", { operation: "listTags", arguments: args });
      expect(body.errors).toHaveProperty("arguments");
    }
    const unsafe = { operation: "createTag", arguments: JSON.parse('{"__proto__":{"label":"x"}}') };
    expect((await tell("call_operation", unsafe)).body.errors).toHaveProperty(["__proto__"]);
    const search = { query: "create a tag ".repeat(50_000) };
    expect((await tell("search_operations", search)).isError).toBe(false);
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    for (const [name, args] of [
      ["upsert_lead", `{"variables":${deep}}`],
      ["send_message", `{"lead_id":1,"template":${deep}}`],
      ["call_operation", `{"operation":"createLead","arguments":{"data":${deep}}}`],
    ]) {
      const params = `{"name":"${name}","arguments":${args}}`;
      const answer = await post(
        owner.token,
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      );
      expect(await answer.text()).toContain("Nested too deeply");
    }
  });

  it("has its errors within the bound, too", async () => {
    const owner = await newWorkspace();
    const { tell } = await connect(owner.token);
    const nodes = Array.from({ length: 1_000 }, () => ({ id: "a", type: 7, data: "x" }));
    const draft = { name: "x", platform: "whatsapp", nodes, edges: [] };
    const { text, isError, body } = await tell("save_scenario_draft", draft);
    expect([isError, body.status]).toEqual([true, 422]);
    expect(text.length).toBeLessThan(32_000);
  });

  it("is asked for no confirmation of what its token may not", async () => {
    const owner = await newWorkspace();
    const lead = await newLead(owner);
    const { id } = await newScenario(owner, flowOf({ a: ["delay", { seconds: 60 }] }));
    const { tell } = await connect((await withAbilities(owner, "scenarios:read")).token);
    for (const [name, args, ability] of [
      ["send_message", { lead_id: lead.id, text: "Hi" }, "conversations:write"],
      ["publish_scenario", { scenario_id: id }, "scenarios:write"],
      ["enrol_leads", { scenario_id: id, lead_ids: [lead.id] }, "scenarios:write"],
      [
        "call_operation",
        { operation: "deleteLead", arguments: { lead_id: lead.id } },
        "leads:write",
      ],
      ["get_lead", { lead_id: lead.id }, "leads:read"],
    ] as const)
      expect((await tell(name, args)).body, name).toEqual({
        status: 403,
        message: `This token lacks the ability ${ability}.`,
        code: "missing_ability",
        ability,
      });
  });

  it("is refused with a revoked token, a suspended workspace and an unknown revision", async () => {
    const owner = await newWorkspace();
    const { body } = await owner.post("/tokens", { name: "Agent", abilities: ["leads:read"] });
    const { token, id } = body.data;
    expect((await post(token, LIST)).status).toBe(200);
    expect((await post(token, LIST, { "MCP-Protocol-Version": "1999-01-01" })).status).toBe(400);
    for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"])
      expect((await post(token, LIST, { "MCP-Protocol-Version": version })).status, version).toBe(
        200,
      );
    for (const origin of ["null", `${ORIGIN}.evil.example`, "http://127.0.0.1"])
      expect((await post(token, LIST, { Origin: origin })).status).toBe(403);
    expect((await post(token, LIST, { "Content-Type": "text/plain" })).status).toBe(415);
    await owner.delete(`/tokens/${id}`);
    expect((await post(token, LIST)).status).toBe(401);
    const workspace = `/v1/workspaces/${owner.workspaceId}`;
    const operator = testEnv.OPERATOR_TOKEN;
    await call("POST", `${workspace}/suspend`, { token: operator, json: { reason: "Unpaid." } });
    const suspended = await post(owner.token, LIST);
    const over = await owner.get("/me");
    expect([suspended.status, await suspended.json()]).toEqual([over.status, over.body]);
  });
});
