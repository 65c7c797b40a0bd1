import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  call,
  newChannel,
  newInbound,
  newLead,
  newShortLink,
  newWorkspace,
} from "../support/api";
import { enrol, newFlow, stepDue } from "../support/run-scheduler";
import { simulate } from "../support/simulation";

let client: Client;
let lead: { id: number };

const OWN = "https://sho\\.rt/u/[\\w-]{19,39}";
const PREVIEW = "https://sho.rt/u/preview";

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  const channel = await newChannel(client);
  lead = await newLead(client, { phone: "+33639980150" });
  await newInbound(client, channel.id, lead.id);
});

const opens = async (text: string) => {
  const [url = ""] = new RegExp(OWN).exec(text) ?? [];
  const page = await call("GET", new URL(url).pathname);
  expect(page.status).toBe(200);
  expect(page.text).toContain("•••50");
  return url;
};

describe("{{preferences_url}}", () => {
  it("is the lead's own page in a message, wherever it stands", async () => {
    const { template_variable_url: link } = await newShortLink(client);
    const text = `-{{preferences_url}}, {{ preferences_url | none }}. ${link}`;
    const { body } = await client.post(`/leads/${lead.id}/messages`, { text });
    const found = new RegExp(`^-(${OWN}), (${OWN})\\. ${link}/[\\w-]+$`).exec(body.data.text);
    expect(found?.[1]).toBe(found?.[2]);
    await opens(body.data.text);
    const preview = await client.post("/messages/preview", { lead_id: lead.id, text });
    expect(preview.body.data.text).toBe(`-${PREVIEW}, ${PREVIEW}. ${link}/preview`);
    expect((await call("GET", "/u/preview")).status).toBe(404);
  });

  it("is the end of it in the URL button of a template, which has the base itself", async () => {
    const parameters = [{ type: "text", text: "{{preferences_url}}" }];
    const template = {
      name: "revive",
      language: "en_US",
      components: [
        { type: "body", parameters },
        { type: "button", sub_type: "url", index: "0", parameters },
      ],
    };
    const message = { type: "template", template };
    const { body } = await client.post(`/leads/${lead.id}/messages`, message);
    const [inBody, inButton] = body.data.payload.template.components.map(
      (component: { parameters: { text: string }[] }) => component.parameters[0]!.text,
    );
    expect(await opens(inBody)).toBe(`https://sho.rt/${inButton}`);
    const preview = await client.post("/messages/preview", { lead_id: lead.id, ...message });
    expect(JSON.stringify(preview.body.data.payload)).toContain('"u/preview"');
  });

  it("is its own within another URL", async () => {
    const url = "https://example.com/?back={{preferences_url}}";
    const message = { type: "link_button", text: "Go", link_buttons: [{ title: "Go", url }] };
    const { body } = await client.post(`/leads/${lead.id}/messages`, message);
    const [button] = body.data.payload.link_buttons;
    await opens(new URL(button.url).searchParams.get("back")!);
  });

  it("is it in the messages of scenarios, too, and stands for itself in simulations", async () => {
    const flow = await newFlow(
      client,
      { hello: ["message", { text: "{{preferences_url}}", on_window_closed: "skip" }] },
      "hello",
    );
    const simulation = await simulate(client, flow, { lead_id: lead.id });
    expect(simulation.trail.at(-1)?.message?.text).toBe(PREVIEW);
    expect((await client.post(`/scenarios/${flow.id}/check`)).body.data.warnings).toEqual([]);
    await enrol(client, flow.id, lead.id);
    await stepDue(client);
    const { body } = await client.get(`/messages?lead_id=${lead.id}&per_page=100`);
    const sent = body.data.find(({ run_id }: { run_id: number | null }) => run_id !== null);
    await opens(sent.text);
  });

  it("is not for the destinations of short links", async () => {
    const { template_variable_url: url } = await newShortLink(client, {
      destination_url: "https://example.com/{{preferences_url|none}}",
    });
    const { headers } = await call("GET", new URL(url).pathname);
    expect(headers.get("Location")).toBe("https://example.com/none");
  });
});
