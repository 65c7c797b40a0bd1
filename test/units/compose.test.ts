import { describe, expect, it } from "vitest";
import { replaceLinks, slugsIn } from "#features/links/rewrite";
import {
  type Composed,
  contentOf,
  faultsIn,
  openPlaceholders,
  rewrite,
} from "#features/messaging/outbound/compose";
import { fillMessage } from "#features/messaging/outbound/places";
import { fillText, oneLine } from "#features/messaging/outbound/variables";

const text = (written: string): Composed => ({ type: "text", text: written, content: {} });

const template = contentOf({
  type: "template",
  template: {
    name: "revive",
    language: "en_US",
    components: [
      {
        type: "body",
        parameters: [
          { type: "text", text: "Ryan" },
          { type: "currency", currency: { code: "EUR" } },
        ],
      },
      {
        type: "button",
        sub_type: "url",
        index: "1",
        parameters: [{ type: "text", text: "promo" }],
      },
      { type: "footer" },
    ],
  },
});

const buttons = (...titles: string[]) =>
  contentOf({ type: "buttons", text: "Well?", buttons: titles.map((title) => ({ title })) });

describe("a text's placeholders", () => {
  const lookup = (name: string) =>
    ({ first_name: " Zoé ", blank: " ", tricky: "{{first_name}} $&" })[name];

  it.each([
    ["Hi {{first_name}}!", "Hi Zoé!"],
    ["Hi {{ first_name }}!", "Hi Zoé!"],
    ["Hi {{first_name|you}}!", "Hi Zoé!"],
    ["Hi {{unknown|you}}!", "Hi you!"],
    ["Hi {{unknown| you | all }}!", "Hi you | all!"],
    ["Hi {{unknown}}!", "Hi !"],
    ["Hi {{blank|you}}!", "Hi you!"],
    ["{{}}.", "."],
    ["{{tricky}}", "{{first_name}} $&"],
    ["{ {first_name} }", "{ {first_name} }"],
    ["{{first_name}}{{first_name}}", "ZoéZoé"],
  ])("are filled in %j", (written, filled) => {
    expect(fillText(written, lookup)).toBe(filled);
  });

  it("are filled with as many characters as any platform accepts, however long they are as UTF-16", () => {
    expect(fillText("{{note}}!", () => "😀".repeat(4_096))).toBe(`${"😀".repeat(4_096)}!`);
    for (const before of ["", "a"]) {
      const filled = fillText("{{note}}", () => before + "😀".repeat(1_000_000));
      expect(filled).toBe(before + "😀".repeat(4_200 - before.length));
    }
  });

  it("end a text that is longer than 65,536 characters with them", () => {
    let reads = 0;
    const filled = fillText("{{note}} ".repeat(1_000), () => {
      reads++;
      return "x".repeat(4_000);
    });
    expect(filled.length).toBeGreaterThan(65_536);
    expect(reads).toBe(17);
  });

  it("end a message that is longer than 65,536 characters, whatever a template leaves of it", () => {
    const parameters = Array.from({ length: 40 }, () => ({ type: "text", text: "{{note}}" }));
    const asked = contentOf({
      type: "template",
      template: { name: "t", language: "en", components: [{ type: "body", parameters }] },
    });
    let reads = 0;
    const { composed, tooLong } = fillMessage(asked, () => {
      reads++;
      return `a${" ".repeat(4_000)}b`;
    });
    expect(reads).toBe(17);
    expect(tooLong).toEqual({
      "template.components.0.parameters.16.text":
        "The :f field must not be greater than 65536 characters.",
    });
    // Blanks are taken together, so that the texts that were filled are short.
    expect(JSON.stringify(composed).length).toBeLessThan(4_000);
    const short = fillMessage(asked, () => "x".repeat(1_000));
    expect(short.tooLong).toEqual({});
  });

  it("may not make the URL of a file longer than that", () => {
    const asked = contentOf({
      type: "image",
      media: { url: `https://x.example/${"{{a}}".repeat(9)}` },
    });
    const { composed, tooLong } = fillMessage(asked, () => "漢".repeat(4_000));
    expect(Object.keys({ ...tooLong, ...faultsIn(composed, "whatsapp") })).toEqual([
      "media.url",
      "media",
    ]);
  });

  it.each(["Hi {{first_name", "Hi {{first_name}!", "Hi {{a{b}}"])(
    "must be closed: %j",
    (written) => {
      expect(openPlaceholders(text(written))).toEqual({ text: "The :f field format is invalid." });
      expect(openPlaceholders(buttons("ok", written))).toEqual({
        "buttons.1.title": "The :f field format is invalid.",
      });
    },
  );

  it.each(["Hi {{first_name}}", "a { b } c", "}} closed"])("have no effect in %j", (written) => {
    expect(openPlaceholders(text(written))).toEqual({});
  });

  it("make one line in a template", () => {
    expect(oneLine("a\n\n b\tc     d   e")).toBe("a  b c d   e");
  });
});

describe("the short links of a text", () => {
  const base = "https://go.example.com";
  const urlOf = (slug: string) => (slug === "guide" ? `${base}/Guide/TOKEN` : undefined);
  const replaced = (written: string) => replaceLinks(written, base, urlOf, false);

  it.each([
    ["See https://go.example.com/guide", "See https://go.example.com/Guide/TOKEN"],
    ["See https://go.example.com/GUIDE.", "See https://go.example.com/Guide/TOKEN."],
    ["(HTTPS://GO.example.com/guide), ok?", "(https://go.example.com/Guide/TOKEN), ok?"],
    ["https://go.example.com/guide?utm=1#x", "https://go.example.com/Guide/TOKEN?utm=1#x"],
    ["<https://go.example.com/guide>", "<https://go.example.com/Guide/TOKEN>"],
    [
      "https://go.example.com/guide\nhttps://go.example.com/guide",
      "https://go.example.com/Guide/TOKEN\nhttps://go.example.com/Guide/TOKEN",
    ],
  ])("become the recipient's own: %j", (written, found) => {
    expect(replaced(written)).toBe(found);
  });

  it.each([
    "https://go.example.com/other",
    "https://go.example.com/guide/more",
    "https://example.com/?to=go.example.com/guide",
    "https://go.example.com/guide_",
    "https://go.example.com/guides",
    "https://go.example.com.evil/guide",
    "https://goXexample.com/guide",
    "https://evil.com/https://go.example.com/guide",
    "xhttps://go.example.com/guide",
    "xgo.example.com/guide",
    "a_https://go.example.com/guide_",
  ])("are none in %j", (written) => {
    expect(replaced(written)).toBe(written);
  });

  it("are listed once each, whatever their case", () => {
    expect(
      slugsIn("https://go.example.com/a https://go.example.com/A https://go.example.com/b", base),
    ).toEqual(["a", "b"]);
  });

  it("are in a template's URL button without the base, which the template has", () => {
    expect(replaceLinks("https://go.example.com/guide", base, urlOf, true)).toBe("Guide/TOKEN");
  });
});

describe("a message", () => {
  it("gives the place of each text", () => {
    const fields: string[] = [];
    rewrite(template, (written, { field, kind }) => {
      fields.push(`${field} ${kind}`);
      return written;
    });
    expect(fields).toEqual([
      "template.components.0.parameters.0.text parameter",
      "template.components.0.parameters.1.currency.code value",
      "template.components.1.parameters.0.text url_button",
    ]);
  });

  it("numbers buttons that have no id", () => {
    expect(buttons("Yes", "No").content.buttons).toEqual([
      { id: "0", title: "Yes" },
      { id: "1", title: "No" },
    ]);
  });

  const image: Composed = {
    type: "image",
    text: "x",
    content: { media: { url: "https://example.com/a.jpg" } },
  };
  const atMost = (n: number) => `The :f field must not be greater than ${n} characters.`;
  const tooManyBytes = "The :f field must not be greater than 1000 bytes.";

  it.each([
    ["a long text on WhatsApp", text("é".repeat(4097)), "whatsapp", { text: atMost(4096) }],
    ["a longest text on WhatsApp", text("🙂".repeat(4096)), "whatsapp", {}],
    ["a long text on Instagram", text("x".repeat(1001)), "instagram", { text: tooManyBytes }],
    ["long letters on Instagram", text("é".repeat(501)), "instagram", { text: tooManyBytes }],
    ["a longest text on Instagram", text("🙂".repeat(250)), "instagram", {}],
    [
      "a long text beside buttons on Instagram",
      { ...buttons("Yes"), text: "é".repeat(501) },
      "instagram",
      { text: tooManyBytes },
    ],
    [
      "a long text beside buttons",
      { ...buttons("Yes"), text: "x".repeat(1025) },
      "whatsapp",
      { text: atMost(1024) },
    ],
    ["a long caption", { ...image, text: "x".repeat(1025) }, "whatsapp", { text: atMost(1024) }],
    [
      "a caption on Instagram",
      image,
      "instagram",
      { text: "The :f field can't be used with the type image." },
    ],
    ["an empty caption", { ...image, text: "" }, "whatsapp", {}],
    [
      "a text that is empty once it is filled",
      text(" "),
      "whatsapp",
      { text: "The :f field is required." },
    ],
    [
      "a template on Instagram",
      template,
      "instagram",
      { type: expect.stringMatching(/Choose one of: text, buttons, list, link_button/) },
    ],
    ["a template on WhatsApp", template, "whatsapp", {}],
    ["a long title", buttons("x".repeat(21)), "whatsapp", { "buttons.0.title": atMost(20) }],
    [
      "an empty title",
      buttons("Yes", ""),
      "whatsapp",
      { "buttons.1.title": "The :f field is required." },
    ],
  ] as const)("is checked against its platform: %s", (_, composed, platform, faults) => {
    expect(faultsIn(composed as Composed, platform)).toEqual(faults);
  });

  it("does not have two buttons with one id", () => {
    const twice = contentOf({
      type: "buttons",
      text: "?",
      buttons: [{ id: "1", title: "a" }, { title: "b" }],
    });
    expect(faultsIn(twice, "whatsapp")).toEqual({
      "buttons.1.id": "The :f field has a duplicate value.",
    });
  });
});
