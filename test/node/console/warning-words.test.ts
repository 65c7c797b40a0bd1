import { beforeAll, describe, expect, it, vi } from "vitest";
import { readDocument } from "../support/document";

type Texts = Record<string, Record<string, (params: object) => string>>;
type Schema = { properties?: Record<string, Schema>; enum?: string[]; [member: string]: unknown };

/** What only machines and their makers say. */
const OF_MACHINES = /\bGET\b|\/v1|\bdata\.|`|_id\b|\btimeout\b|\bhandle\b|undefined|NaN|\[object/;
/** What any of the texts may name. */
const params = {
  ...{ least: 1, most: 100, choices: ["a", "b"], names: ["a"], near: "first_name", other: "x" },
  ...{
    type: "start",
    value: "v",
    from: "2027-01-01",
    to: "2027-12-31",
    unit: "day",
    said: "Said.",
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
};

const { schemas } = (readDocument() as { components: { schemas: Record<string, Schema> } })
  .components;
const codesOf = (name: string) => schemas[name]?.enum ?? [];

let faults: Texts;
let warnings: Texts;
let messages: Texts;
let fields: Record<string, Record<string, Record<string, string>>>;
let hintOf: (texts: object, type: string, name: string) => string | undefined;

beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: {} });
  const [words, ofScenarios, ofMessages, ofFields, labels] = await Promise.all([
    import("#console/ui/field-words"),
    import("#console/screens/scenarios/editor/warning-texts"),
    import("#console/texts/message-warnings"),
    import("#console/screens/scenarios/editor/form/texts"),
    import("#console/screens/scenarios/editor/form/hints"),
  ]);
  faults = words.fieldWords as unknown as Texts;
  warnings = ofScenarios.warningTexts as unknown as Texts;
  messages = ofMessages.messageWarningTexts as unknown as Texts;
  fields = ofFields.fieldTexts as unknown as typeof fields;
  hintOf = labels.hintOf as typeof hintOf;
  vi.unstubAllGlobals();
});

describe.each(["en", "fr"])("in %s the console", (language) => {
  const said = (texts: Texts, code: string) => texts[language]?.[code]?.(params);

  it("says every fault of a field", () => {
    const codes = codesOf("FieldErrorCode").filter((code) => code !== "other");
    expect(codes.length).toBeGreaterThan(30);
    for (const code of codes) {
      expect(said(faults, code), code).toMatch(/^.{6,120}[.?]$/);
      expect(said(faults, code), code).not.toMatch(OF_MACHINES);
    }
  });

  it("says everything that the check of a scenario finds", () => {
    const ofSettings = ["missing_setting", "invalid_setting"];
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
        expect(warnings[language]?.[code]?.({ ...params, why }), why).toMatch(/^.{10,180}\.$/);
  });

  it("says what a preview warns of", () => {
    for (const code of codesOf("MessageWarningCode"))
      expect(said(messages, code), code).toMatch(/^.{10,180}[.?]$/);
  });

  it("has a name for every setting of a step", () => {
    const names = new Set(
      Object.keys(schemas).flatMap((name) => (isOfNode(name) ? namesIn(name) : [])),
    );
    const { labels = {} } = fields[language] ?? {};
    expect([...names].filter((name) => !labels[name])).toEqual([]);
  });

  it("hints at settings in words of its own", () => {
    const texts = fields[language] ?? {};
    const hints = nodeTypes().flatMap((type) =>
      Object.keys(texts.labels ?? {}).flatMap((name) => hintOf(texts, type, name) ?? []),
    );
    expect(hints.length).toBeGreaterThan(20);
    for (const hint of hints) expect(hint).not.toMatch(OF_MACHINES);
  });
});

const isOfNode = (name: string) => /NodeData$/.test(name);

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
