import { describe, expect, it } from "vitest";
import type { Run, RunEvent } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import { readNode } from "#features/automation/scenarios/nodes";
import {
  after,
  aLead,
  aRun,
  begin,
  detailOf,
  effectsOf,
  graphOf,
  NOW,
  reply,
  stateOf,
  time,
  visitsIn,
} from "#test/support/engine";

const url = "https://example.com/hook";
const graphWith = (data: object, edges = "n:success>z n:failed>z") =>
  graphOf({ n: ["webhook", { url, ...data }], z: ["exit"] }, edges);
const requestOf = (data: object, run?: Partial<Run>) =>
  effectsOf(begin(graphWith(data), aRun(run)).effects, "request")[0]!.request;

const answered = (status: number, saved?: unknown): RunEvent => ({
  kind: "webhook",
  isOk: status < 300,
  status,
  saved,
});

describe("the request of an HTTP request node", () => {
  it("describes the lead and the run, and has a timeout", () => {
    const { run, effects } = begin(graphWith({}));
    expect(visitsIn(effects)).toEqual(["1 n …"]);
    expect(stateOf(run)).toBe("webhook 70");
    const { body, ...request } = effectsOf(effects, "request")[0]!.request;
    expect(request).toEqual({
      visit: 1,
      attempt: 1,
      url,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      timeoutMs: 10_000,
      isSaved: false,
    });
    expect(JSON.parse(body!)).toEqual({
      lead: {
        id: 42,
        first_name: "Élodie",
        last_name: "Martin",
        email: "elodie@example.com",
        phone: "+33612345678",
        ext_id: null,
        variables: { city: "Lyon" },
      },
      run_id: 16,
      node_id: "n",
    });
  });

  it.each([
    [
      "https://example.com/{{first_name}}?mail={{email}}&at={{nothing|a/b}}",
      "https://example.com/%C3%89lodie?mail=elodie%40example.com&at=a%2Fb",
    ],
    ["https://example.com/a/{{dots}}/b", "https://example.com/a//b"],
    ["https://example.com/?q={{lone}}", "https://example.com/?q=%EF%BF%BD"],
    ["https://example.com/?q={{braces}}", "https://example.com/?q=%7B%7Bemail%7D%7D"],
  ])("calls %s as %s", (template, expected) => {
    const lead = aLead({ variables: { dots: "..", lone: "\ud800", braces: "{{email}}" } });
    expect(requestOf({ url: template }, { lead }).url).toBe(expected);
  });

  it.each([
    "https://example.com{{first_name}}/",
    "https://{{city}}.example.com/",
    "https://example.com/{{first_name",
  ])("does not let %s choose its target", (template) => {
    expect(readNode("webhook", { url: template })).toEqual({
      faults: [{ path: "url", message: "The :f field must be a valid URL." }],
    });
  });

  it.each([
    [
      "an object, with every text in it filled",
      { body: { a: ["{{first_name}}", 1, { b: "{{city}}!", c: null }] } },
      '{"a":["Élodie",1,{"b":"Lyon!","c":null}]}',
      "application/json",
    ],
    [
      "values that hold quotes as they are",
      { body: { note: "{{quoted}}" } },
      JSON.stringify({ note: '"},{"' }),
      "application/json",
    ],
    ["a text", { body: "name={{first_name}}" }, "name=Élodie", "text/plain; charset=utf-8"],
    ["nothing with GET", { method: "GET", body: { a: 1 } }, null, undefined],
    ["nothing with DELETE", { method: "DELETE" }, null, undefined],
  ])("sends %s", (_, data, body, type) => {
    const request = requestOf(data, {
      lead: aLead({ variables: { city: "Lyon", quoted: '"},{"' } }),
    });
    expect(request.body).toBe(body);
    expect(request.headers["Content-Type"]).toBe(type);
  });

  it.each([
    "Host",
    "X-Forwarded-For",
    "forwarded",
    "CF-Connecting-IP",
    "Via",
    "Transfer-Encoding",
    "Proxy-Authorization",
    "Content-Length",
    "Idempotency-Key",
  ])("may not set the header %s", (name) => {
    expect(readNode("webhook", { url, headers: { [name]: "x" } })).toMatchObject({
      faults: [{ path: `headers.${name}` }],
    });
  });

  it("fills headers, on one line, and keeps a content type that is set", () => {
    const headers = {
      "content-type": "application/vnd.api+json",
      "X-Name": "{{first_name}} {{evil}}",
    };
    const request = requestOf(
      { headers },
      { lead: aLead({ variables: { evil: "a\r\nX-Admin: 1\0" } }) },
    );
    expect(request.headers).toEqual({
      "content-type": "application/vnd.api+json",
      "X-Name": "Élodie aX-Admin: 1",
    });
  });
});

describe("a request that is too large", () => {
  const MOST = 262_144;
  /** A lead whose variable counts how often it is read. */
  function leadWith(long: string) {
    const reads = { count: 0 };
    const variables = {
      get long() {
        reads.count++;
        return long;
      },
    };
    return { lead: aLead({ variables }), reads };
  }
  const bytesOf = ({ url, headers, body }: ReturnType<typeof requestOf>) =>
    new TextEncoder().encode([url, ...Object.entries(headers).flat(), body].join("")).length;

  it("has more than 262,144 bytes, and is refused by the first of them", () => {
    const left = MOST - bytesOf(requestOf({ body: "" }));
    const body = "漢".repeat(left / 3) + "x".repeat(left % 3);
    expect(bytesOf(requestOf({ body }))).toBe(MOST);
    const { effects } = begin(graphWith({ body: `${body}x` }));
    expect(visitsIn(effects)).toEqual(["1 n failed", "2 z exit_node"]);
    expect(effectsOf(effects, "request")).toEqual([]);
    expect(detailOf(effects, 1)).toEqual({ status: null, reason: "request_too_large" });
  });

  it.each<[string, object]>([
    ["a text", { body: "{{long}}".repeat(100_000) }],
    ["JSON", { body: Array.from({ length: 80_000 }, () => ({ a: "{{long}}" })) }],
    [
      "headers",
      {
        headers: Object.fromEntries(
          Array.from({ length: 800 }, (_, index) => [`X-${index}`, "{{long}}".repeat(125)]),
        ),
      },
    ],
    ["a URL", { url: `https://example.com/?${"{{long}}".repeat(200)}`, body: "" }],
  ])("is not built to its end: %s", (_, data) => {
    const { lead, reads } = leadWith("漢".repeat(4_200));
    const { run, effects } = begin(graphWith(data), aRun({ lead }));
    expect(visitsIn(effects)).toEqual(["1 n failed", "2 z exit_node"]);
    expect(stateOf(run)).toBe("exited/exit_node");
    expect(reads.count).toBeLessThan(70);
  });

  it("is none when it is to be made again and the lead has grown meanwhile", () => {
    const graph = graphWith({ body: "{{long}}".repeat(100) });
    const { run } = begin(graph, aRun({ lead: leadWith("x").lead }));
    const grown = { ...run, lead: leadWith("x".repeat(4_000)).lead };
    const { effects } = step(graph, grown, time, run.waiting!.until!);
    expect(visitsIn(effects)).toEqual(["1 n failed", "2 z exit_node"]);
  });
});

describe("the answer to an HTTP request node", () => {
  it.each([
    ["success", answered(204), 204],
    ["failed", answered(500), 500],
    ["failed", { kind: "webhook", isOk: false, status: null } as RunEvent, null],
  ])("leads on by %s", (handle, event, status) => {
    const { run, effects } = after(graphWith({}), aRun(), event);
    expect(visitsIn(effects)).toEqual([`1 n ${handle}`, "2 z exit_node"]);
    expect(detailOf(effects, 1)).toEqual({ status });
    expect(stateOf(run)).toBe("exited/exit_node");
  });

  it("ends the run, like any other node, when no edge leads on", () => {
    const { run, effects } = after(graphWith({}, ""), aRun(), answered(500));
    expect([stateOf(run), visitsIn(effects)]).toEqual(["completed/reached_end", ["1 n failed"]]);
  });

  it("is saved unchanged if it succeeded and the node says so", () => {
    const saved = { score: 5, list: [1] };
    const { run, effects } = after(graphWith({ save_to: "answer" }), aRun(), answered(200, saved));
    expect(effectsOf(effects, "update_lead").map(({ change }) => change)).toEqual([
      { fields: {}, variables: { answer: saved } },
    ]);
    expect(run.lead.variables).toEqual({ city: "Lyon", answer: saved });
    expect(requestOf({ save_to: "answer" }).isSaved).toBe(true);
    for (const [data, event] of [
      [{}, answered(200, saved)],
      [{ save_to: "answer" }, answered(500, saved)],
      [{ save_to: "answer" }, answered(200)],
    ] as const)
      expect(effectsOf(after(graphWith(data), aRun(), event).effects, "update_lead")).toEqual([]);
  });

  it("is requested again when it does not come, three times in all", () => {
    const graph = graphWith({ timeout_seconds: 30 });
    let { run } = begin(graph);
    const attempts = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      const next = step(graph, run, time, run.waiting!.until!);
      expect(next.effects).toHaveLength(1);
      expect(next.run.waiting!.until).toBe(run.waiting!.until! + 90_000);
      attempts.push(effectsOf(next.effects, "request")[0]!.request.attempt);
      run = next.run;
    }
    expect(attempts).toEqual([2, 3]);
    const last = step(graph, run, time, run.waiting!.until!);
    expect(visitsIn(last.effects)).toEqual(["1 n failed", "2 z exit_node"]);
    expect(detailOf(last.effects, 1)).toEqual({ status: null });
    expect(last.run.memory).toEqual({ steps: 2 });
  });

  it("may still come after it was requested again", () => {
    const graph = graphWith({});
    const { run } = step(graph, begin(graph).run, time, NOW + 70_000);
    expect(visitsIn(step(graph, run, answered(200), NOW + 70_001).effects)).toEqual([
      "1 n success",
      "2 z exit_node",
    ]);
  });

  it("is not confused with a lead's reply in the meantime", () => {
    const { run } = begin(graphWith({}));
    expect(step(graphWith({}), run, reply("Hi"), NOW + 1)).toEqual({ run, effects: [] });
  });
});
