import { afterEach, describe, expect, it, vi } from "vitest";
import { answerSchema } from "#features/analysis/llm/answer";
import { tokensIn, withinBudget } from "#features/analysis/transcript";
import { llmUrl, type Order, order, requestsTo } from "#test/support/graph";
import { ANSWER, JEANNE, newModel, talk } from "#test/support/llm";

afterEach(() => {
  vi.restoreAllMocks();
});

const KEY = "sk-of-the-tests-5up3r/+=";
const formOf = ({ body }: { body: object }) =>
  Object.keys(body).filter((name) => name !== "model" && name !== "messages");

describe("a request to a model", () => {
  it("asks for the answer's schema, temperature 0, and no stream", async () => {
    const { analyst, asked } = await newModel([], { apiKey: KEY, others: { secret: KEY } });
    expect(await analyst.analyse(JEANNE)).toMatchObject({ kind: "found" });
    const [{ headers, body }] = (await asked()) as [Awaited<ReturnType<typeof asked>>[number]];
    expect(headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
    });
    expect(body).toEqual({
      model: "gpt-of-the-tests",
      temperature: 0,
      max_tokens: 1_500,
      messages: [
        { role: "system", content: expect.stringContaining("JSON object") },
        { role: "user", content: expect.stringContaining("infirmière") },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "conversation_analysis", strict: true, schema: answerSchema() },
      },
    });
  });

  it("has no key when none is set", async () => {
    const { analyst, asked } = await newModel();
    await analyst.analyse(JEANNE);
    expect((await asked())[0]!.headers).not.toHaveProperty("authorization");
  });

  it("goes to the same place, with or without a slash behind the base URL", async () => {
    const name = crypto.randomUUID();
    for (const baseUrl of [llmUrl(name), `${llmUrl(name)}/`])
      await (await newModel([], { baseUrl })).analyst.analyse(JEANNE);
    expect((await requestsTo(name)).map(({ method, path }) => [method, path])).toEqual(
      Array(2).fill(["POST", `/llm/${name}/v1/chat/completions`]),
    );
  });

  it("does not follow redirects", async () => {
    const elsewhere = crypto.randomUUID();
    const { analyst } = await newModel(
      [{ do: "redirect", to: `${llmUrl(elsewhere)}/chat/completions` }],
      { apiKey: KEY },
    );
    await analyst.analyse(JEANNE);
    expect(await requestsTo(elsewhere)).toEqual([]);
  });

  it("is the same for the same conversation", async () => {
    const { name, analyst, asked } = await newModel();
    await analyst.analyse(JEANNE);
    await order(name, {});
    await analyst.analyse(JEANNE);
    const [first, second] = await asked();
    expect(second!.raw).toBe(first!.raw);
  });
});

describe("a model that does not support every parameter", () => {
  const FULL = ["temperature", "max_tokens", "response_format"];

  it.each([
    ["names nothing", { unsupported: ["response_format"] }, [FULL, ["temperature"]]],
    [
      "names the format",
      { unsupported: ["response_format"], namesUnsupported: true },
      [FULL, ["temperature", "max_tokens"]],
    ],
    [
      "supports only its own temperature and length",
      { unsupported: ["max_tokens", "temperature"], namesUnsupported: true },
      [FULL, ["temperature", "response_format"], ["response_format"]],
    ],
  ])("is asked with fewer parameters when it %s", async (_, others, forms) => {
    const { analyst, asked } = await newModel([], { others });
    expect(await analyst.analyse(JEANNE)).toMatchObject({
      kind: "found",
      cost: { calls: forms.length },
    });
    expect((await asked()).map((request) => formOf(request).toSorted())).toEqual(
      forms.map((form) => form.toSorted()),
    );
  });

  it.each(["max_tokens", "temperature", "model", "__proto__", "", 7])(
    "is not asked for ever, even if it always names %j",
    async (param) => {
      const always: Order = {
        do: "status",
        status: 400,
        body: JSON.stringify({ error: { param } }),
      };
      const { analyst, asked } = await newModel([], { others: { always } });
      expect(await analyst.analyse(JEANNE)).toMatchObject({ kind: "failed", reason: "rejected" });
      expect((await asked()).length).toBeLessThanOrEqual(3);
    },
  );
});

describe("the repeat of a request", () => {
  it("names the answer's fault, and nothing of its content", async () => {
    const answer = {
      ...ANSWER,
      maturity_level: { message_id: 102, quote: "Whispered", value: "Whispered", confidence: 1 },
    };
    const { analyst, asked } = await newModel([{ do: "complete", answer }]);
    expect(await analyst.analyse(JEANNE)).toMatchObject({ kind: "found" });
    const [first, second] = (await asked()).map(({ body }) => body.messages);
    expect(second[0].content).toContain(first[0].content);
    expect(second[0].content).toContain("maturity_level.value");
    expect(second[1]).toEqual(first[1]);
    expect(JSON.stringify(second)).not.toContain("Whispered");
  });
});

describe("the budget of a model", () => {
  it("covers everything that it reads", async () => {
    const { analyst, asked } = await newModel([], { maxInputTokens: 6_000 });
    const text = "Merci, c'est noté ; je vous redis la semaine prochaine. ".repeat(5);
    const transcript = talk(
      ...Array.from({ length: 100 }, (_, index): ["lead" | "team", string] => [
        index % 3 ? "lead" : "team",
        text,
      ]),
    );
    const read = withinBudget(transcript, analyst.maxTokens);
    expect(read.length).toBeGreaterThan(15);
    expect(read.length).toBeLessThan(100);
    await analyst.analyse(read);
    const { messages, response_format } = (await asked())[0]!.body;
    const sent =
      messages.map(({ content }: { content: string }) => content).join("") +
      JSON.stringify(response_format.json_schema.schema);
    expect(tokensIn(sent)).toBeLessThanOrEqual(6_000);
    expect(read.at(-1)).toEqual(transcript.at(-1));
  });

  it("leaves room for a message, however small it is", async () => {
    expect((await newModel([], { maxInputTokens: 10 })).analyst.maxTokens).toBe(1);
  });
});

describe("the logs", () => {
  const SECRETS = [
    KEY,
    KEY.slice(3),
    "infirmière",
    "34 ans",
    "gpt-of-the-tests",
    "127.0.0.1",
    "Whispered",
  ];

  function listen() {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation(
        (...args) => void lines.push(args.map(String).join(" ")),
      );
    return lines;
  }

  it("have a line when an operator must act, with the status alone", async () => {
    const { analyst } = await newModel([{ do: "echo" }, { do: "echo", spelling: "url" }], {
      apiKey: KEY,
    });
    const wrongKey = await newModel([], { apiKey: KEY, others: { secret: "another" } });
    const lines = listen();
    await analyst.analyse(JEANNE);
    await wrongKey.analyst.analyse(JEANNE);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [400, 401].map((status) => ({
        level: "error",
        message: "model refused the request",
        status,
      })),
    );
  });

  it("have nothing else, whatever a model answers", async () => {
    const answers: Order[] = [
      { do: "complete", answer: ANSWER },
      { do: "complete", answer: "Whispered" },
      { do: "complete", refusal: "Whispered" },
      { do: "status", status: 500, body: "Whispered" },
      { do: "reset" },
      { do: "cut" },
    ];
    const models = await Promise.all(
      answers.map((reaction) => newModel([], { apiKey: KEY, others: { always: reaction } })),
    );
    const lines = listen();
    for (const { analyst } of models) await analyst.analyse(JEANNE);
    expect(lines).toEqual([]);
  });

  it("never have the key or the conversation", async () => {
    const { analyst } = await newModel([], {
      apiKey: KEY,
      others: { always: { do: "status", status: 403, body: "Whispered" } },
    });
    const lines = listen();
    const outcome = await analyst.analyse(JEANNE);
    expect(lines).toHaveLength(1);
    for (const secret of SECRETS)
      expect(lines.join("\n") + JSON.stringify(outcome)).not.toContain(secret);
  });
});
