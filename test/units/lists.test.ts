import { describe, expect, it } from "vitest";
import type { Platform } from "#domain/platforms";
import { contentOf, faultsIn, rewrite } from "#features/messaging/outbound/compose";
import type { ListInput } from "#features/messaging/outbound/members/list-input";
import { instagramBody } from "#features/messaging/outbound/providers/instagram";
import { whatsappBody } from "#features/messaging/outbound/providers/whatsapp";

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `Row ${n}` }));
const one = (row: object, more: object = {}): ListInput => ({
  button: "Choose",
  sections: [{ rows: [{ title: "Yes", ...row }] }],
  ...more,
});
const several = (...counts: number[]): ListInput => ({
  button: "Choose",
  sections: counts.map((count, n) => ({ title: `Part ${n}`, rows: rows(count) })),
});
const message = (list: ListInput) => contentOf({ type: "list", text: "Which one?", list });
const faults = (list: ListInput, platform: Platform = "whatsapp") =>
  Object.keys(faultsIn(message(list), platform));
const long = (length: number) => "x".repeat(length);

describe("a list", () => {
  it.each<[string, ListInput, string[], string[]]>([
    ["of ten rows", several(4, 6), [], []],
    ["of eleven rows in one section", several(11), ["list.sections.0.rows"], []],
    ["of eleven rows", several(5, 6), ["list.sections.1.rows"], []],
    ["of fourteen rows", several(7, 7), ["list.sections.1.rows"], ["list.sections.1.rows"]],
    ["with a title of 21", one({ title: long(21) }), [], ["list.sections.0.rows.0.title"]],
    [
      "with a title of 25",
      one({ title: long(25) }),
      ["list.sections.0.rows.0.title"],
      ["list.sections.0.rows.0.title"],
    ],
    [
      "with a description of 73",
      one({ description: long(73) }),
      ["list.sections.0.rows.0.description"],
      [],
    ],
    ["with a button of 21", one({}, { button: long(21) }), ["list.button"], []],
    [
      "with sections without titles",
      { button: "Choose", sections: [{ rows: rows(1) }, { title: long(25), rows: rows(1) }] },
      ["list.sections.1.title", "list.sections.0.title"],
      [],
    ],
    [
      "with an id twice",
      { button: "Choose", sections: [{ rows: [{ title: "A", id: "1" }, { title: "B" }] }] },
      ["list.sections.0.rows.1.id"],
      ["list.sections.0.rows.1.id"],
    ],
    ["with an empty description", one({ description: " " }), [], []],
    [
      "with an empty title",
      one({ title: " " }),
      ["list.sections.0.rows.0.title"],
      ["list.sections.0.rows.0.title"],
    ],
  ])("%s is held against the limits of its platform", (_, list, whatsapp, instagram) => {
    expect(faults(list).toSorted()).toEqual(whatsapp.toSorted());
    expect(faults(list, "instagram")).toEqual(instagram);
  });

  const list: ListInput = {
    button: "Choose",
    sections: [
      { title: "A", rows: [{ title: "One", description: "First" }] },
      { title: "B", rows: [{ title: "Two", id: "two" }, { title: "Three" }] },
    ],
  };
  const outgoing = {
    ...{ messageId: 7, leadId: 7, to: { wa_id: "1", instagram_id: "1" } },
    ...{ type: "list" as const, text: "Which one?" },
    content: { list: message(list).content.list! },
  };

  it("has every text filled", () => {
    const { content } = rewrite(message(list), (text, { field }) => `${text} ${field.length}`);
    expect(JSON.stringify(content.list).match(/ \d+"/g)).toHaveLength(7);
  });

  it("is a list on WhatsApp", () => {
    expect(whatsappBody(outgoing)).toMatchObject({
      type: "interactive",
      interactive: {
        type: "list",
        body: { text: "Which one?" },
        action: {
          button: "Choose",
          sections: [
            { title: "A", rows: [{ id: "0", title: "One", description: "First" }] },
            {
              title: "B",
              rows: [
                { id: "two", title: "Two" },
                { id: "2", title: "Three" },
              ],
            },
          ],
        },
      },
    });
  });

  it("is quick replies on Instagram", () => {
    expect(instagramBody(outgoing)).toHaveProperty("message", {
      metadata: "msg_7",
      text: "Which one?",
      quick_replies: [
        { content_type: "text", title: "One", payload: "0" },
        { content_type: "text", title: "Two", payload: "two" },
        { content_type: "text", title: "Three", payload: "2" },
      ],
    });
  });
});
