import { beforeAll, describe, expect, it } from "vitest";
import { hintOf } from "#console/screens/scenarios/editor/form/hints";
import { readDocument } from "../support/document";

type Texts = Record<string, (params: object) => string>;
type Schema = { properties?: Record<string, Schema>; enum?: string[]; [member: string]: unknown };

/** Words that only machines and their makers use. */
const OF_MACHINES = /\bGET\b|\/v1|\bdata\.|`|_id\b|\btimeout\b|\bhandle\b|undefined|NaN|\[object/;
/** Names that any of the texts may use. */
const params = {
  ...{ least: 1, most: 100, choices: ["a", "b"], names: ["a"], near: "first_name", other: "x" },
  ...{
    type: "start",
    value: "v",
    from: "2027-01-01",
    to: "2027-12-31",
    unit: "day",
    wording: "Said.",
  },
  ...{
    handle: "No answer",
    setting: "Text",
    field: "Warmth",
    name: "name",
    ref: 5,
    why: "nothing",
  },
  ...{ platform: "whatsapp", template: "hello", language: "en", status: "paused", place: "body" },
  ...{ kind: "text", index: 0, expected: 2, given: 1, sum: 90, count: 3, fault: "required" },
  ...{ reason: "payment", until: "12 Nov, 09:31" },
};

const { schemas } = (readDocument() as { components: { schemas: Record<string, Schema> } })
  .components;
const codesOf = (name: string) => schemas[name]?.enum ?? [];

const textsOf = async (file: string, language: string) =>
  (await import(/* @vite-ignore */ `../../../src/console/${file}.${language}.ts`)).default;

describe.each(["en", "fr"])("in %s the console", (language) => {
  let faults: Texts;
  let warnings: Texts;
  let messages: Texts;
  let fields: Record<"labels" | "triggerLabels" | "triggerHints", Record<string, string>> & {
    hints: object;
    hintsOf: object;
  };
  beforeAll(async () => {
    faults = await textsOf("ui/field-words", language);
    warnings = {
      ...(await textsOf("screens/scenarios/editor/warning-texts", language)),
      ...(await textsOf("names/platforms", language)).warnings,
    };
    messages = await textsOf("texts/message-warnings", language);
    fields = await textsOf("screens/scenarios/editor/form/texts", language);
  });
  const said = (texts: Texts, code: string) => texts[code]?.(params);

  it("says every fault of a field", () => {
    const codes = codesOf("FieldErrorCode").filter((code) => code !== "other");
    expect(codes.length).toBeGreaterThan(30);
    for (const code of codes) {
      expect(said(faults, code), code).toMatch(/^.{6,120}[.?]$/);
      expect(said(faults, code), code).not.toMatch(OF_MACHINES);
    }
  });

  it("says everything that the check of a scenario finds", () => {
    const ofSettings = ["missing_setting", "invalid_setting", "invalid_trigger"];
    const codes = codesOf("ScenarioWarningCode").filter((code) => !ofSettings.includes(code));
    expect(codes.length).toBeGreaterThan(30);
    for (const code of codes) {
      expect(said(warnings, code), code).toMatch(/^.{10,180}[.?]$/);
      expect(said(warnings, code), code).not.toMatch(OF_MACHINES);
    }
  });

  it("says each reason of a warning", () => {
    const whys = codesOf("WarningReason");
    expect(whys.length).toBeGreaterThan(10);
    for (const why of whys)
      for (const code of ["never_holds", "template_parameters"])
        expect(warnings[code]?.({ ...params, why }), why).toMatch(/^.{10,180}\.$/);
  });

  it("says what a preview warns of", () => {
    for (const code of codesOf("MessageWarningCode"))
      expect(said(messages, code), code).toMatch(/^.{10,180}[.?]$/);
  });

  it("has a name for every setting of a step", () => {
    const names = new Set(
      Object.keys(schemas).flatMap((name) => (isOfNode(name) ? namesIn(name) : [])),
    );
    expect([...names].filter((name) => !fields.labels[name])).toEqual([]);
  });

  it("has a name for every setting of a trigger", () => {
    const names = new Set(
      Object.keys(schemas).flatMap((name) => (isOfTrigger(name) ? namesIn(name) : [])),
    );
    const labels = { ...fields.labels, ...fields.triggerLabels };
    expect([...names].filter((name) => !labels[name])).toEqual([]);
  });

  it("hints at settings in words of its own", () => {
    const hints = nodeTypes().flatMap((type) =>
      Object.keys(fields.labels).flatMap((name) => hintOf(fields, type, name) ?? []),
    );
    expect(hints.length).toBeGreaterThan(20);
    for (const hint of [...hints, ...Object.values(fields.triggerHints)])
      expect(hint).not.toMatch(OF_MACHINES);
  });
});

const isOfNode = (name: string) => /NodeData$/.test(name);
const isOfTrigger = (name: string) => /TriggerData$/.test(name);

const nodeTypes = () =>
  Object.keys(
    (schemas.KnownNode as unknown as { discriminator: { mapping: object } }).discriminator.mapping,
  );

/** The names of all settings in a schema, with those of what it refers to. */
function namesIn(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const names: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    const { properties, $ref } = node as Schema;
    if (properties) names.push(...Object.keys(properties));
    if (typeof $ref === "string") names.push(...namesIn($ref.split("/").at(-1) ?? "", seen));
    for (const [key, member] of Object.entries(node)) if (key !== "examples") visit(member);
  };
  visit(schemas[name]);
  return names;
}
