import { describe, expect, it } from "vitest";
import { limitOf, statusNamed } from "#domain/templates";
import {
  type AskedTemplate,
  type KnownTemplate,
  renderTemplate,
  templateFault,
} from "#features/messaging/templates/fits";

const template = (more: Partial<KnownTemplate> = {}): KnownTemplate => ({
  name: "offer",
  language: "en",
  category: null,
  status: "approved",
  components: [{ type: "BODY", text: "Hi {{1}}, {{2}}" }],
  ...more,
});
const asked = (...components: AskedTemplate["components"]): AskedTemplate => ({
  name: "offer",
  language: "en",
  components,
});
const texts = (...all: string[]) => all.map((text) => ({ type: "text", text }));
const body = (...all: string[]) => ({ type: "body", parameters: texts(...all) });
const NAMED = [{ type: "BODY", text: "Hi {{name}} in {{city}}" }];
const named = (...names: string[]) => ({
  type: "body",
  parameters: names.map((name) => ({ type: "text", text: "x", parameter_name: name })),
});
const IMAGE = [
  { type: "HEADER", format: "IMAGE" },
  { type: "BODY", text: "Hi" },
];
const ASKING = [
  { type: "BODY", text: "Hi" },
  { type: "BUTTONS", buttons: [{ type: "REQUEST_CONTACT_INFO", text: "Share" }] },
];
const BUTTONS = [
  { type: "BODY", text: "Hi" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "No" },
      { type: "URL", text: "Go", url: "https://e.com/{{1}}" },
      { type: "URL", text: "Home", url: "https://e.com" },
    ],
  },
];
const url = (index: string) => ({ type: "button", sub_type: "url", index, parameters: texts("x") });

describe("a template in a message", () => {
  it.each([
    ["fits", asked(body("a", "b")), {}, undefined],
    ["lacks a parameter", asked(body("a")), {}, "The body takes 2 (1, 2), not 1."],
    ["lacks all parameters", asked(), {}, "The body takes 2 (1, 2), not 0."],
    ["has too many", asked(body("a", "b", "c")), {}, "The body takes 2 (1, 2), not 3."],
    ["fits by names", asked(named("city", "name")), { components: NAMED }, undefined],
    [
      "has a wrong name",
      asked(named("name", "town")),
      { components: NAMED },
      "The body lacks the parameter city.",
    ],
    [
      "has a wrong kind of header",
      asked({ type: "header", parameters: texts("x") }),
      { components: IMAGE },
      "The header lacks the image.",
    ],
    [
      "has its image",
      asked({ type: "header", parameters: [{ type: "image", image: { link: "https://e.com" } }] }),
      { components: IMAGE },
      undefined,
    ],
    ["has a button that asks for the number", asked(), { components: ASKING }, undefined],
    ["has its button", asked(url("1")), { components: BUTTONS }, undefined],
    [
      "lacks its button",
      asked(),
      { components: BUTTONS },
      "The button 1 lacks the end of its URL.",
    ],
    [
      "fills in a button without parameters",
      asked(url("1"), url("2")),
      { components: BUTTONS },
      "The button 2 takes no parameter.",
    ],
    ["is one whose content is not known", asked(), { components: null }, undefined],
    ["is a carousel", asked(), { components: [{ type: "CAROUSEL" }] }, undefined],
    ["is paused", asked(body("a", "b")), { status: "paused" }, /"paused"/],
    ["is in another language", asked(), { language: "fr" }, /not in en: choose one of fr\./],
    ["has another name", asked(), { name: "other" }, "The channel has no template offer."],
  ] as [string, AskedTemplate, Partial<KnownTemplate>, string | RegExp | undefined][])(
    "%s",
    (_, message, more, wanted) => {
      const fault = templateFault([template(more)], message);
      if (wanted === undefined) expect(fault).toBeUndefined();
      else expect(fault?.message).toMatch(wanted);
    },
  );

  it("is refused for certain only if WhatsApp refuses it whatever happens meanwhile", () => {
    const certain = (more: Partial<KnownTemplate>) =>
      templateFault([template(more)], asked(body("a", "b")))?.isCertain;
    expect(
      ["rejected", "paused", "disabled"].map((status) => certain({ status } as never)),
    ).toEqual([true, true, true]);
    const uncertain = [{ status: "pending" as const }, { name: "x" }, { language: "x" }];
    expect([...uncertain, { status: "flagged" as const }].map(certain)).toEqual(
      Array(4).fill(false),
    );
  });

  it("is rendered with its parameters", () => {
    const components = [
      { type: "HEADER", format: "TEXT", text: "Dear {{1}}" },
      { type: "BODY", text: "{{1}} and {{2}} and {{3}}" },
      { type: "FOOTER", text: "Bye" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Yes" }] },
    ];
    const message = asked({ type: "header", parameters: texts("$&") }, body("a", "{{1}}"));
    expect(renderTemplate([template({ components })], message)).toEqual({
      header: "Dear $&",
      body: "a and {{1}} and {{3}}",
      footer: "Bye",
      buttons: ["Yes"],
    });
    expect(renderTemplate([], message)).toBeNull();
  });
});

describe("Meta's names", () => {
  it("are read, also those that nobody knows", () => {
    expect(["APPROVED", "IN_APPEAL", "WHATEVER", 7].map(statusNamed)).toEqual([
      "approved",
      "in_appeal",
      "unknown",
      "unknown",
    ]);
    const limits = ["TIER_250", "TIER_2K", "TIER_100K", 2_000, "TIER_UNLIMITED", -1];
    expect(limits.map(limitOf)).toEqual([250, 2_000, 100_000, 2_000, null, null]);
    const unread = [null, "TIER_NOT_SET", "2000", 0, -2, 1.5, Number.NaN, 1e300, {}, []];
    expect(unread.map(limitOf)).toEqual(unread.map(() => undefined));
  });
});
