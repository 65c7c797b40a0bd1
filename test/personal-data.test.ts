import { beforeAll, describe, expect, it } from "vitest";
import { abilities } from "#domain/abilities";
import { type Client, call, clientOf, make, newShortLink, unique } from "./support/api";
import { type Route, routes } from "./support/document";
import { exampleOf, pathOf, type Resources, resources } from "./support/examples";
import { SIGNING_SECRET } from "./support/providers";
import { idsFor } from "./support/resources";
import { sharedResources } from "./support/shared-resources";

// A token without leads:read reads no lead's fields, whichever operation it calls. The lead that a
// request itself writes is answered (as the specification has it), and events carry what they say.

const MARKER = "quetzalcoatl";
const PHONE_START = "+336399876";
/** The values of a lead, of which no two may have the same identities. */
const personal = (number: number) => ({
  first_name: `First-${MARKER}`,
  last_name: `Last-${MARKER}`,
  username: `user-${MARKER}`,
  email: `${MARKER}-${number}@example.com`,
  ext_id: `ext-${MARKER}-${number}`,
  phone: `${PHONE_START}${number}`,
  variables: { city: `City-${MARKER}` },
  data: { note: `Note-${MARKER}` },
});
const ANSWER_THEIR_LEAD = [
  "updateLead",
  "releaseProfile",
  "replaceProfile",
  "attachTags",
  "mergeLeads",
  "optOutLead",
  "optInLead",
  "enrolLead",
];

const readers = (await routes()).filter(
  ({ operation: { operationId, security, ...operation } }) =>
    security?.length !== 0 &&
    !security?.some((scheme) => "operator" in scheme) &&
    !operation["x-abilities"]?.includes("leads:read") &&
    !operation["x-abilities"]?.includes("events:read") &&
    !ANSWER_THEIR_LEAD.includes(operationId),
);

/** The body with placeholders in every text that may have them. */
function withPlaceholders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlaceholders);
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.entries(value).map(([name, one]) => {
    if (name === "text") return [name, "{{first_name}} {{email}} {{phone}} {{city}}"];
    if (name === "destination_url") return [name, "https://example.com/?to={{email}}"];
    return [name, withPlaceholders(one)];
  });
  return Object.fromEntries(filled);
}

/** Numbers the leads. Their phones end in two digits of it. */
let number = 10;

async function marked(own: Resources): Promise<Resources> {
  expect((await own.client.patch(`/leads/${own.ids.lead}`, personal(number++))).status).toBe(200);
  return own;
}

/** The resources that the operations delete. */
const shared = sharedResources();
/** The resources that the other operations are called with. */
let ours: Resources;

beforeAll(async () => {
  ours = await marked(await resources());
});

const limited = new Map<number, Client>();

/** A client without `leads:read`, one for each workspace. */
async function withoutLeadsRead(client: Client): Promise<Client> {
  const known = limited.get(client.workspaceId);
  if (known) return known;
  const others = abilities.filter((ability) => ability !== "leads:read");
  const { token } = await make(client, "/tokens", { name: "No leads", abilities: others });
  const made = clientOf(token, client.workspaceId);
  limited.set(client.workspaceId, made);
  return made;
}

const forbidden = { status: 403, body: { message: "This action is unauthorized." } };

describe("a token without leads:read", () => {
  it.each(readers.map((route): [string, Route] => [route.operation.operationId, route]))(
    "sees nothing of a lead in the answer of %s",
    async (_, route) => {
      const isGone = route.method === "DELETE";
      const own = isGone ? await marked(await shared.take()) : ours;
      const { token } = await withoutLeadsRead(own.client);
      const path = pathOf(route, idsFor(route.operation.operationId, own.ids));
      const json = exampleOf(route, own);
      for (const body of [json, withPlaceholders(json)]) {
        const answer = await call(route.method, path, { token, json: body });
        const seen = answer.text + JSON.stringify([...answer.headers]);
        expect(seen).not.toContain(MARKER);
        expect(seen).not.toContain(PHONE_START.slice(1));
      }
      if (isGone) shared.giveBack(own, route);
    },
  );

  it("can't have a lead's fields written to where it reads them", async () => {
    const own = await resources();
    const client = await withoutLeadsRead(own.client);
    const { id: link } = await newShortLink(own.client);
    const { lead, scenario, channel, conversation } = own.ids;
    const to = (destination_url: string) => ({ slug: `slug-${unique()}`, destination_url });
    const calling = {
      name: "Calling",
      platform: "whatsapp",
      nodes: [
        { id: "a", type: "start" },
        { id: "b", type: "webhook", data: { url: "https://example.com/" } },
      ],
      edges: [{ id: "e", source: "a", target: "b" }],
    };
    const gateway = {
      platform: "whatsapp",
      provider: "webhook",
      name: "Gateway",
      gateway_url: "https://example.com/",
      credentials: { signing_secret: SIGNING_SECRET },
    };
    for (const [method, path, body] of [
      ["post", "/short-links", to("https://example.com/?to={{email}}")],
      ["put", `/short-links/${link}`, to("https://example.com/{{phone|none}}")],
      ["post", `/leads/${lead}/messages`, { text: "{{email}}", channel_id: channel }],
      ["post", `/conversations/${conversation}/messages`, { text: "Hello {{city|you}}" }],
      ["post", "/messages/preview", { lead_id: lead, text: "Hello" }],
      ["post", "/scenarios", calling],
      ["put", `/scenarios/${scenario}`, calling],
      ["post", "/scenarios", { ...calling, nodes: [], edges: [], webhook_url: "https://a.io/" }],
      ["post", "/channels", gateway],
    ] as const) {
      expect(await client[method](path, body), path).toMatchObject(forbidden);
      expect((await own.client[method](path, body)).status, path).toBeLessThan(300);
    }
    expect((await client.post("/short-links", to("https://example.com/"))).status).toBe(201);
    const text = { text: "Hello", channel_id: channel };
    expect((await client.post(`/leads/${lead}/messages`, text)).status).toBe(201);
  });
});
