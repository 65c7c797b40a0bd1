import { beforeAll, expect, it } from "vitest";
import type { Template } from "#features/messaging/templates/schema";
import { type Client, newChannel, newLead, newScenario, newWorkspace } from "../support/api";
import { requestsTo } from "../support/graph";
import { newMetaChannel, sendDue } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;
let channel: number;
let lead: number;

beforeAll(async () => {
  client = await newWorkspace();
  channel = (await newChannel(client)).id;
  lead = (await newLead(client, { phone: "+33639980142", first_name: "Ada" })).id;
});

const message = (name: string, ...texts: string[]) => ({
  type: "template",
  template: {
    name,
    language: "en",
    components: [{ type: "body", parameters: texts.map((text) => ({ type: "text", text })) }],
  },
});
const describeTemplate = (name: string) =>
  client.post(`/channels/${channel}/templates`, {
    name,
    language: "en",
    components: [{ type: "BODY", text: "Hello {{1}}!" }],
  });
const preview = async (json: object) =>
  (await client.post("/messages/preview", { lead_id: lead, ...json })).body.data;
const send = async (json: object) => (await client.post(`/leads/${lead}/messages`, json)).body.data;
const setStatus = (name: string, status: string) =>
  rowsOf(
    "update templates set status = ?, changed_by = 'p' where channel_id = ? and name = ?",
    status,
    channel,
    name,
  );
const check = async (...nodes: object[]) => {
  const { id } = await newScenario(client);
  const answer = await client.post(`/scenarios/${id}/check`, {
    nodes: [{ id: "s", type: "start" }, ...nodes],
    edges: nodes.map((_, index) => ({
      source: index ? `n${index - 1}` : "s",
      target: `n${index}`,
    })),
  });
  return answer.body.data.warnings.map(
    ({ code, node_id, path }: Record<string, string>) => `${node_id} ${code} ${path}`,
  );
};

it("nothing is said of templates while those of the channel are not known", async () => {
  const { template } = message("ghost", "x");
  expect(await check({ id: "n0", type: "template", data: template })).toEqual([]);
  expect(await preview(message("ghost", "x"))).toMatchObject({
    rendered: null,
    warnings: [],
    refusal: null,
  });
});

it("authors are warned of what is known of a template, and see it as its recipient does", async () => {
  await describeTemplate("hello");
  await describeTemplate("stopped");
  await setStatus("stopped", "paused");
  expect(await preview(message("hello", "{{first_name}}"))).toMatchObject({
    rendered: { header: null, body: "Hello Ada!", footer: null, buttons: [], cards: [] },
    warnings: [],
    refusal: null,
  });
  expect(await preview(message("ghost"))).toMatchObject({
    warnings: [{ code: "unknown_template", path: "template.name" }],
    refusal: null,
  });
  expect(await preview(message("stopped", "x"))).toMatchObject({
    warnings: [{ code: "template_not_approved" }],
    refusal: "template_refused",
  });
  await describeTemplate("disliked");
  await setStatus("disliked", "flagged");
  expect(await preview(message("disliked", "x"))).toMatchObject({
    warnings: [{ code: "template_flagged", path: "template.name" }],
    refusal: null,
  });
  const data = (name: string, ...texts: string[]) => message(name, ...texts).template;
  const text = { text: "Hi", on_window_closed: data("hello") };
  expect(
    await check(
      { id: "n0", type: "template", data: data("hello", "x") },
      { id: "n1", type: "template", data: data("ghost") },
      { id: "n2", type: "template", data: { ...data("hello", "x"), language: "fr" } },
      { id: "n3", type: "template", data: data("stopped", "x") },
      { id: "n4", type: "message", data: text },
      { id: "n5", type: "template", data: data("disliked", "x") },
      { id: "n6", type: "template", data: data("disliked") },
    ),
  ).toEqual([
    "n1 unknown_template data.name",
    "n2 unknown_template data.language",
    "n3 template_not_approved data.name",
    "n4 template_parameters data.on_window_closed.components.0.parameters",
    "n5 template_flagged data.name",
    "n6 template_parameters data.components.0.parameters",
  ]);
  const stranger = await newWorkspace();
  await newChannel(stranger);
  const { id } = await newScenario(stranger);
  const other = await stranger.post(`/scenarios/${id}/check`, {
    nodes: [
      { id: "s", type: "start" },
      { id: "n", type: "template", data: data("ghost") },
    ],
    edges: [{ source: "s", target: "n" }],
  });
  expect(other.body.data.warnings).toEqual([]);
});

it("a preview warns of placeholders that resemble a field and are none", async () => {
  const { id } = await newLead(client, {
    first_name: "Ana",
    variables: { city: "Lyon", firstname: "A" },
  });
  const text = "{{First_Name}}|{{variables.city}}|{{name}}|{{firstname}}|{{town}}";
  expect(await preview({ lead_id: id, text })).toMatchObject({
    text: "Ana|Lyon||A|",
    warnings: [
      {
        code: "unknown_placeholder",
        params: { name: "name", near: "full_name" },
        message: expect.stringContaining("{{full_name}}"),
        path: "text",
      },
    ],
  });
  expect(await preview(message("hello", "{{fist_name|you}}"))).toMatchObject({
    rendered: { body: "Hello you!" },
    warnings: [{ params: { near: "first_name" }, path: "template.components.0.parameters.0.text" }],
  });
});

it("what WhatsApp would certainly refuse fails at once, also if that is known only later", async () => {
  const refused = { status: "failed", error: { reason: "template_refused", code: null } };
  expect(await send(message("hello"))).toMatchObject({
    ...refused,
    error: { message: "The body takes 1 (1), not 0." },
  });
  expect(await send(message("stopped", "x"))).toMatchObject(refused);
  const unknown = await send(message("ghost"));
  const queued = await send(message("hello", "x"));
  expect([unknown.status, queued.status]).toEqual(["queued", "queued"]);
  await setStatus("hello", "disabled");
  await sendDue(channel);
  const statusOf = async ({ id }: { id: number }) =>
    (await client.get(`/messages/${id}`)).body.data;
  expect(await statusOf(unknown)).toMatchObject({ status: "delivered" });
  expect(await statusOf(queued)).toMatchObject(refused);
});

const CARD = {
  components: [
    { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW"] } },
    { type: "BODY", text: "Only {{1}}", example: { body_text: [["€9"]] } },
    { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy", example: "KGL10" }] },
  ],
};
const OFFER = { text: "Today only", has_expiration: true };
const COMPONENTS = [
  { type: "BODY", text: "Hello {{name}}!" },
  { type: "LIMITED_TIME_OFFER", limited_time_offer: OFFER },
  { type: "CAROUSEL", cards: [CARD, CARD] },
];
const offerUntil = (limited_time_offer: object) => ({
  type: "limited_time_offer",
  parameters: [{ type: "limited_time_offer", limited_time_offer }],
});
const card = (card_index: number, price: string) => ({
  card_index,
  components: [
    { type: "header", parameters: [{ type: "image", image: { id: "811" } }] },
    { type: "body", parameters: [{ type: "text", text: price }] },
    {
      ...{ type: "button", sub_type: "copy_code", index: "0" },
      parameters: [{ type: "coupon_code", coupon_code: "KGL15" }],
    },
  ],
});
const greeting = (text: string) => ({
  type: "body",
  parameters: [{ type: "text", parameter_name: "name", text }],
});
const promotion = (name: string, ...components: object[]) => ({
  type: "template",
  template: { name, language: "en", components },
});
const describeAll = async (name: string, components: object[]) => {
  const input = { name, language: "en", category: "marketing", components };
  return (await client.post(`/channels/${channel}/templates`, input)).body.data;
};

it("cards and offers are filled in, checked, shown and sent, with the end in milliseconds", async () => {
  const described = await describeAll("cards", COMPONENTS);
  expect(described.components).toEqual(COMPONENTS);
  expect(
    described.parameters.map(({ card, place }: Template["parameters"][number]) => [card, place]),
  ).toEqual([
    [null, "body"],
    [null, "limited_time_offer"],
    ...[0, 1].flatMap((at) => [
      [at, "header"],
      [at, "body"],
      [at, "button"],
    ]),
  ]);
  const until = (day: string) => offerUntil({ expires_at: `${day}T10:00:00+01:00` });
  const carousel = { type: "carousel", cards: [card(0, "{{first_name}}s price"), card(1, "€9")] };
  const whole = [greeting("{{first_name}}"), until("2036-11-30"), carousel];
  const buttons = ["Copy"];
  expect(await preview(promotion("cards", ...whole))).toMatchObject({
    rendered: {
      body: "Hello Ada!",
      offer: { text: "Today only", expires_at: "2036-11-30T09:00:00.000Z" },
      cards: [
        { body: "Only Adas price", buttons },
        { body: "Only €9", buttons },
      ],
    },
    warnings: [],
    refusal: null,
  });
  const lacking = promotion("cards", greeting("x"), until("2036-11-30"), {
    ...carousel,
    cards: [card(0, "€9"), { ...card(1, "€9"), components: [] }],
  });
  expect(await preview(lacking)).toMatchObject({
    warnings: [
      {
        code: "template_parameters",
        params: { why: "count", place: "header", card: 1, expected: 1, given: 0 },
        path: "template.components.2.cards.1.components",
      },
    ],
    refusal: "template_refused",
  });
  const node = (id: string, { template }: ReturnType<typeof promotion>) => ({
    ...{ id, type: "template", data: template },
  });
  const over = promotion("cards", greeting("x"), until("2020-11-30"), carousel);
  expect(
    await check(
      node("n0", lacking),
      node("n1", over),
      node(
        "n2",
        promotion("cards", greeting("x"), offerUntil({ expires_at: "{{end|}}" }), carousel),
      ),
    ),
  ).toEqual([
    "n0 template_parameters data.components.2.cards.1.components",
    "n1 offer_expired data.components.1.parameters.0.limited_time_offer.expires_at",
    "n2 may_be_empty data.components.1.parameters.0.limited_time_offer.expires_at",
  ]);
  const meta = await newMetaChannel(client);
  const sent = { channel_id: meta.id, ...promotion("cards", ...whole) };
  await client.post(`/leads/${lead}/messages`, sent);
  await sendDue(meta.id);
  const [request] = await requestsTo(meta.external_id ?? "");
  expect(request?.body.template).toEqual({
    name: "cards",
    language: { policy: "deterministic", code: "en" },
    components: [
      greeting("Ada"),
      offerUntil({ expiration_time_ms: Date.parse("2036-11-30T09:00:00Z") }),
      { type: "carousel", cards: [card(0, "Adas price"), card(1, "€9")] },
    ],
  });
});

it("an offer that is over and a template with products fail by name, whatever is known", async () => {
  const failed = (reason: string) => ({ status: "failed", error: { reason, code: null } });
  const over = promotion("unseen", offerUntil({ expiration_time_ms: 1_796_000 }));
  expect(await send(over)).toMatchObject(failed("offer_expired"));
  expect(await preview(over)).toMatchObject({
    warnings: [{ code: "offer_expired" }],
    refusal: "offer_expired",
  });
  const ahead = await send(promotion("unseen", offerUntil({ expires_at: "2036-11-30T09:00:00Z" })));
  expect(ahead.status).toBe("queued");
  await rowsOf(
    "update messages set payload = replace(payload, '2036', '2020') where id = ?",
    ahead.id,
  );
  await sendDue(channel);
  expect((await client.get(`/messages/${ahead.id}`)).body.data).toMatchObject(
    failed("offer_expired"),
  );
  const buttons = [{ type: "MPM", text: "See" }];
  const products = await describeAll("products", [
    { type: "BODY", text: "Look" },
    { type: "BUTTONS", buttons },
  ]);
  expect(products).toMatchObject({ unsupported: ["MPM"], parameters: [] });
  expect(await preview(promotion("products"))).toMatchObject({
    warnings: [{ code: "template_unsupported", params: { names: ["MPM"] } }],
    refusal: "template_unsupported",
  });
  expect(await send(promotion("products"))).toMatchObject(failed("template_unsupported"));
  expect(await check({ id: "n0", type: "template", data: promotion("products").template })).toEqual(
    ["n0 template_unsupported data.name"],
  );
});
