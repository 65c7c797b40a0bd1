import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import {
  type Answer,
  type Client,
  newLead,
  newShortLink,
  newTag,
  newWorkspace,
  type ShownLinkSend,
} from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { order, requestsTo } from "../support/graph";
import {
  deliver,
  messageNow,
  newMetaChannel,
  newNumber,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { allRows } from "../support/received";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

/** Creates a lead who has just written. */
async function newWriter(input: object = {}): Promise<Lead> {
  const number = newNumber();
  const lead = await newLead(client, { phone: `+${number}`, ...input });
  await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
  return lead;
}

const post = async ({ id }: Lead, json: object): Promise<Message> => {
  const { status, body, text } = await client.post(`/leads/${id}/messages`, json);
  expect(status, text).toBe(201);
  return body.data;
};
const sendsTo = async ({ id }: Lead): Promise<ShownLinkSend[]> =>
  (await client.get(`/link-sends?lead_id=${id}&per_page=100`)).body.data.toReversed();
const tagsOf = async ({ id }: Lead) =>
  (await client.get(`/leads/${id}`)).body.data.tags.map((tag: { id: number }) => tag.id);
const OWN_URL = /^https:\/\/sho\.rt\/[\w-]+\/[\w-]{17,28}$/;

describe("short links in messages", () => {
  it.each<[string, (url: string) => string, (own: string) => string]>([
    ["alone", (url) => url, (own) => own],
    ["before a full stop", (url) => `See ${url}.`, (own) => `See ${own}.`],
    ["before a comma", (url) => `${url}, please`, (own) => `${own}, please`],
    ["in brackets", (url) => `It is here (${url})`, (own) => `It is here (${own})`],
    ["before a question mark", (url) => `Seen ${url}?`, (own) => `Seen ${own}?`],
    ["before a query", (url) => `${url}?utm_source=wa`, (own) => `${own}?utm_source=wa`],
    ["before a fragment", (url) => `${url}#top`, (own) => `${own}#top`],
    ["before a line break", (url) => `${url}\n${url}`, (own) => `${own}\n${own}`],
    [
      "twice, in capitals as well",
      (url) => `${url} or ${url.toUpperCase()}`,
      (own) => `${own} or ${own}`,
    ],
    [
      "with the base URL in capitals",
      (url) => url.replace("https://sho.rt", "HTTPS://Sho.RT"),
      (own) => own,
    ],
    ["between quotes and stars", (url) => `*${url}* "${url}"`, (own) => `*${own}* "${own}"`],
    [
      "in italics",
      (url) => `Read _${url}_, or _here: ${url}_`,
      (own) => `Read _${own}_, or _here: ${own}_`,
    ],
    ["before a slash", (url) => `${url}/ (${url}/) ${url}//`, (own) => `${own} (${own}) ${own}`],
    ["before a sentence without a blank", (url) => `${url}.Then`, (own) => `${own}.Then`],
    ["without its scheme", (url) => `See ${url.slice("https://".length)}!`, (own) => `See ${own}!`],
    ["with the other scheme", (url) => url.replace("https", "http"), (own) => own],
    ["before an invisible mark", (url) => `${url}\u200b ok`, (own) => `${own}\u200b ok`],
    ["behind letters of another script", (url) => `看${url}。`, (own) => `看${own}。`],
  ])("become the recipient's own: %s", async (_, write, expected) => {
    const [lead, link] = [await newWriter(), await newShortLink(client)];
    const message = await post(lead, { text: write(link.template_variable_url) });
    const [send, ...others] = await sendsTo(lead);
    expect(others).toEqual([]);
    expect(send).toMatchObject({
      short_link_id: link.id,
      message_id: message.id,
      scenario_id: null,
      sent_at: null,
      read_at: null,
    });
    expect(send!.url).toMatch(OWN_URL);
    expect(message.text).toBe(expected(send!.url));
  });

  it("stay when a longer path follows, and when they do not exist", async () => {
    const lead = await newWriter();
    const [own, foreign] = [await newShortLink(client), await newShortLink(await newWorkspace())];
    const url = own.template_variable_url;
    const text = [
      `${url}/more`,
      `${url}//more`,
      `${url}/%20`,
      `${url}x`,
      `${url}-x`,
      `${url}_`,
      `a_${url}_`,
      `x@${url.slice("https://".length)}`,
      `ftp.${url.slice("https://".length)}`,
      `https://www.${url.slice("https://".length)}`,
      `https://example.com/?to=${url.slice("https://".length)}`,
      "https://sho.rt/unknown-slug",
      "https://sho.rt/",
      "https://sho.rt",
      foreign.template_variable_url,
    ].join(" ");
    expect((await post(lead, { text })).text).toBe(text);
    expect(await sendsTo(lead)).toEqual([]);
  });

  it("make one recipient link for each link, however often it occurs", async () => {
    const lead = await newWriter();
    const links = [
      await newShortLink(client),
      await newShortLink(client),
      await newShortLink(client, { slug: `Mixed-Case-${lead.id}` }),
    ];
    const urls = links.map((link) => link.template_variable_url);
    const message = await post(lead, {
      text: [...urls, "https://sho.rt/unknown", ...urls.toReversed()].join(" "),
    });
    const sends = await sendsTo(lead);
    expect(sends.map(({ short_link_id }) => short_link_id).toSorted()).toEqual(
      links.map(({ id }) => id).toSorted(),
    );
    const own = links.map(({ id }) => sends.find(({ short_link_id }) => short_link_id === id)!.url);
    expect(message.text).toBe([...own, "https://sho.rt/unknown", ...own.toReversed()].join(" "));
  });

  it("are replaced in the text beside buttons", async () => {
    const [lead, link] = [await newWriter(), await newShortLink(client)];
    const buttons = [{ id: "yes", title: "Yes" }];
    const message = await post(lead, {
      type: "buttons",
      text: `See ${link.template_variable_url}`,
      buttons,
    });
    const [send] = await sendsTo(lead);
    expect(message).toMatchObject({
      type: "buttons",
      text: `See ${send!.url}`,
      payload: { buttons },
    });
  });

  it("are replaced in a template: whole in its texts, without the base in its URL buttons", async () => {
    const [lead, link, other] = [
      await newWriter({ first_name: "Ada" }),
      await newShortLink(client),
      await newShortLink(client),
    ];
    const parameters = (text: string) => [{ type: "text", text }];
    const [url, otherUrl] = [link.template_variable_url, other.template_variable_url];
    const component = (text: string, rest: object) => ({ ...rest, parameters: parameters(text) });
    const [header, body] = [{ type: "header" }, { type: "body" }];
    const [first, second] = ["url", "URL"].map((sub_type, index) => ({
      ...{ type: "button", sub_type, index: String(index) },
    }));
    const components = [
      component("{{first_name}}", header),
      component(`Here: ${url}`, body),
      component(url, first!),
      component(otherUrl, second!),
    ];
    const message = await post(lead, {
      type: "template",
      template: { name: "revive", language: "en_US", components },
    });
    const sends = await sendsTo(lead);
    const own = (id: number) => sends.find((send) => send.short_link_id === id)!.url;
    const path = (id: number) => own(id).slice("https://sho.rt/".length);
    const filled = [
      component("Ada", header),
      component(`Here: ${own(link.id)}`, body),
      component(path(link.id), first!),
      component(path(other.id), second!),
    ];
    expect(sends).toHaveLength(2);
    expect(message.payload).toEqual({
      template: { name: "revive", language: "en_US", components: filled },
    });
    await sendDue(channel.id);
    // Texts of other tests are sent at the same time.
    const sent = (await requestsTo(channel.external_id!)).filter(
      ({ body }) => body.type === "template",
    );
    expect(sent.map(({ body }) => body.template.components)).toEqual([filled]);
  });

  it("are replaced on a template's cards, whose placeholders are filled wherever they stand", async () => {
    const lead = await newWriter({
      first_name: "Zoé",
      variables: { code: "SAVE20", pic: "zoé/1", photo: "https://example.com/p.jpg" },
    });
    const link = await newShortLink(client);
    const template = (of: (text: string) => string, url: string) => ({
      name: "promo",
      language: "en",
      components: [
        {
          type: "header",
          parameters: [
            {
              type: "document",
              document: {
                link: of("https://example.com/{{pic}}.pdf"),
                filename: of("{{first_name}}.pdf"),
              },
            },
          ],
        },
        {
          type: "button",
          sub_type: "copy_code",
          index: "0",
          parameters: [{ type: "coupon_code", coupon_code: of("{{code}}") }],
        },
        {
          type: "carousel",
          cards: [
            {
              card_index: 0,
              components: [
                {
                  type: "header",
                  parameters: [{ type: "image", image: { link: of("{{photo}}") } }],
                },
                {
                  type: "body",
                  parameters: [
                    { type: "text", parameter_name: "name", text: of("{{first_name}}\nhere") },
                    {
                      type: "currency",
                      currency: {
                        fallback_value: of("{{price|€ 5}}"),
                        code: "EUR",
                        amount_1000: 5000,
                      },
                    },
                  ],
                },
                {
                  type: "button",
                  sub_type: "quick_reply",
                  index: "0",
                  parameters: [{ type: "payload", payload: of("buy {{code}}") }],
                },
                {
                  type: "button",
                  sub_type: "url",
                  index: "1",
                  parameters: [{ type: "text", text: url }],
                },
              ],
            },
            { card_index: 1, components: [] },
          ],
        },
      ],
    });
    const values: Record<string, string> = {
      "https://example.com/{{pic}}.pdf": "https://example.com/zo%C3%A9%2F1.pdf",
      "{{first_name}}.pdf": "Zoé.pdf",
      "{{code}}": "SAVE20",
      "{{photo}}": "https://example.com/p.jpg",
      "{{first_name}}\nhere": "Zoé here",
      "{{price|€ 5}}": "€ 5",
      "buy {{code}}": "buy SAVE20",
    };
    const asked = template((text) => text, link.template_variable_url);
    const { body, headers } = await client.post(`/leads/${lead.id}/messages`, {
      type: "template",
      template: asked,
    });
    expect(headers.has("X-Ignored-Members")).toBe(false);
    const [send] = await sendsTo(lead);
    const filled = template(
      (text) => values[text] ?? "",
      send!.url.slice("https://sho.rt/".length),
    );
    expect(body.data.payload).toEqual({ template: filled });
    await sendDue(channel.id);
    const sent = (await requestsTo(channel.external_id!)).filter(
      (request) => request.body.template?.name === "promo",
    );
    expect(sent.map((request) => request.body.template.components)).toEqual([filled.components]);
    // A message that would be empty is refused before it is sent.
    await client.patch(`/leads/${lead.id}`, { variables: { photo: "javascript:alert(1)" } });
    const refused = await client.post(`/leads/${lead.id}/messages`, {
      type: "template",
      template: asked,
    });
    expect(Object.keys(refused.body.errors).toSorted()).toEqual([
      "template.components.1.parameters.0.coupon_code",
      "template.components.2.cards.0.components.0.parameters.0.image.link",
    ]);
  });

  it("fill what a flow begins with, whatever its members are called", async () => {
    const lead = await newWriter({ first_name: "Zoé" });
    const flow = (of: (text: string) => string) => ({
      type: "action",
      action: {
        flow_token: "t",
        flow_action_data: {
          text: of("Dear {{first_name}},\nwelcome"),
          type: of("for {{first_name}}"),
          link: of("#{{first_name}}"),
          note: of("{{note}}"),
          empty: "",
        },
      },
    });
    const template = (of: (text: string) => string) => ({
      name: "survey",
      language: "en",
      components: [{ type: "button", sub_type: "flow", index: "0", parameters: [flow(of)] }],
    });
    const asked = template((text) => text);
    const message = await post(lead, { type: "template", template: asked });
    expect(message.payload).toEqual({
      template: template((text) => text.replace("{{first_name}}", "Zoé").replace("{{note}}", "")),
    });
    const open = template((text) => text.replace("}}", ""));
    const refused = await client.post(`/leads/${lead.id}/messages`, {
      type: "template",
      template: open,
    });
    expect(Object.keys(refused.body.errors)).toEqual(
      ["text", "type", "link", "note"].map(
        (name) => `template.components.0.parameters.0.action.flow_action_data.${name}`,
      ),
    );
  });

  it("fill the URL and the name of a file", async () => {
    const lead = await newWriter({ first_name: "Zoé", variables: { doc: "a b" } });
    const message = await post(lead, {
      type: "document",
      media: { url: "https://example.com/{{doc}}.pdf", filename: "For {{first_name}}.pdf" },
    });
    expect(message.payload).toEqual({
      media: { url: "https://example.com/a%20b.pdf", filename: "For Zoé.pdf" },
    });
  });

  it("are replaced in a lead's variable, but no other placeholders of that value are", async () => {
    const link = await newShortLink(client);
    const lead = await newWriter({
      first_name: "{{email}}",
      variables: { offer: link.template_variable_url },
    });
    const message = await post(lead, { text: "{{first_name}}: {{offer}} {{city|Lyon}} {{city}}." });
    const [send] = await sendsTo(lead);
    expect(message.text).toBe(`{{email}}: ${send!.url} Lyon .`);
  });
});

describe("the recipient links of a message", () => {
  it("follow its statuses, and tag the lead once for each, in their order", async () => {
    const lead = await newWriter();
    const [sent, read] = [await newTag(client), await newTag(client)];
    const [link, other] = [
      await newShortLink(client, { tag_on_sent_id: sent.id, tag_on_read_id: read.id }),
      await newShortLink(client, { tag_on_sent_id: sent.id }),
    ];
    const { id } = await post(lead, {
      text: `${link.template_variable_url} ${other.template_variable_url}`,
    });
    expect([await tagsOf(lead), (await sendsTo(lead)).map(({ sent_at }) => sent_at)]).toEqual([
      [],
      [null, null],
    ]);
    await sendDue(channel.id);
    const message = await messageNow(client, { id });
    expect(message.status).toBe("sent");
    const moments = async () =>
      (await sendsTo(lead)).map(({ sent_at, read_at }) => [sent_at, read_at]);
    expect([await tagsOf(lead), await moments()]).toEqual([
      [sent.id],
      Array(2).fill([message.sent_at, null]),
    ]);
    for (const status of ["read", "delivered", "sent", "read"])
      await deliver(channel, whatsappBody(channel, statusOf(message, status)));
    const { read_at } = await messageNow(client, message);
    expect(read_at).not.toBeNull();
    expect([await tagsOf(lead), await moments()]).toEqual([
      [sent.id, read.id],
      Array(2).fill([message.sent_at, read_at]),
    ]);
    for (const tag of [sent, read]) await client.delete(`/leads/${lead.id}/tags/${tag.id}`);
    await deliver(channel, whatsappBody(channel, statusOf(message, "read")));
    expect(await tagsOf(lead)).toEqual([]);
  });

  it("are none when the message is refused, and neither count as sent nor tag when it failed", async () => {
    const tag = await newTag(client);
    const link = await newShortLink(client, { tag_on_sent_id: tag.id });
    const silent = await newLead(client, { phone: `+${newNumber()}` });
    const refused = await post(silent, { text: link.template_variable_url });
    expect([refused.status, refused.text, await sendsTo(silent)]).toEqual([
      "failed",
      link.template_variable_url,
      [],
    ]);
    const lead = await newWriter();
    await order(channel.external_id!, { queue: [{ do: "error", code: 131026 }] });
    const message = await post(lead, { text: link.template_variable_url });
    await sendDue(channel.id);
    expect(await messageNow(client, message)).toMatchObject({ status: "failed" });
    expect([await tagsOf(lead), (await sendsTo(lead)).map(({ sent_at }) => sent_at)]).toEqual([
      [],
      [null],
    ]);
  });

  it("are one for each message and link, when several are sent at once", async () => {
    const [lead, link] = [await newWriter(), await newShortLink(client)];
    const json = { text: link.template_variable_url };
    const messages = await Promise.all(Array.from({ length: 8 }, () => post(lead, json)));
    const sends = await sendsTo(lead);
    expect(sends.map(({ message_id, url }) => [message_id, url]).toSorted()).toEqual(
      messages.map(({ id, text }) => [id, text]).toSorted(),
    );
    expect(new Set(sends.map(({ url }) => url)).size).toBe(8);
  });

  it("are one for an Idempotency-Key, whether it is sent again or twice at once", async () => {
    const [lead, link] = [await newWriter(), await newShortLink(client)];
    const send = (key: string): Promise<Answer> =>
      client.post(
        `/leads/${lead.id}/messages`,
        { text: link.template_variable_url },
        { headers: { "Idempotency-Key": key } },
      );
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => send(`a-${lead.id}`)));
    const made = atOnce.filter(({ status }) => status === 201);
    expect(atOnce.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await send(`a-${lead.id}`);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    for (const { body } of made) expect(body).toEqual(again.body);
    await send(`b-${lead.id}`);
    expect(await sendsTo(lead)).toHaveLength(2);
    expect((await client.get(`/conversations?lead_id=${lead.id}`)).body.data).toMatchObject([
      { messages_count: 3 },
    ]);
  });
});

describe("a preview", () => {
  it("shows the same text except for the token, and writes nothing", async () => {
    const [link, other] = [
      await newShortLink(client),
      await newShortLink(client, { is_active: false }),
    ];
    const lead = await newWriter({ first_name: "Ada" });
    const json = {
      text: `Hi {{first_name|you}}, {{x|see}} ${link.template_variable_url} and ${other.template_variable_url}.`,
    };
    const before = await allRows();
    const { status, body } = await client.post("/messages/preview", { lead_id: lead.id, ...json });
    expect(status).toBe(200);
    expect(await allRows()).toEqual(before);
    const preview = (url: string) => `${url}/preview`;
    expect(body.data).toMatchObject({
      channel_id: channel.id,
      platform: "whatsapp",
      type: "text",
      refusal: null,
    });
    expect(body.data.links).toEqual(
      [link, other].map(({ id, template_variable_url: url }) => ({
        short_link_id: id,
        url: preview(url),
      })),
    );
    const message = await post(lead, json);
    expect(message.text!.replace(/(sho\.rt\/[\w-]+\/)[\w-]{17,28}/g, "$1preview")).toBe(
      body.data.text,
    );
    expect(await sendsTo(lead)).toHaveLength(2);
  });
});

describe("a message", () => {
  it("that would be too long with the recipient's links is refused by its preview, too", async () => {
    const [lead, { template_variable_url: url }] = [await newWriter(), await newShortLink(client)];
    const message = { text: url.padEnd(4096 - " /preview".length, ".") };
    const preview = await client.post("/messages/preview", { lead_id: lead.id, ...message });
    const sent = await client.post(`/leads/${lead.id}/messages`, message);
    expect([preview.status, sent.status]).toEqual([422, 422]);
    expect(preview.body.errors).toEqual(sent.body.errors);
  });
});

describe("short links behind buttons", () => {
  const media = { url: "https://example.com/a.jpg" };

  /** The URLs of all buttons of a message, in their order. */
  const urlsOf = ({ payload }: Message) =>
    [...JSON.stringify(payload).matchAll(/"url":"(https:\/\/sho\.rt\/[^"]*)"/g)].map(
      ([, url]) => url!,
    );

  it("are the recipient's own, and each click tags once", async () => {
    const [sent, clicked] = [await newTag(client), await newTag(client)];
    const link = await newShortLink(client, {
      tag_on_sent_id: sent.id,
      tag_on_clicked_id: clicked.id,
    });
    const other = await newShortLink(client);
    const lead = await newWriter({ first_name: "Zoé" });
    const look = { title: "Look", url: `${link.template_variable_url}?for={{first_name}}` };
    const message = await post(lead, {
      type: "cards",
      text: "Two courses",
      cards: [
        { media, buttons: [look] },
        { media, buttons: [{ ...look, url: link.template_variable_url }] },
        { media, buttons: [{ ...look, url: other.template_variable_url }] },
      ],
    });
    const urls = urlsOf(message);
    const sends = await sendsTo(lead);
    expect(sends.map(({ short_link_id: id }) => id)).toEqual([link.id, other.id]);
    const [own, others] = sends.map(({ url }) => url);
    expect(urls).toEqual([`${own}?for=Zo%C3%A9`, own, others]);
    await sendDue(channel.id);
    expect(await tagsOf(lead)).toEqual([sent.id]);
    const requests = await requestsTo(channel.external_id!);
    expect(JSON.stringify(requests).replaceAll("\\", "")).toContain(`"url":"${own}"`);
    await later(60_000, async () => {
      for (const url of urls.slice(0, 2)) await click(url);
      await flushAndClassify(link.id);
    });
    expect((await tagsOf(lead)).toSorted()).toEqual([sent.id, clicked.id].toSorted());
    const counted = (await sendsTo(lead)).map(({ clicks_count: count }) => count);
    expect(counted).toEqual([2, 0]);
  });

  it("are shown by a preview, and refused where they lead to no public host", async () => {
    const link = await newShortLink(client);
    const lead = await newWriter({ variables: { host: "intranet" } });
    const message = (url: string) => ({
      ...{ type: "link_button", text: "Six places left" },
      link_buttons: [{ title: "See dates", url }],
    });
    const preview = await client.post("/messages/preview", {
      ...{ lead_id: lead.id, ...message(link.template_variable_url) },
    });
    expect(preview.body.data).toMatchObject({
      payload: { link_buttons: [{ url: `${link.template_variable_url}/preview` }] },
      links: [{ short_link_id: link.id }],
    });
    const path = `/leads/${lead.id}/messages`;
    const refused = await client.post(path, message("https://{{host}}/dates"));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      "link_buttons.0.url": [
        "The link_buttons.0.url field must be the https URL of a public host, on port 443 or 8443.",
      ],
    });
    expect(await sendsTo(lead)).toEqual([]);
  });
});
