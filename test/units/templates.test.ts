import { describe, expect, it } from "vitest";
import { limitOf, statusNamed } from "#domain/templates";
import { searchedText } from "#features/messaging/messages/search/searched-text";
import {
  type AskedTemplate,
  type KnownTemplate,
  templateFault,
} from "#features/messaging/templates/fits";
import { parametersOf } from "#features/messaging/templates/parameters";
import { renderTemplate } from "#features/messaging/templates/render";
import { unsupportedIn } from "#features/messaging/templates/unsupported";

const NOW = Date.parse("2026-11-30T12:00:00Z");

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
const CARD = {
  components: [
    { type: "HEADER", format: "IMAGE", example: { header_handle: ["https://e.com/1.png"] } },
    { type: "BODY", text: "Only {{1}}", example: { body_text: [["€9"]] } },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "More" },
        { type: "URL", text: "Buy", url: "https://e.com/{{1}}", example: ["https://e.com/a"] },
      ],
    },
  ],
};
const CAROUSEL = [
  { type: "BODY", text: "For {{1}}" },
  { type: "CAROUSEL", cards: [CARD, CARD] },
];
const image = { type: "header", parameters: [{ type: "image", image: { id: "811" } }] };
const card = (card_index: number, ...components: AskedTemplate["components"]) => ({
  card_index,
  components,
});
const filledCard = (index: number) => card(index, image, body("€9"), url("1"));
const carousel = (...cards: ReturnType<typeof card>[]) =>
  asked(body("Ada"), { type: "carousel", cards });
const OFFER = [
  {
    type: "LIMITED_TIME_OFFER",
    limited_time_offer: { text: "Today only", has_expiration: true },
  },
  { type: "BODY", text: "Hi" },
  { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy", example: ["KGL15"] }] },
];
const coupon = {
  type: "button",
  sub_type: "copy_code",
  index: "0",
  parameters: [{ type: "coupon_code", coupon_code: "KGL15" }],
};
const offer = (limited_time_offer: object) => ({
  type: "limited_time_offer",
  parameters: [{ type: "limited_time_offer", limited_time_offer }],
});
const ORDERS = [
  { type: "BODY", text: "Hi" },
  { type: "BUTTONS", buttons: [{ type: "MPM", text: "See" }] },
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
    ["has its cards", carousel(filledCard(1), filledCard(0)), { components: CAROUSEL }, undefined],
    [
      "has no cards",
      asked(body("Ada")),
      { components: CAROUSEL },
      "The template has 2 cards, not 0.",
    ],
    [
      "has one card twice",
      carousel(filledCard(0), filledCard(0)),
      { components: CAROUSEL },
      "The template has 2 cards, not 1.",
    ],
    [
      "has cards that the template lacks",
      asked({ type: "carousel", cards: [filledCard(0), filledCard(1)] }),
      { components: ASKING },
      "The template has 0 cards, not 2.",
    ],
    [
      "has a card without its image",
      carousel(filledCard(0), card(1, body("€9"), url("1"))),
      { components: CAROUSEL },
      "On card 1, the header takes 1 (image), not 0.",
    ],
    [
      "has a card without a parameter",
      carousel(filledCard(0), card(1, image, url("1"))),
      { components: CAROUSEL },
      "On card 1, the body takes 1 (1), not 0.",
    ],
    [
      "has a card without its button",
      carousel(card(0, image, body("€9")), filledCard(1)),
      { components: CAROUSEL },
      "On card 0, the button 1 lacks the end of its URL.",
    ],
    [
      "has its offer and its code",
      asked(offer({ expires_at: "2026-12-01T10:00:00+01:00" }), coupon),
      { components: OFFER },
      undefined,
    ],
    [
      "lacks the end of its offer",
      asked(coupon),
      { components: OFFER },
      "The limited_time_offer lacks the end of the offer.",
    ],
    [
      "lacks its code",
      asked(offer({ expiration_time_ms: NOW + 1 })),
      { components: OFFER },
      "The button 0 lacks its code.",
    ],
    [
      "has an offer that is over",
      asked(offer({ expiration_time_ms: NOW }), coupon),
      { components: OFFER },
      "The offer of the template offer ended at 2026-11-30T12:00:00.000Z.",
    ],
    [
      "shows products",
      asked(),
      { components: ORDERS },
      "The service does not send MPM, as offer has.",
    ],
    ["is paused", asked(body("a", "b")), { status: "paused" }, /"paused"/],
    ["is in another language", asked(), { language: "fr" }, /not in en: choose one of fr\./],
    ["has another name", asked(), { name: "other" }, "The channel has no template offer."],
  ] as [string, AskedTemplate, Partial<KnownTemplate>, string | RegExp | undefined][])(
    "%s",
    (_, message, more, wanted) => {
      const fault = templateFault([template(more)], message, NOW);
      if (wanted === undefined) expect(fault).toBeUndefined();
      else expect(fault?.message).toMatch(wanted);
    },
  );

  it("is refused for certain only if WhatsApp refuses it whatever happens meanwhile", () => {
    const refusal = (more: Partial<KnownTemplate>, message = asked(body("a", "b"))) =>
      templateFault([template(more)], message, NOW)?.refusal;
    const refused = ["rejected", "paused", "disabled"].map((status) => ({ status }) as never);
    expect(refused.map((more) => refusal(more))).toEqual(Array(3).fill("template_refused"));
    const uncertain = [{ status: "pending" as const }, { name: "x" }, { language: "x" }];
    expect([...uncertain, { status: "flagged" as const }].map((more) => refusal(more))).toEqual(
      Array(4).fill(null),
    );
    const more = carousel(...[0, 1, 2].map(filledCard));
    expect(refusal({ components: CAROUSEL }, more)).toBeNull();
    expect(refusal({ components: CAROUSEL }, carousel(filledCard(0)))).toBe("template_refused");
    expect(refusal({ components: ORDERS, status: "pending" })).toBe("template_unsupported");
    const over = asked(offer({ expires_at: "2026-11-30T12:00:00Z" }));
    expect(templateFault(undefined, over, NOW)?.refusal).toBe("offer_expired");
    expect(templateFault(undefined, over, NOW - 1)).toBeUndefined();
  });

  it("is rendered with its parameters", () => {
    const components = [
      { type: "HEADER", format: "TEXT", text: "Dear {{1}}" },
      { type: "BODY", text: "{{1}} and {{2}} and {{3}}" },
      { type: "FOOTER", text: "Bye" },
      {
        type: "BUTTONS",
        buttons: [{ type: "QUICK_REPLY", text: "Yes" }, { text: { toString: 1 } }],
      },
    ];
    const message = asked({ type: "header", parameters: texts("$&") }, body("a", "{{1}}"));
    expect(renderTemplate([template({ components })], message)).toEqual({
      header: "Dear $&",
      body: "a and {{1}} and {{3}}",
      footer: "Bye",
      offer: null,
      buttons: ["Yes", ""],
      cards: [],
    });
    expect(renderTemplate([], message)).toBeNull();
  });

  it("is rendered with its cards and its offer", () => {
    const shown = (components: KnownTemplate["components"], message: AskedTemplate) =>
      renderTemplate([template({ components })], message);
    const buttons = ["More", "Buy"];
    const other = card(1, image, body("€7"), url("1"));
    expect(shown(CAROUSEL, carousel(other, filledCard(0)))).toMatchObject({
      body: "For Ada",
      buttons: [],
      cards: [
        { body: "Only €9", buttons },
        { body: "Only €7", buttons },
      ],
    });
    const unfilled = { body: "Only {{1}}", buttons };
    expect(shown(CAROUSEL, asked(body("Ada")))?.cards).toEqual([unfilled, unfilled]);
    expect(shown(OFFER, asked(offer({ expiration_time_ms: 1796000000000 })))).toMatchObject({
      offer: { text: "Today only", expires_at: "2026-11-30T00:53:20.000Z" },
    });
    expect(shown(OFFER, asked())?.offer).toEqual({ text: "Today only", expires_at: null });
  });
});

describe("a message with cards", () => {
  it("is found by what stands on them, or by what fills them where that is not known", () => {
    const message = carousel(filledCard(0), card(1, image, body("€7"), url("1")));
    const found = (stored: KnownTemplate | null) =>
      searchedText({
        ...{ text: null, payload: { template: message } },
        template: stored && JSON.stringify(stored),
      });
    const components = [...CAROUSEL, ...OFFER.slice(0, 1)];
    expect(found(template({ components }))).toBe("For Ada\nToday only\nOnly €9\nOnly €7");
    expect(found(null)).toBe("Ada\n€9\nx\n€7\nx");
  });
});

describe("a template of WhatsApp's", () => {
  it("says what messages fill in, card by card", () => {
    const at = (card: number | null, place: string, more = {}) => ({
      ...{ place, card, index: null, name: "1", kind: "text", example: null },
      ...more,
    });
    const ofCard = (index: number) => [
      at(index, "header", { kind: "image" }),
      at(index, "body", { example: "€9" }),
      at(index, "button", { index: 1, example: "https://e.com/a" }),
    ];
    expect(parametersOf(CAROUSEL)).toEqual([at(null, "body"), ...ofCard(0), ...ofCard(1)]);
    expect(parametersOf(OFFER)).toEqual([
      at(null, "limited_time_offer", { kind: "limited_time_offer" }),
      at(null, "button", { index: 0, kind: "coupon_code", example: "KGL15" }),
    ]);
    const endless = [{ type: "limited_time_offer", limited_time_offer: { text: "Soon" } }];
    expect([parametersOf(endless), parametersOf(ASKING)]).toEqual([[], []]);
  });

  it("says which types in it are not sent, whatever their form", () => {
    const buttons = (...types: unknown[]) => [
      { type: "BUTTONS", buttons: types.map((type) => ({ type })) },
    ];
    const product = { components: [{ type: "header", format: "product" }, ...buttons("SPM")] };
    expect(unsupportedIn(buttons("CATALOG", "URL", "mpm", "MPM"))).toEqual(["CATALOG", "MPM"]);
    expect(unsupportedIn([{ type: "carousel", cards: [product] }])).toEqual(["PRODUCT", "SPM"]);
    expect(unsupportedIn([{ type: "ORDER_STATUS" }, ...buttons(7)])).toEqual([
      "ORDER_STATUS",
      "UNKNOWN",
    ]);
    const odd = [{ type: "CAROUSEL", cards: [null, 1, { components: [null, {}, "x"] }] }];
    expect([unsupportedIn(odd), parametersOf(odd)]).toEqual([[], []]);
    for (const sent of [CAROUSEL, OFFER, ASKING, BUTTONS, null])
      expect(unsupportedIn(sent)).toEqual([]);
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
