import { beforeAll, expect, it } from "vitest";
import { type Client, newChannel, newLead, newScenario, newWorkspace } from "../support/api";
import { sendDue } from "../support/messaging";
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
    rendered: { header: null, body: "Hello Ada!", footer: null, buttons: [] },
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
