import { describe, expect, it } from "vitest";
import { profileFields } from "#domain/leads";
import { verifyEvidence } from "#features/analysis/evidence";
import { answerSchema, findingsIn } from "#features/analysis/llm/answer";
import { codePoints } from "#lib/text";
import { llmUrl } from "#test/support/graph";
import { ANSWER, FINDINGS, JEANNE } from "#test/support/llm";

const saying = (changes: object) => JSON.stringify({ ...ANSWER, ...changes });
const faultIn = (text: string) => {
  const read = findingsIn(text);
  return "fault" in read ? read.fault : undefined;
};
const claimsIn = (text: string) => {
  const read = findingsIn(text);
  return "findings" in read
    ? read.findings.claims.map(({ field, value }) => [field, value])
    : undefined;
};
const age = { message_id: 102, quote: "34", value: 34, confidence: 0.9 };

describe("a model's answer", () => {
  it.each([
    ["alone", (json: string) => json],
    ["within prose", (json: string) => `Sure! Here it is: ${json}\nAnything else?`],
    ["between braces", (json: string) => `I fill in {fields}: ${json}\nSo {that} was it {}.`],
    ["behind a brace", (json: string) => `The answer begins with { and a "quote: ${json}`],
    ["before a brace", (json: string) => `${json} ends with }`],
    ["behind an example", (json: string) => `Like {"age": {"value": 1}} but whole: ${json} {`],
    ["within a fence", (json: string) => `\`\`\`json\n${json}\n\`\`\``],
    ["after its reasoning", (json: string) => `<think>{"age": maybe}\nOr {not}</think>\n${json}`],
  ])("is read %s", (_, spoken) => {
    expect(findingsIn(spoken(JSON.stringify(ANSWER, null, 2)))).toEqual({ findings: FINDINGS });
  });

  it("has no claims for omitted fields, and no unknown members", () => {
    expect(findingsIn('{"summary":"They talked.","stage":"won","tags":["vip"]}')).toEqual({
      findings: { claims: [], summary: "They talked." },
    });
  });

  it("has a claim for each item of a list", () => {
    const blockers = ["Le prix", "Le temps"].map((value) => ({ ...age, value }));
    expect(claimsIn(saying({ blockers }))).toEqual(
      expect.arrayContaining([
        ["blockers", "Le prix"],
        ["blockers", "Le temps"],
      ]),
    );
  });

  it.each([-0.01, 1.01, 95])("loses the one claim with the confidence %s", (confidence) => {
    const read = findingsIn(saying({ age: { ...age, confidence } }));
    const proven = verifyEvidence("findings" in read ? read.findings.claims : [], JEANNE);
    expect(proven.map(({ field }) => field)).toEqual(
      FINDINGS.claims.map(({ field }) => field).filter((field) => field !== "age"),
    );
  });

  it.each([
    ["", null],
    [" \n ", null],
    ["  Rien. ", "Rien."],
    ["A\0B\ud800", "AB"],
  ])("has %j as summary %j", (given, summary) => {
    expect(findingsIn(saying({ summary: given }))).toMatchObject({ findings: { summary } });
  });

  it("has a summary of at most 1,000 characters", () => {
    const read = findingsIn(saying({ summary: "🙂".repeat(1_200) }));
    expect("findings" in read && codePoints(read.findings.summary!)).toBe(1_000);
  });

  it.each([
    ["nothing", "", "it is empty"],
    ["prose", "I can't find anything.", "it is not one JSON object"],
    ["half an object", saying({}).slice(0, 200), "it is not one JSON object"],
    ["two answers in braces", '{ {"summary":""} {"summary":""} {', "it is not one JSON object"],
    ["two objects", '{"summary":""} {"summary":""}', "it is not one JSON object"],
    ["a list", "[1, 2]", "it is not one JSON object"],
    ["braces in the wrong order", "} {", "it is not one JSON object"],
    [
      "a key with a backslash",
      saying({}).replace('"age"', '"a\\\\ge"'),
      "it is not one JSON object",
    ],
    ["an object without a summary", "{}", "summary: "],
    ["a summary of null", saying({ summary: null }), "summary: "],
    ["an age in words", saying({ age: { ...age, value: "thirty-four" } }), "age.value: "],
    ["half a year", saying({ age: { ...age, value: 34.5 } }), "age.value: "],
    ["an age beyond numbers", saying({}).replace('"value":34', '"value":1e999'), "age.value: "],
    ["a bare value", saying({ age: 34 }), "age: "],
    [
      "an unknown status",
      saying({ occupation_status: { ...age, value: "nurse" } }),
      "occupation_status.value: ",
    ],
    ["an unknown reason", saying({ lost_reason: { ...age, value: "won" } }), "lost_reason.value: "],
    ["yes for true", saying({ is_lost: { ...age, value: "yes" } }), "is_lost.value: "],
    ["a message's id as text", saying({ age: { ...age, message_id: "102" } }), "age.message_id: "],
    ["no quote", saying({ age: { ...age, quote: undefined } }), "age.quote: "],
    ["a confidence in words", saying({ age: { ...age, confidence: "high" } }), "age.confidence: "],
    ["one claim for a list", saying({ blockers: age }), "blockers: "],
    ["no claim in a list", saying({ levers: [null] }), "levers.0: "],
    [
      "claims that are nested too deep",
      saying({ levers: [{ ...age, value: [[[[["deep"]]]]] }] }),
      "levers.0.value: ",
    ],
  ])("is invalid when it is %s", (_, text, fault) => {
    expect(faultIn(text)).toContain(fault);
  });

  it("has faults that contain nothing of the conversation", () => {
    const whispered = {
      message_id: "Whispered",
      quote: ["Whispered"],
      value: "Whispered",
      confidence: "Whispered",
    };
    const fault = faultIn(
      JSON.stringify({
        ...ANSWER,
        age: whispered,
        is_lost: whispered,
        Whispered: 1,
        blockers: "Whispered",
      }),
    );
    expect(fault).toContain("age.message_id");
    expect(fault).not.toContain("Whispered");
  });

  it("is read quickly, however deep or odd it is", () => {
    const deep = `{"summary":"","age":${'{"a":['.repeat(20_000)}${"]}".repeat(20_000)}}`;
    for (const text of [
      deep,
      "{".repeat(200_000),
      '{"'.repeat(100_000),
      '{"a":{}} '.repeat(20_000),
      `{"summary":"${"\\\\".repeat(100_000)}"`,
      '{"__proto__":{"summary":"x"}}',
    ])
      expect(faultIn(text)).toBeTypeOf("string");
  });
});

describe("the answer's schema", () => {
  const schema = answerSchema();
  async function takes(changed: object) {
    const response_format = {
      type: "json_schema",
      json_schema: { name: "x", strict: true, schema: changed },
    };
    const body = JSON.stringify({ model: "x", messages: [], response_format });
    const response = await fetch(`${llmUrl("schemas")}/chat/completions`, { method: "POST", body });
    await response.body?.cancel();
    return response.status === 200;
  }

  it("names every field of the profile, in their order, and the summary", () => {
    expect(schema.required).toEqual([...profileFields, "summary"]);
  });

  it("is accepted by strict mode", async () => {
    expect(await takes(schema)).toBe(true);
  });

  it.each([
    [
      "it says which JSON Schema it is",
      { ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" },
    ],
    ["it is open", { ...schema, additionalProperties: undefined }],
    ["a member is optional", { ...schema, required: schema.required!.slice(1) }],
    [
      "a number has a range",
      { ...schema, properties: { ...schema.properties, age: { type: "integer", minimum: 10 } } },
    ],
    [
      "a text has a length",
      {
        ...schema,
        properties: { ...schema.properties, summary: { type: "string", maxLength: 10 } },
      },
    ],
    [
      "it says oneOf",
      { ...schema, properties: { ...schema.properties, age: { oneOf: [{ type: "null" }] } } },
    ],
  ])("would not be accepted if %s", async (_, changed) => {
    expect(await takes(changed)).toBe(false);
  });
});
