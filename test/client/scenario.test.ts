import { describe, expect, it } from "vitest";
import { createClient, createScenario, node, scenario, trigger } from "#client";
import { nodeDefinitions } from "#features/automation/engine/nodes/registry";
import { triggerDefinitions } from "#features/automation/triggers/registry";
import { newTag, newWorkspace, ORIGIN } from "../support/api";
import { serve } from "../support/serve";

const camelCase = (type: string) =>
  type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("a scenario that is built with the client", () => {
  it("can have every type of node", () => {
    expect(Object.keys(node).toSorted()).toEqual(
      Object.keys(nodeDefinitions).map(camelCase).toSorted(),
    );
  });

  it("can have every type of trigger", () => {
    expect(Object.keys(trigger).toSorted()).toEqual(
      triggerDefinitions.map(({ type }) => camelCase(type)).toSorted(),
    );
  });

  it("uses every handle of every node, and is saved without a warning", async () => {
    const owner = await newWorkspace();
    const tag_ids = [(await newTag(owner)).id];
    const client = createClient({
      baseUrl: ORIGIN,
      token: owner.token,
      fetch: (request) => serve(request as Request),
    });
    const other = await createScenario({ client, body: { name: "Other", platform: "whatsapp" } });
    const branches = [
      { handle: "a", percent: 50 },
      { handle: "b", percent: 50 },
    ] as const;
    const body = scenario({
      name: "Everything",
      platform: "whatsapp",
      triggers: {
        guide: trigger.keyword({ words: ["GUIDE"], again: { after_days: 1 } }),
        vip: trigger.tagAdded({ tag_ids: [(await newTag(owner)).id] }),
        all: trigger.anyMessage(),
      },
      nodes: {
        start: node.start({ next: "hello" }),
        hello: node.message(
          { text: "Hello {{first_name}}", on_window_closed: "skip" },
          { next: "choose", failed: "wait" },
        ),
        choose: node.message(
          {
            text: "Which one?",
            buttons: [
              { id: "one", title: "One" },
              { id: "two", title: "Two" },
            ],
            wait: { timeout_seconds: 60 },
            on_window_closed: "skip",
          },
          { one: "ask", two: "ask", reply: "ask", timeout: "ask", failed: "ask" },
        ),
        wait: node.delay({ seconds: 60 }, { next: "later" }),
        later: node.template({ name: "hi", language: "en" }, { next: "ask", failed: "bye" }),
        ask: node.waitForReply(
          {
            timeout_seconds: 60,
            validate: "number",
            matches: [{ handle: "one", value: 1 }],
          },
          { one: "read", reply: "chance", invalid: "bye", timeout: "chance" },
        ),
        read: node.waitForEvent(
          { event: "tag_added", filter: { tag_ids }, timeout_seconds: 60 },
          { event: "vip", timeout: "bye" },
        ),
        vip: node.condition(
          { branches: [{ handle: "vip", all: [{ field: "warmth", op: "equals", value: "hot" }] }] },
          { vip: "mark", else: "unmark" },
        ),
        chance: node.split({ branches: [...branches] }, { a: "call", b: "learn" }),
        mark: node.addTag({ tag_ids }, { next: "won" }),
        unmark: node.removeTag({ tag_ids }, { next: "bye" }),
        won: node.updateLead({ pipeline_stage: "won" }, { next: "next" }),
        call: node.webhook({ url: "https://example.com/" }, { success: "bye", failed: "bye" }),
        learn: node.aiAnalyze({}, { next: "bye", failed: "bye" }),
        next: node.startScenario({ scenario_id: other.data.id }, { next: "help" }),
        help: node.handoff({ reason: "Wants to talk" }),
        bye: node.exit(),
      },
    });
    const { data, warnings } = await createScenario({ client, body });
    expect(warnings).toEqual([]);
    expect(data.nodes.map(({ id }) => id)).toEqual(body.nodes?.map(({ id }) => id));
  });
});
