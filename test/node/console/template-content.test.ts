import { expect, it } from "vitest";
import type { Template } from "#client";
import { addable, newButton } from "#console/screens/channels/templates/buttons";
import {
  changedComponents,
  componentsOf,
  EMPTY,
  type Writing,
  writingOf,
} from "#console/screens/channels/templates/content";
import { languagesIn } from "#console/screens/channels/templates/languages";
import * as scenarioParts from "#console/screens/scenarios/editor/form/template-parts";

type Components = NonNullable<Template["components"]>;

const template = (components: Components): Template => ({
  id: 1,
  channel_id: 1,
  name: "place_left",
  language: "en",
  category: "marketing",
  status: "approved",
  reason: null,
  quality: null,
  ttl_seconds: null,
  components,
  parameters: [
    { place: "body", card: null, index: null, name: "1", kind: "text", example: "Zoé" },
    { place: "body", card: 0, index: null, name: "1", kind: "text", example: "€9" },
  ],
  unsupported: [],
  external_id: "1",
  created_at: "2026-11-20T10:12:00.000Z",
  updated_at: "2026-11-20T10:12:00.000Z",
});

/** The components as JSON has them, once a part of what they say has been changed. */
function changed(components: Components, part: Partial<Writing>) {
  const before = template(components);
  const writing = { ...writingOf(before), ...part };
  return JSON.parse(JSON.stringify(changedComponents(before, writing)));
}

const example = { body_text: [["Zoé"]] };
const body = { type: "BODY", text: "Hello {{1}}", example };
const image = { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW"] } };
const urls = { type: "BUTTONS", buttons: [{ type: "URL", text: "See", url: "https://e.com" }] };
const carousel = { type: "CAROUSEL", cards: [] };
const reply = (text: string) => ({ type: "QUICK_REPLY", text });

it.each<[string, Components, Partial<Writing>, object[]]>([
  ["the text", [body], { body: "Hi {{1}}" }, [{ ...body, text: "Hi {{1}}" }]],
  [
    "an example",
    [body],
    { examples: { 1: "Élodie" } },
    [{ ...body, example: { body_text: [["Élodie"]] } }],
  ],
  ["the only parameter", [body], { body: "Hello" }, [{ type: "BODY", text: "Hello" }]],
  [
    "the text between a picture and buttons of another kind",
    [image, body, urls, carousel],
    { body: "Hi {{1}}" },
    [image, { ...body, text: "Hi {{1}}" }, urls, carousel],
  ],
  [
    "the header and the footer",
    [{ type: "HEADER", format: "TEXT", text: "Old" }, body, { type: "FOOTER", text: "Old" }],
    { header: "New", footer: "" },
    [{ type: "HEADER", format: "TEXT", text: "New" }, body],
  ],
  [
    "the buttons",
    [body, { type: "BUTTONS", buttons: [reply("Yes"), reply("No")] }],
    {
      buttons: [
        { ...newButton("QUICK_REPLY"), text: " Perhaps " },
        {
          ...{ ...newButton("URL"), text: "Look", example: "https://e.com/a" },
          value: "https://e.com/{{1}}",
        },
        { ...newButton("PHONE_NUMBER"), text: "Call", value: "+33639980000" },
        { ...newButton("COPY_CODE"), value: "SAVE20" },
      ],
    },
    [
      body,
      {
        type: "BUTTONS",
        buttons: [
          reply("Perhaps"),
          {
            ...{ type: "URL", text: "Look", url: "https://e.com/{{1}}" },
            example: ["https://e.com/a"],
          },
          { type: "PHONE_NUMBER", text: "Call", phone_number: "+33639980000" },
          { type: "COPY_CODE", example: "SAVE20" },
        ],
      },
    ],
  ],
  [
    "a picture for a text",
    [image, body],
    { format: null, header: "For {{1}}", headerExample: "Zoé" },
    [
      { type: "HEADER", format: "TEXT", text: "For {{1}}", example: { header_text: ["Zoé"] } },
      body,
    ],
  ],
  [
    "a text for a video",
    [{ type: "HEADER", format: "TEXT", text: "Old" }, body],
    { format: "VIDEO", handle: " 4::dm " },
    [{ type: "HEADER", format: "VIDEO", example: { header_handle: ["4::dm"] } }, body],
  ],
  [
    "nothing, of buttons that are not written here",
    [body, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Fill in", flow_id: "1" }] }],
    {},
    [body, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Fill in", flow_id: "1" }] }],
  ],
])("a change of %s keeps the rest of a template", (_, before, part, after) => {
  expect(changed(before, part)).toEqual(after);
});

it("keeps what a button has besides, as long as it is there", () => {
  const url = { type: "URL", text: "See", url: "https://e.com", app_deep_link: { meta: 1 } };
  const before = template([body, { type: "BUTTONS", buttons: [url] }]);
  const writing = writingOf(before);
  const [button] = writing.buttons ?? [];
  expect(componentsOf({ ...writing, buttons: [{ ...button!, text: "Look" }] }).at(-1)).toEqual({
    type: "BUTTONS",
    buttons: [{ ...url, text: "Look" }],
  });
});

it("adds buttons within WhatsApp's bounds", () => {
  const [url, phone] = [newButton("URL"), newButton("PHONE_NUMBER")];
  expect(addable([])).toEqual(["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE"]);
  expect(addable([url, url, phone])).toEqual(["QUICK_REPLY", "COPY_CODE"]);
  expect(addable(Array.from({ length: 10 }, () => newButton("QUICK_REPLY")))).toEqual([]);
  expect(componentsOf({ ...EMPTY, body: "Hello" })).toEqual([{ type: "BODY", text: "Hello" }]);
});

it.each([
  ["fr", "fr_CA", "français canadien (fr_CA)"],
  ["en", "pt_BR", "Brazilian Portuguese (pt_BR)"],
])("names the languages in %s", (locale, code, name) => {
  expect(languagesIn(locale)).toContainEqual([code, name]);
});

it("a scenario fills in a template's cards and its offer, each in its own place", () => {
  const at = (card: number | null, place: string, name: string, more = {}) =>
    ({ ...{ place, card, index: null, name, kind: "text", example: null }, ...more }) as never;
  const placeholders = [
    at(null, "body", "1"),
    at(null, "limited_time_offer", "1", { kind: "limited_time_offer" }),
    at(0, "header", "1", { kind: "image" }),
    at(0, "body", "1"),
    at(1, "header", "1", { kind: "image" }),
    at(1, "body", "1"),
    at(1, "button", "1", { index: 0, kind: "coupon_code" }),
  ];
  const values = ["Ada", "2026-12-24T18:00:00Z", "https://e.com/1", "a", "https://e.com/2", "b"];
  values.push("KGL15");
  const components = scenarioParts.componentsOf(placeholders, values);
  const text = (one: string) => ({ type: "body", parameters: [{ type: "text", text: one }] });
  const image = (link: string) => ({
    type: "header",
    parameters: [{ type: "image", image: { link } }],
  });
  const end = { expires_at: "2026-12-24T18:00:00Z" };
  expect(components).toEqual([
    text("Ada"),
    {
      type: "limited_time_offer",
      parameters: [{ type: "limited_time_offer", limited_time_offer: end }],
    },
    {
      type: "carousel",
      cards: [
        { card_index: 0, components: [image("https://e.com/1"), text("a")] },
        {
          card_index: 1,
          components: [
            image("https://e.com/2"),
            text("b"),
            {
              ...{ type: "button", sub_type: "copy_code", index: "0" },
              parameters: [{ type: "coupon_code", coupon_code: "KGL15" }],
            },
          ],
        },
      ],
    },
  ]);
  expect(scenarioParts.valuesIn(components, placeholders)).toEqual(values);
  expect(scenarioParts.pathsIn(components, placeholders).at(-1)).toBe(
    "components.2.cards.1.components.2.parameters.0",
  );
});
