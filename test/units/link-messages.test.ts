import { describe, expect, it } from "vitest";
import type { Platform } from "#domain/platforms";
import { type Composed, contentOf, faultsIn, textsIn } from "#features/messaging/outbound/compose";
import { instagramBody } from "#features/messaging/outbound/providers/instagram";
import type { SendableContent } from "#features/messaging/outbound/providers/provider";
import { whatsappBody } from "#features/messaging/outbound/providers/whatsapp";
import { MessageInput } from "#features/messaging/outbound/schema";

const read = (input: object) => contentOf(MessageInput.parse(input));
const faults = (input: object, platform: Platform) =>
  Object.keys(faultsIn(read(input), platform, { shortUrlBase: "https://sho.rt" })).toSorted();
const outgoing = ({ type, text, content }: Composed) => ({
  ...{ messageId: 7, leadId: 7, to: { wa_id: "1", instagram_id: "1" } },
  ...{ type, text, content: content as SendableContent },
});
const onWhatsapp = (input: object) => whatsappBody(outgoing(read(input)));
/** The message, without our own id of it. */
function onInstagram(input: object) {
  const { message } = instagramBody(outgoing(read(input))) as { message?: object };
  const { metadata: _, ...content } = { metadata: "", ...message };
  return content;
}

const long = (length: number) => "x".repeat(length);
const url = "https://example.com/dates";
const dates = { title: "See dates", url };
const button = (more: object = {}) => ({
  ...{ type: "link_button", text: "Six places left", link_buttons: [dates] },
  ...more,
});
const media = { url: "https://example.com/a.jpg" };
const card = (more: object = {}) => ({
  ...{ title: "Design", media, buttons: [{ title: "Look", url }] },
  ...more,
});
const cards = (more: object = {}, ...others: object[]) => ({
  ...{ type: "cards", text: "Two courses" },
  cards: [card(), card(more), ...others.map((other) => card(other))],
});
const replies = (...titles: string[]) => ({ buttons: titles.map((title) => ({ title })) });
const untexted = (...list: object[]) => ({ type: "cards", cards: list });

describe("a message with link buttons", () => {
  it.each<[string, object, string[], string[]]>([
    ["with one", button(), [], []],
    ["with two", button({ link_buttons: [dates, dates] }), ["link_buttons"], []],
    ["with a text of 641", button({ text: long(641) }), [], ["text"]],
    ["with a text of 1,025", button({ text: long(1025) }), ["text"], ["text"]],
    ["with a picture", button({ media }), [], ["media"]],
    [
      "with a sound",
      button({ media: { ...media, type: "audio" } }),
      ["media.type"],
      ["media", "media.type"],
    ],
    [
      "with a title of 21",
      button({ link_buttons: [{ title: long(21), url }] }),
      ["link_buttons.0.title"],
      ["link_buttons.0.title"],
    ],
  ])("%s is held against the limits of its platform", (_, input, whatsapp, instagram) => {
    expect(faults(input, "whatsapp")).toEqual(whatsapp);
    expect(faults(input, "instagram")).toEqual(instagram);
  });

  it.each<[string, boolean]>([
    ["http://example.com/a", false],
    ["https://example.com/a", true],
    ["https://localhost/a", false],
    ["https://10.0.0.7/a", false],
    ["https://[::1]/a", false],
    ["https://nas.local/a", false],
    ["https://user@example.com/a", false],
    ["https://example.com:9000/a", false],
    [`https://example.com/${long(1980)}`, true],
    [`https://example.com/${long(1981)}`, false],
    ["https://sho.rt/dates/abc", true],
  ])("opens %.40s: %s", (target, isOpened) => {
    const composed = read(button());
    const [given] = composed.content.link_buttons!;
    composed.content.link_buttons = [{ ...given!, url: target }];
    const found = Object.keys(faultsIn(composed, "whatsapp", { shortUrlBase: "https://sho.rt" }));
    expect(found).toEqual(isOpened ? [] : ["link_buttons.0.url"]);
  });

  it("opens the service's own links where it runs on this machine", () => {
    const composed = read(button());
    composed.content.link_buttons = [{ title: "See", url: "http://localhost:8787/dates/abc" }];
    expect(faultsIn(composed, "whatsapp", { shortUrlBase: "http://localhost:8787" })).toEqual({});
    expect(faultsIn(composed, "whatsapp", { shortUrlBase: "https://sho.rt" })).not.toEqual({});
  });

  it("is the message of Meta's examples", () => {
    expect(onWhatsapp(button())).toMatchObject({
      type: "interactive",
      interactive: {
        type: "cta_url",
        body: { text: "Six places left" },
        action: { name: "cta_url", parameters: { display_text: "See dates", url } },
      },
    });
    expect(onInstagram(button())).toEqual({
      attachment: {
        type: "template",
        payload: {
          template_type: "button",
          text: "Six places left",
          buttons: [{ type: "web_url", url, title: "See dates" }],
        },
      },
    });
  });

  it.each([
    [media, { type: "image", image: { link: media.url } }],
    [
      { ...media, type: "video" },
      { type: "video", video: { link: media.url } },
    ],
    [
      { ...media, type: "document", filename: "a.pdf" },
      { type: "document", document: { link: media.url, filename: "a.pdf" } },
    ],
  ])("has the file %j above its text", (file, header) => {
    const { interactive } = onWhatsapp(button({ media: file })) as { interactive?: object };
    expect(interactive).toMatchObject({ header });
  });
});

describe("cards", () => {
  it.each<[string, object, string[], string[]]>([
    ["with a URL each", cards(), [], ["text"]],
    ["without a text above them", untexted(card(), card()), ["text"], []],
    [
      "with a title of 81",
      untexted(card(), card({ title: long(81) })),
      ["text"],
      ["cards.1.title"],
    ],
    ["with a text of 81", untexted(card(), card({ text: long(81) })), ["text"], ["cards.1.text"]],
    ["without a title", untexted(card(), card({ title: null })), ["text"], ["cards.1.title"]],
    ["with 161 in all", cards({ text: long(154) }), ["cards.1.text"], ["cards.1.text", "text"]],
    ["with 160 in all", cards({ text: long(153) }), [], ["cards.1.text", "text"]],
    ["with four lines", cards({ text: "a\nb\nc" }), ["cards.1.text"], ["text"]],
    ["with three lines", cards({ text: "a\nb" }), [], ["text"]],
    ["without a picture", cards({ media: null }), ["cards.1.media"], ["text"]],
    [
      "with a video among pictures",
      cards({ media: { ...media, type: "video" } }),
      ["cards.1.media.type"],
      ["cards.1.media.type", "text"],
    ],
    ["with a reply among URLs", cards(replies("Yes")), ["cards.1.buttons.0.url"], ["text"]],
    ["with two URLs on one", cards({ buttons: [dates, dates] }), ["cards.1.buttons"], ["text"]],
    [
      "with two replies each",
      { ...cards(), cards: [card(replies("A", "B")), card(replies("C", "D"))] },
      [],
      ["text"],
    ],
    [
      "with fewer replies on one",
      { ...cards(), cards: [card(replies("A", "B")), card(replies("C"))] },
      ["cards.1.buttons"],
      ["text"],
    ],
    [
      "with three replies each",
      { ...cards(), cards: [card(replies("A", "B", "C")), card(replies("D", "E", "F"))] },
      ["cards.0.buttons", "cards.1.buttons"],
      ["text"],
    ],
    [
      "with a URL among replies",
      { ...cards(), cards: [card(replies("A")), card()] },
      ["cards.1.buttons.0.url"],
      ["text"],
    ],
    [
      "with both kinds of buttons",
      untexted(card({ buttons: [{ title: "A" }, dates] }), card()),
      ["cards.0.buttons.1.url", "cards.1.buttons.0.url", "text"],
      [],
    ],
    [
      "with an id twice",
      untexted(card({ buttons: [{ title: "A", id: "1.0" }] }), card({ buttons: [{ title: "B" }] })),
      ["cards.1.buttons.0.id", "text"],
      ["cards.1.buttons.0.id"],
    ],
  ])("%s are held against the limits of their platform", (_, input, whatsapp, instagram) => {
    expect(faults(input, "whatsapp")).toEqual(whatsapp);
    expect(faults(input, "instagram")).toEqual(instagram);
  });

  it.each([
    ["one card", untexted(card())],
    ["eleven cards", untexted(...Array.from({ length: 11 }, () => card()))],
    ["a card without buttons", untexted(card(), card({ buttons: [] }))],
    ["a button with URL and id", untexted(card(), card({ buttons: [{ ...dates, id: "a" }] }))],
    ["a card with a sound", untexted(card(), card({ media: { ...media, type: "audio" } }))],
    ["a card with a file of no source", untexted(card(), card({ media: {} }))],
  ])("can't be %s", (_, input) => {
    expect(MessageInput.safeParse(input).success).toBe(false);
  });

  it("are the message of WhatsApp's examples", () => {
    const second = { title: "Drawing", text: "From May" };
    expect(onWhatsapp(cards(second))).toMatchObject({
      type: "interactive",
      interactive: {
        type: "carousel",
        body: { text: "Two courses" },
        action: {
          cards: ["Design", "Drawing\nFrom May"].map((text, index) => ({
            card_index: index,
            type: "cta_url",
            header: { type: "image", image: { link: media.url } },
            body: { text },
            action: { name: "cta_url", parameters: { display_text: "Look", url } },
          })),
        },
      },
    });
    const asking = onWhatsapp({ ...cards(), cards: [card(replies("A")), card(replies("B"))] });
    expect(asking).toMatchObject({
      interactive: {
        action: {
          cards: [
            {
              action: {
                buttons: [{ type: "quick_reply", quick_reply: { id: "0.0", title: "A" } }],
              },
            },
            {
              action: {
                buttons: [{ type: "quick_reply", quick_reply: { id: "1.0", title: "B" } }],
              },
            },
          ],
        },
      },
    });
  });

  it("are the message of Instagram's examples", () => {
    const first = card({ text: "From March", buttons: [{ title: "Ask", id: "ask" }, dates] });
    expect(onInstagram(untexted(first, card({ media: null })))).toEqual({
      attachment: {
        type: "template",
        payload: {
          template_type: "generic",
          elements: [
            {
              title: "Design",
              subtitle: "From March",
              image_url: media.url,
              default_action: { type: "web_url", url },
              buttons: [
                { type: "postback", title: "Ask", payload: "ask" },
                { type: "web_url", url, title: "See dates" },
              ],
            },
            {
              title: "Design",
              default_action: { type: "web_url", url },
              buttons: [{ type: "web_url", url, title: "Look" }],
            },
          ],
        },
      },
    });
  });

  it("have every text among those that are filled", () => {
    const fields = textsIn(read(cards({ text: "b", buttons: [{ title: "c" }] }))).map(
      ({ field, kind }) => `${field} ${kind}`,
    );
    expect(fields).toEqual([
      "text text",
      "cards.0.title text",
      "cards.0.media.url url",
      "cards.0.buttons.0.title text",
      "cards.0.buttons.0.url link",
      "cards.1.title text",
      "cards.1.text text",
      "cards.1.media.url url",
      "cards.1.buttons.0.title text",
    ]);
  });
});

it.each([
  [{ text: "See https://example.com", preview: true }, true],
  [{ text: "See https://example.com", preview: false }, false],
  [{ text: "See https://example.com" }, false],
  [{ text: "See you", preview: true }, false],
])("%j shows a preview: %s", (input, preview_url) => {
  expect(onWhatsapp(input)).toMatchObject({ text: { body: input.text, preview_url } });
  expect(onInstagram(input)).toEqual({ text: input.text });
});
