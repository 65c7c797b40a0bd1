import { expect, it } from "vitest";
import type { Template } from "../../../src/client/index";
import {
  changedComponents,
  contentOf,
  type Writing,
  writingOf,
  written,
} from "../../../src/console/screens/channels/templates/content";

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
  components,
  parameters: [{ place: "body", index: null, name: "1", kind: "text", example: "Zoé" }],
  external_id: "1",
  created_at: "2026-11-20T10:12:00.000Z",
  updated_at: "2026-11-20T10:12:00.000Z",
});

/** The components as JSON has them, once a part of what they say has been changed. */
function changed(components: Components, part: Partial<Writing>) {
  const writing = { ...writingOf(template(components)), ...part };
  const content = written(writing, contentOf(components));
  return JSON.parse(JSON.stringify(changedComponents(components, content, writing.examples)));
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
    "the quick replies",
    [body, { type: "BUTTONS", buttons: [reply("Yes"), reply("No")] }],
    { replies: "Yes\n\n Perhaps " },
    [body, { type: "BUTTONS", buttons: [reply("Yes"), reply("Perhaps")] }],
  ],
  [
    "nothing, of more quick replies than are written here",
    [body, { type: "BUTTONS", buttons: ["1", "2", "3", "4"].map(reply) }],
    {},
    [body, { type: "BUTTONS", buttons: ["1", "2", "3", "4"].map(reply) }],
  ],
])("a change of %s keeps the rest of a template", (_, before, part, after) => {
  expect(changed(before, part)).toEqual(after);
});
